"""Nothing needs a network: the page and the recorded demo, where there is only loopback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOOPBACK_UP = """
import fcntl, socket, struct, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
    fcntl.ioctl(s, 0x8914, struct.pack("16sh22x", b"lo", 0x1 | 0x40))  # SIOCSIFFLAGS: up, running
    try:
        s.connect(("192.0.2.1", 9))
    except OSError:
        pass
    else:
        sys.exit("the network is still there")
"""


def cut_off(tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a network namespace that has loopback alone."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rn", "true"], capture_output=True).returncode:
        pytest.skip("this machine does not let us cut the network (unshare -rn)")
    (tmp_path / "up.py").write_text(LOOPBACK_UP)
    line = '"$0" "$1" && shift && exec "$@"'
    return subprocess.run(
        [unshare, "-rn", "sh", "-c", line, sys.executable, str(tmp_path / "up.py"), *command],
        cwd=ROOT,
        env={**os.environ, "COURTSIDE_DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        timeout=240,
    )


@pytest.mark.chrome
def test_the_page_works_with_the_network_cut(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    wanted = ["tests/dashboard/test_page.py", "-k", "live_step or side_by_side or thousand_runs"]
    done = cut_off(tmp_path, *command, *wanted)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "3 passed" in done.stdout


def test_the_recorded_demo_works_with_the_network_cut(tmp_path: Path) -> None:
    done = cut_off(tmp_path, sys.executable, "-m", "courtside", "demo", "--exit", "--json")
    assert done.returncode == 0, done.stderr[-2000:]
    assert '"verdict":"failure"' in done.stdout

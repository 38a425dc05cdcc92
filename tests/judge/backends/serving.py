"""`python serving.py MODEL [PROJECTOR]`: llama-server's engine on a free loopback port.

Prints its address; ends with its standard input.
"""

from __future__ import annotations

import sys

import xllamacpp


def main() -> None:
    """Serves until the one who started it lets go."""
    params = xllamacpp.CommonParams()
    params.model.path = sys.argv[1]
    if len(sys.argv) > 2:
        params.mmproj.path = sys.argv[2]
    params.n_ctx = 8192
    params.n_parallel = 1
    params.warmup = False
    params.cpuparams.n_threads = 1
    params.port = 0
    params.verbosity = -1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


main()

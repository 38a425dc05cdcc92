#!/bin/sh
# Builds a release into dist/: wheel, source, extension zips, checksums. Uploads nothing.
# --dry-run leaves the checks and tests out.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'release: %s\n' "$*"; }
fail() { printf 'release: %s\n' "$*" >&2; exit 1; }

dry=
case "${1:-}" in
    --dry-run) dry=yes ;;
    "") ;;
    *) fail "unknown option $1; only --dry-run is known" ;;
esac

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
[ -n "$version" ] || fail "pyproject.toml has no version"
if [ -z "$dry" ]; then
    [ -z "$(git status --porcelain)" ] || fail "the tree has changes; commit them first"
    grep -q "^## $version" CHANGELOG.md ||
        fail "CHANGELOG.md has no heading \"## $version\"; rename Unreleased to it"
fi
grep -q "\"version\": \"$version\"" extension/manifest.json ||
    fail "extension/manifest.json has another version than $version"

sh packaging/setup.sh
if [ -z "$dry" ]; then
    make check
    make test
fi

rm -rf dist
say "building $version"
.venv/bin/python -m hatchling build -d dist
.venv/bin/python packaging/extension_zip.py "dist/courtside-extension-$version.zip"
.venv/bin/python packaging/extension_zip.py "dist/courtside-extension-$version-store.zip" --store
(cd dist && sha256sum -- * > SHA256SUMS)
cat dist/SHA256SUMS
say "built. To publish:"
say "  git tag -s v$version && git push origin v$version"
say "  python -m twine upload dist/*.whl dist/*.tar.gz"

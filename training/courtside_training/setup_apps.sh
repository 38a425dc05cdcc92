#!/bin/sh
# Installs the apps of the training worlds: Fossil and DokuWiki with apt-get; the shop, the repairs
# desk, the tool library, the boards and the budget into .training/.
# Says what it does; whatever cannot be done ends it with one line that says what to do.
set -eu
cd "$(dirname "$0")/../.."
home=.training
shop="$PWD/training/courtside_training/worlds/oscar/shop"
desk="$PWD/training/courtside_training/worlds/roundup/desk"

say() { printf 'setup_apps: %s\n' "$*"; }
fail() { printf 'setup_apps: %s\n' "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Packages, if something that they bring is not there. PHP itself serves DokuWiki: php-cgi stands in
# for the web server that would be started otherwise.
from_debian() {
    brings=$1; shift
    if [ ! -e "$brings" ]; then
        say "installing $1 with apt-get"
        { as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null 2>&1 ||
            fail "$1 is missing; run as root: apt-get update && apt-get install $*"
    fi
}
from_debian /usr/bin/fossil fossil
from_debian /usr/share/dokuwiki/doku.php dokuwiki php-cgi php-cli

# An environment of its own: Django and what it drags in are no part of Courtside's.
wanted=$(grep '^worlds = ' pyproject.toml)
if [ ! -f $home/.installed ] || [ "$(cat $home/.installed)" != "$wanted" ]; then
    say "making $home/venv with django-oscar and roundup (a minute, once)"
    python3 -m venv --clear $home/venv || fail "python3 could not make $home/venv"
    $home/venv/bin/python -m pip install -q 'pip>=25.1'
    $home/venv/bin/python -m pip install -q --group worlds ||
        fail "pip could not install the group 'worlds'; see the lines above"
    printf '%s' "$wanted" > $home/.installed
fi

say "making the shop: tables, catalogue, search index (a minute)"
rm -rf $home/shop
mkdir -p $home/shop/media
export SHOP_FOLDER="$PWD/$home/shop" SHOP_DATABASE=base.sqlite3
export DJANGO_SETTINGS_MODULE=shop_settings PYTHONPATH="$shop"
python="$PWD/$home/venv/bin/python"
"$python" -m django migrate -v 0 || fail "the shop's tables could not be made; see the lines above"
"$python" "$shop/fill_shop.py" || fail "the shop could not be filled; see the lines above"
"$python" -m django rebuild_index --noinput -v 0 || fail "the search index could not be made"
"$python" "$shop/warm_shop.py" || fail "the shop does not answer; see the lines above"
say "making the repairs desk: tables, people, jobs"
"$python" "$desk/fill_desk.py" "$home/desk" || fail "the desk could not be made; see the lines above"

say "making the tool library: tables, tools, members, loans"
rm -rf $home/shed
mkdir -p $home/shed
shed="$PWD/training/courtside_training/worlds/toolshed/shed"
export SHED_DATABASE="$PWD/$home/shed/base.sqlite3" DJANGO_SETTINGS_MODULE=shed_settings
PYTHONPATH="$shed" "$python" -m django migrate --run-syncdb -v 0 ||
    fail "the tool library's tables could not be made; see the lines above"
PYTHONPATH="$shed" "$python" "$shed/fill_shed.py" ||
    fail "the tool library could not be filled; see the lines above"

# Kanboard is in Debian's unstable alone, the PHP libraries that it needs are in the stable release
# too. So the package is unpacked, not installed: this machine's apt goes on as it was.
from_debian /usr/share/php/Symfony/Component/Finder/autoload.php php-cli php-sqlite3 php-xml php-gd \
    php-mbstring php-christianriesen-otp php-eluceo-ical php-parsedown php-gregwar-captcha \
    php-matthiasmullie-minify php-pimple php-psr-log php-swiftmailer php-symfony-console \
    php-symfony-event-dispatcher php-symfony-finder fonts-font-awesome libjs-jquery-ui
kanboard=$home/board/kanboard
if [ ! -f $kanboard/index.php ]; then
    say "unpacking Kanboard into $kanboard"
    apart=$(mktemp -d)
    trap 'rm -rf "$apart"' EXIT
    mkdir -p "$apart/lists/partial" "$apart/cache/archives/partial" $home/board
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | head -n 1)
    printf 'deb [signed-by=%s] %s unstable main\n' \
        /usr/share/keyrings/debian-archive-keyring.gpg "$mirror" > "$apart/sources.list"
    unstable() {
        (cd "$apart" && apt-get -qq -o Dir::Etc::sourcelist="$apart/sources.list" \
            -o Dir::Etc::sourceparts=- -o Dir::State::lists="$apart/lists" \
            -o Dir::Cache="$apart/cache" -o APT::Sandbox::User=root "$@")
    }
    { unstable update && unstable download kanboard && dpkg-deb -x "$apart"/kanboard_*.deb "$apart"; } \
        >/dev/null 2>&1 || fail "kanboard could not be fetched from $mirror; it is in unstable"
    mv "$apart/usr/share/kanboard" $kanboard
    rm -rf $kanboard/config.php $kanboard/.htaccess $kanboard/assets/fonts $kanboard/assets/css/images
    ln -s /usr/share/fonts-font-awesome/fonts $kanboard/assets/fonts
    ln -s /usr/share/javascript/jquery-ui/themes/base/images $kanboard/assets/css/images
    sed -i '/Composer.autoload/d' $kanboard/vendor/autoload.php  # for plugins, of which there are none
fi
say "making the boards: tables, people, projects, cards"
PYTHONPATH=training python3 -m courtside_training.worlds.kanboard.board.fill_board \
    $kanboard $home/board/base.sqlite3 >/dev/null ||
    fail "the boards could not be filled; see the lines above"

# The budget app of a sealed world: an environment of its own again, it shares nothing with the shop.
wanted=$(grep '^worlds-budget = ' pyproject.toml)
if [ ! -f $home/.installed-budget ] || [ "$(cat $home/.installed-budget)" != "$wanted" ]; then
    say "making $home/budget-venv with ihatemoney (half a minute, once)"
    python3 -m venv --clear $home/budget-venv || fail "python3 could not make $home/budget-venv"
    $home/budget-venv/bin/python -m pip install -q 'pip>=25.1'
    $home/budget-venv/bin/python -m pip install -q --group worlds-budget ||
        fail "pip could not install the group 'worlds-budget'; see the lines above"
    printf '%s' "$wanted" > $home/.installed-budget
fi

say "filling the budget"
rm -rf $home/budget
mkdir -p $home/budget
budget="$PWD/training/courtside_training/worlds/ihatemoney/server"
BUDGET_DATABASE="$PWD/$home/budget/base.sqlite3" \
    IHATEMONEY_SETTINGS_FILE_PATH="$budget/budget_settings.py" PYTHONPATH="$budget" \
    "$PWD/$home/budget-venv/bin/python" "$budget/fill_budget.py" >$home/budget/fill.log 2>&1 ||
    fail "the budget could not be filled; see $home/budget/fill.log"
say "ready: python -m courtside_training.check_apps --seeds 0 3"

#!/bin/sh
# Chromium ($REAL_CHROMIUM) without the two hidden pages of its address bar's suggestions, which take most of the CPU of
# a new window, and without the renderer that it starts in advance for a page that tests never open. Playwright has a
# list of features to leave out, and only the last such list counts.
for word; do
    shift
    case $word in
    --disable-features=*) word="$word,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess" ;;
    esac
    set -- "$@" "$word"
done
exec "$REAL_CHROMIUM" "$@"

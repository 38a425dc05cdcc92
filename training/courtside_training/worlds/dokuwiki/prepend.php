<?php // Tells DokuWiki where this wiki's settings lie, before it looks in Debian's place.
define('DOKU_CONF', getenv('WIKI_CONF'));

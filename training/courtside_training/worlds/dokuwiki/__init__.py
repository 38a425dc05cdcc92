"""DokuWiki, a wiki of plain files, as a school kitchen's handbook. Its folder is the oracle."""

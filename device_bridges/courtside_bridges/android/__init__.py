"""Android (and whatever else Appium drives): watched by a recording proxy in front of Appium."""

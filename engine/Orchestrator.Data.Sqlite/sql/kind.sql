SELECT type FROM sqlite_master WHERE name = $name COLLATE NOCASE

SELECT count(*) FROM pragma_foreign_key_list($table) WHERE "table" = $table COLLATE NOCASE

SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND name = $table COLLATE NOCASE AND wr = 0

-- By name: hosted servers number the databases otherwise.
SELECT coalesce(delayed_durability_desc COLLATE DATABASE_DEFAULT, N'') FROM sys.databases WHERE name = db_name()

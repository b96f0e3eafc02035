SELECT N'DELAYED_DURABILITY is FORCED, so that what is committed there may be lost'
FROM sys.databases WHERE database_id = DB_ID() AND delayed_durability_desc COLLATE DATABASE_DEFAULT = N'FORCED'

SELECT convert(int, collationproperty(convert(nvarchar(128), databasepropertyex(db_name(), 'Collation')), 'CodePage'))

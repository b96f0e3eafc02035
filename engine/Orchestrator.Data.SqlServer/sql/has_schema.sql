SELECT count(*) FROM sys.schemas WHERE name = @schema

SELECT coalesce(convert(nvarchar(128), serverproperty('ServerName')), @@servername), db_name()

DECLARE @setting nvarchar(60) = N'';
DECLARE @code int;
SELECT @setting = delayed_durability_desc COLLATE DATABASE_DEFAULT FROM sys.databases WHERE name = db_name();
EXEC @code = sys.sp_flush_log;
SELECT coalesce(@setting, N''), @code

DECLARE @result int
EXEC @result = sp_getapplock @Resource = @p1, @LockMode = N'Exclusive', @LockOwner = N'Session', @LockTimeout = 0
SELECT CASE WHEN @result >= 0 THEN 1 ELSE 0 END

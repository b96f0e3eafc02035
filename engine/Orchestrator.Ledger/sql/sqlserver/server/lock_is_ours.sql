SELECT CASE WHEN APPLOCK_MODE(N'public', @p1, N'Session') = N'Exclusive' THEN 1 ELSE 0 END

SELECT 1 - APPLOCK_TEST(N'public', @p1, N'Exclusive', N'Session')

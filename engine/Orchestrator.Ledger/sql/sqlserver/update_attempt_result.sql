UPDATE orchestrator.attempts
SET load_path = @p2, bytes_read = @p3, rows_read = @p4, rows_inserted = @p5, rows_updated = @p6, rows_unchanged = @p7,
    rows_duplicate = @p8, rows_filtered = @p9, rows_rejected = @p10, rows_truncated = @p11, thread = @p12,
    rows_closed = @p13
WHERE attempt = @p1

INSERT INTO orchestrator.services (solution, environment, host, user_name, process_id, process_began, boot_id,
                                   version, address, started_at, renewed_at, stopped_at)
OUTPUT inserted.service
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11, NULL)

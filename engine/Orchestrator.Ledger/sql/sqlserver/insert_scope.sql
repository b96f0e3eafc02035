INSERT INTO orchestrator.scopes (run, token, connection, platform, server, database_name, kind, setting_found,
                                 setting_set, owner, state, opened_at, changed_at, hardened_at, closed_at, why)
OUTPUT inserted.scope
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11, @p12, @p13, @p14, @p15, @p16)

INSERT INTO orchestrator.audit (environment, at, who, role, address, action, object, outcome, detail)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9)

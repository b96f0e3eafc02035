INSERT INTO orchestrator.nodes (run, node, kind, name, parent, package_kind, hash, state, since, why,
    reason, reason_object, reason_since, purpose)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, N'',
    @p10, @p11, @p9, @p12)

-- Behind which change of a watermark something was taken over: what is changed since says where to go on.
-- undone_to > 0: the target is older than the ledger, and holds nothing of the attempts above last_attempt and up to
-- this one.
ALTER TABLE orchestrator.adoptions ADD after_change bigint NOT NULL DEFAULT 0, undone_to bigint NOT NULL DEFAULT 0;
EXEC (N'UPDATE orchestrator.adoptions SET after_change = COALESCE((
    SELECT max(w.change) FROM orchestrator.watermarks w
    WHERE w.environment = orchestrator.adoptions.environment AND w.node = orchestrator.adoptions.node
      AND w.changed_at < orchestrator.adoptions.adopted_at), 0)');

-- Behind which change of a watermark something was taken over: what is changed since says where to go on.
-- undone_to > 0: the target is older than the ledger, and holds nothing of the attempts above last_attempt and up to
-- this one.
ALTER TABLE orchestrator.adoptions ADD COLUMN after_change BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orchestrator.adoptions ADD COLUMN undone_to BIGINT NOT NULL DEFAULT 0;
UPDATE orchestrator.adoptions SET after_change = COALESCE((
    SELECT max(w.change) FROM orchestrator.watermarks w
    WHERE w.environment = adoptions.environment AND w.node = adoptions.node
      AND w.changed_at < adoptions.adopted_at), 0);

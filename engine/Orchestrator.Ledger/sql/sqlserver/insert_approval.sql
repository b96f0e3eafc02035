INSERT INTO orchestrator.approvals (environment, kind, hash, name, approved_at, approved_by)
OUTPUT inserted.approval
SELECT @p1, @p2, @p3, @p4, @p5, @p6
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.approvals WITH (UPDLOCK, HOLDLOCK)
                  WHERE environment = @p1 AND kind = @p2 AND hash = @p3)

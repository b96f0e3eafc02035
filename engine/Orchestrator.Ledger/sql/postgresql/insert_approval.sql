INSERT INTO orchestrator.approvals (environment, kind, hash, name, approved_at, approved_by)
SELECT $1, $2, $3, $4, $5, $6
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.approvals WHERE environment = $1 AND kind = $2 AND hash = $3)
ON CONFLICT DO NOTHING
RETURNING approval

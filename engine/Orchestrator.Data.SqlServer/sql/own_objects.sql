SELECT o.name, CASE o.type WHEN 'V' THEN 'view' ELSE 'table' END
FROM sys.objects o
WHERE o.schema_id = schema_id(N'orchestrator') AND o.type IN ('U', 'V')
ORDER BY o.name

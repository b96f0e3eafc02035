SELECT c.name
FROM sys.objects AS o
JOIN sys.schemas AS s ON s.schema_id = o.schema_id
JOIN sys.columns AS c ON c.object_id = o.object_id
WHERE s.name = @schema AND o.name = @name AND c.is_identity = 1

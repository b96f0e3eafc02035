SELECT CASE o.type
    WHEN 'U' THEN 'table' WHEN 'V' THEN 'view' WHEN 'SN' THEN 'synonym' WHEN 'SO' THEN 'sequence'
    WHEN 'P' THEN 'procedure' WHEN 'ET' THEN 'external table'
    ELSE lower(replace(o.type_desc COLLATE DATABASE_DEFAULT, '_', ' '))
  END
FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
WHERE s.name = @schema AND o.name = @name

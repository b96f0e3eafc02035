SELECT format_type(t.oid, NULL)
FROM pg_prepared_statements AS s
CROSS JOIN LATERAL unnest(s.parameter_types) WITH ORDINALITY AS p (type, place)
JOIN pg_type AS t ON t.oid = p.type
WHERE s.name = @name
ORDER BY p.place

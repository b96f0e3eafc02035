WITH RECURSIVE tree AS (
  SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
  UNION
  SELECT i.inhrelid FROM tree AS t JOIN pg_inherits AS i ON i.inhparent = t.oid
),
-- A key to a partitioned table points to each partition; it is told as what was declared.
found AS (
  SELECT k.oid, k.conparentid FROM pg_constraint AS k
  WHERE k.contype = 'f' AND k.confdeltype NOT IN ('a', 'r') AND k.confrelid IN (SELECT oid FROM tree)
  UNION
  SELECT k.oid, k.conparentid FROM found AS f JOIN pg_constraint AS k ON k.oid = f.conparentid
)
SELECT 'foreign key ' || k.conname || ' of ' || k.conrelid::regclass
FROM found AS f JOIN pg_constraint AS k ON k.oid = f.oid AND k.conparentid = 0
ORDER BY 1

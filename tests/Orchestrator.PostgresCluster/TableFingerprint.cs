namespace Orchestrator.PostgresCluster;

/// <summary>All that a catalog says of a table but its rows and numbers of objects.</summary>
public static class TableFingerprint
{
    /// <summary>A query with one line of text per fact, in order.</summary>
    /// <param name="table">The table, as SQL writes it.</param>
    public static string Of(string table) =>
        $"""
        WITH t AS (SELECT * FROM pg_class WHERE oid = '{table}'::regclass),
        parts AS (
          SELECT 'pg_class'::regclass AS class, oid FROM t
          UNION SELECT 'pg_type'::regclass, reltype FROM t
          UNION SELECT 'pg_class'::regclass, indexrelid FROM t JOIN pg_index ON indrelid = t.oid
          UNION SELECT 'pg_constraint'::regclass, k.oid FROM t JOIN pg_constraint AS k ON t.oid IN (conrelid, confrelid)
          UNION SELECT 'pg_trigger'::regclass, g.oid FROM t JOIN pg_trigger AS g ON tgrelid = t.oid AND NOT tgisinternal
          UNION SELECT 'pg_policy'::regclass, p.oid FROM t JOIN pg_policy AS p ON polrelid = t.oid
          UNION SELECT 'pg_statistic_ext'::regclass, s.oid FROM t JOIN pg_statistic_ext AS s ON stxrelid = t.oid
          UNION SELECT 'pg_class'::regclass, objid FROM t JOIN pg_depend ON refobjid = t.oid AND deptype IN ('a', 'i')
            AND classid = 'pg_class'::regclass JOIN pg_class AS s ON s.oid = objid AND s.relkind = 'S'
        ),
        granted AS (
          SELECT c.oid, '' AS part, coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's'::"char"
            ELSE 'r'::"char" END, c.relowner)) AS acl FROM parts AS p JOIN pg_class AS c ON c.oid = p.oid
          WHERE c.relkind IN ('r', 'S')
          UNION ALL SELECT attrelid, attname, attacl FROM t JOIN pg_attribute ON attrelid = t.oid AND attacl IS NOT NULL
        )
        SELECT f FROM (
          SELECT concat_ws('|', 'table', relnamespace::regnamespace, relname, relowner::regrole, relpersistence,
            reloptions, relrowsecurity, relforcerowsecurity, relreplident, reltablespace, relam,
            (SELECT reloptions FROM pg_class AS s WHERE s.oid = t.reltoastrelid)) AS f FROM t
          UNION ALL SELECT concat_ws('|', 'column', rank() OVER (ORDER BY attnum), attname,
            format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attcompression,
            attstattarget, attoptions, attcollation::regcollation, pg_get_expr(adbin, adrelid))
          FROM t JOIN pg_attribute ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped
          LEFT JOIN pg_attrdef ON adrelid = t.oid AND adnum = attnum
          UNION ALL SELECT concat_ws('|', 'constraint', k.conname, k.conrelid::regclass, pg_get_constraintdef(k.oid),
            k.convalidated, k.condeferrable, k.condeferred, k.conislocal, i.relname)
          FROM t JOIN pg_constraint AS k ON t.oid IN (conrelid, confrelid) LEFT JOIN pg_class AS i ON i.oid = k.conindid
          UNION ALL SELECT concat_ws('|', 'index', pg_get_indexdef(x.indexrelid), x.indisunique, x.indisprimary,
            x.indisclustered, x.indisreplident, x.indisvalid, i.reloptions, i.relowner::regrole,
            (SELECT string_agg(attstattarget::text, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = i.oid))
          FROM t JOIN pg_index AS x ON x.indrelid = t.oid JOIN pg_class AS i ON i.oid = x.indexrelid
          UNION ALL SELECT concat_ws('|', 'trigger', pg_get_triggerdef(g.oid), g.tgenabled)
          FROM t JOIN pg_trigger AS g ON g.tgrelid = t.oid AND NOT g.tgisinternal
          UNION ALL SELECT concat_ws('|', 'policy', polname, polcmd, polpermissive,
            ARRAY(SELECT pg_get_userbyid(r) FROM unnest(polroles) AS r ORDER BY 1), pg_get_expr(polqual, polrelid),
            pg_get_expr(polwithcheck, polrelid)) FROM t JOIN pg_policy ON polrelid = t.oid
          UNION ALL SELECT concat_ws('|', 'statistics', pg_get_statisticsobjdef(s.oid), s.stxstattarget,
            s.stxowner::regrole) FROM t JOIN pg_statistic_ext AS s ON s.stxrelid = t.oid
          UNION ALL SELECT concat_ws('|', 'sequence', s.oid::regclass, s.relowner::regrole, q.seqtypid::regtype,
            q.seqstart, q.seqincrement, q.seqmax, q.seqmin, q.seqcache, q.seqcycle,
            pg_sequence_last_value(s.oid), d.deptype,
            (SELECT attname FROM pg_attribute WHERE attrelid = t.oid AND attnum = d.refobjsubid))
          FROM t JOIN pg_depend AS d ON d.refobjid = t.oid AND d.deptype IN ('a', 'i')
          JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_sequence AS q ON q.seqrelid = s.oid
          UNION ALL SELECT concat_ws('|', 'grant', g.oid::regclass, g.part, a.grantor::regrole,
            pg_get_userbyid(a.grantee), a.privilege_type, a.is_grantable)
          FROM granted AS g CROSS JOIN LATERAL aclexplode(g.acl) AS a
          UNION ALL SELECT concat_ws('|', 'comment', i.type, i.identity, d.description)
          FROM parts AS p JOIN pg_description AS d ON d.classoid = p.class AND d.objoid = p.oid
          CROSS JOIN LATERAL pg_identify_object(d.classoid, d.objoid, d.objsubid) AS i
          UNION ALL SELECT concat_ws('|', 'view', r.ev_class::regclass, pg_get_viewdef(r.ev_class))
          FROM (SELECT DISTINCT objid FROM t JOIN pg_depend ON refobjid = t.oid
            AND classid = 'pg_rewrite'::regclass) AS d
          JOIN pg_rewrite AS r ON r.oid = d.objid
        ) AS facts ORDER BY f COLLATE "C"
        """;
}

-- What the package reads, by its own names, around the functions of the sample: a database like operations.sql.
CREATE SCHEMA "Integration";

-- `wwi_stock_item_id` as it is called there: `WWI Stock Item ID`.
CREATE FUNCTION public.as_there(name text, blank text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(CASE word WHEN 'wwi' THEN 'WWI' WHEN 'id' THEN 'ID' ELSE initcap(word) END, blank ORDER BY n)
    FROM unnest(string_to_array(name, '_')) WITH ORDINALITY AS w (word, n)
$$;

-- A geography is bytes to the package, and text to the sample.
DO $do$
DECLARE
    f record;
    columns text;
    chosen text;
BEGIN
    FOR f IN
        SELECT p.oid, p.proname AS name, p.pronargs > 0 AS takes FROM pg_proc AS p
        WHERE p.pronamespace = 'integration'::regnamespace AND p.proname LIKE 'get\_%\_updates'
    LOOP
        SELECT
            string_agg(format('%I %s', as_there(a.name, ' '),
                CASE a.name WHEN 'location' THEN 'bytea' ELSE format_type(a.type, NULL) END), ', ' ORDER BY a.n),
            string_agg(format(CASE a.name WHEN 'location' THEN 'convert_to(u.%I, ''UTF8'')' ELSE 'u.%I' END, a.name),
                ', ' ORDER BY a.n)
        INTO columns, chosen
        FROM pg_proc AS p,
            unnest(p.proargnames, p.proallargtypes, p.proargmodes) WITH ORDINALITY AS a (name, type, mode, n)
        WHERE p.oid = f.oid AND a.mode = 't';
        EXECUTE format(
            'CREATE FUNCTION "Integration".%I(%s) RETURNS TABLE (%s) LANGUAGE sql STABLE AS '
                || '$body$ SELECT %s FROM integration.%I(%s) AS u $body$',
            as_there(f.name, ''), CASE WHEN f.takes THEN '"LastCutoff" timestamp, "NewCutoff" timestamp' END,
            columns, chosen, f.name, CASE WHEN f.takes THEN '$1, $2' END);
    END LOOP;
END $do$;

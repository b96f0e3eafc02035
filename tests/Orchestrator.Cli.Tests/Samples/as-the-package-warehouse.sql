-- What the package writes and calls, by its own names, around the functions of the sample: a database like
-- warehouse.sql. Its staging tables are those of the sample, which finds them by views; its procedures are not told the
-- key of a load, and look for the newest of their table that is not completed.
CREATE SCHEMA "Integration";
CREATE SCHEMA wwi;
CREATE TABLE wwi.clock (utc_now timestamp NOT NULL);
INSERT INTO wwi.clock VALUES ('2015-12-31 00:00');

-- `wwi_stock_item_id` as it is called there: `WWI Stock Item ID`.
CREATE FUNCTION public.as_there(name text, blank text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(CASE word WHEN 'wwi' THEN 'WWI' WHEN 'id' THEN 'ID' ELSE initcap(word) END, blank ORDER BY n)
    FROM unnest(string_to_array(name, '_')) WITH ORDINALITY AS w (word, n)
$$;

CREATE FUNCTION "Integration"."GetLineageKey"(table_name varchar, new_cutoff timestamp, OUT "LineageKey" int)
LANGUAGE sql AS 'SELECT integration.get_lineage_key($1, $2)';
CREATE FUNCTION "Integration"."GetLastETLCutoffTime"(table_name varchar, OUT "CutoffTime" timestamp)
LANGUAGE sql AS 'SELECT integration.get_last_etl_cutoff_time($1)';
CREATE PROCEDURE "Integration"."PopulateDateDimensionForYear"(year_number int)
LANGUAGE sql AS 'CALL integration.populate_date_dimension_for_year($1)';

-- A geography is bytes to the package, and text to the sample.
ALTER TABLE integration.city_staging ALTER COLUMN location TYPE bytea USING convert_to(location, 'UTF8');

DO $do$
DECLARE
    t record;
    c record;
    there text;
    chosen text;
BEGIN
    FOR t IN
        SELECT oid, relname AS name FROM pg_class
        WHERE relnamespace = 'integration'::regnamespace AND relkind = 'r' AND relname LIKE '%\_staging'
    LOOP
        there := as_there(left(t.name, -length('_staging')), '') || '_Staging';
        SELECT string_agg(
            format(CASE attname WHEN 'location' THEN 'convert_from(%I, ''UTF8'') AS %I' ELSE '%I AS %I' END,
                as_there(attname, ' '), attname), ', ' ORDER BY attnum)
        INTO chosen FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0;
        FOR c IN
            SELECT attname AS name, attnotnull AND NOT atthasdef AND attidentity = '' AS is_bare FROM pg_attribute
            WHERE attrelid = t.oid AND attnum > 0
        LOOP
            -- What is staged of facts may be NULL there.
            IF c.is_bare THEN
                EXECUTE format('ALTER TABLE integration.%I ALTER COLUMN %I DROP NOT NULL', t.name, c.name);
            END IF;
            EXECUTE format('ALTER TABLE integration.%I RENAME COLUMN %I TO %I', t.name, c.name, as_there(c.name, ' '));
        END LOOP;
        EXECUTE format('ALTER TABLE integration.%I SET SCHEMA "Integration"', t.name);
        EXECUTE format('ALTER TABLE "Integration".%I RENAME TO %I', t.name, there);
        EXECUTE format('CREATE VIEW integration.%I AS SELECT %s FROM "Integration".%I', t.name, chosen, there);
    END LOOP;

    FOR t IN
        SELECT proname AS name, substring(proname::text FROM '^migrate_staged_(.*)_data$') AS stem FROM pg_proc
        WHERE pronamespace = 'integration'::regnamespace AND proname LIKE 'migrate\_staged\_%\_data'
    LOOP
        EXECUTE format(
            'CREATE FUNCTION "Integration".%I() RETURNS void LANGUAGE sql AS $body$ SELECT integration.%I((SELECT '
                || 'max(lineage_key) FROM integration.lineage '
                || 'WHERE table_name = %L AND data_load_completed IS NULL)) $body$',
            as_there(t.name, ''), t.name, as_there(t.stem, ' '));
    END LOOP;
END $do$;

-- So it is written there.
ALTER TABLE "Integration"."Movement_Staging" RENAME COLUMN "Last Modified When" TO "Last Modifed When";

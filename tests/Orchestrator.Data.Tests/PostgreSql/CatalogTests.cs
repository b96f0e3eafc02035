using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.PostgreSql;

internal sealed class CatalogTests
{
    private static readonly RowColumn[] Columns =
        [new("n", new SqlType(SqlTypeKind.Int), Nullable: false), new("name", new SqlType(SqlTypeKind.NVarChar, 10))];

    private TestDatabase _database = null!;

    [SetUp]
    public void Make() => _database = new TestDatabase();

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void What_has_a_name_is_told_by_its_kind()
    {
        _database.Run(
            """
            CREATE TABLE plain (n int); CREATE VIEW seen AS SELECT 1; CREATE MATERIALIZED VIEW kept AS SELECT 1;
            CREATE TABLE parts (n int) PARTITION BY LIST (n); CREATE SEQUENCE counter; CREATE INDEX i ON plain (n);
            CREATE TYPE pair AS (a int); CREATE TABLE "Plain" (n int);
            """);
        using var target = _database.Open();

        Assert.That(
            ((string[])["plain", "Plain", "PLAIN", "seen", "kept", "parts", "counter", "i", "pair"])
                .Select(name => target.KindOf(Table(name))),
            Is.EqualTo(new[]
            {
                "table", "table", null, "view", "materialized view", "table", "sequence", "index", "composite type",
            }));
    }

    [Test]
    public void A_table_that_is_not_there_has_no_columns()
    {
        using var target = _database.Open();

        Assert.That(target.Columns(Table("nowhere")), Is.Empty);
    }

    [Test]
    public void Everything_that_hangs_on_a_table_is_found()
    {
        _database.Run(
            """
            CREATE ROLE reader_of_t; CREATE TABLE parent (n int PRIMARY KEY); CREATE TABLE mother (audit int);
            CREATE TABLE t (
              n int PRIMARY KEY REFERENCES parent, name text DEFAULT 'x', age int CHECK (age > 0),
              id int GENERATED ALWAYS AS IDENTITY, twice int GENERATED ALWAYS AS (age * 2) STORED, audit int)
              INHERITS (mother) WITH (fillfactor = 50);
            CREATE INDEX by_name ON t (name);
            CREATE TABLE child (n int CONSTRAINT to_t REFERENCES t);
            CREATE TABLE grandchild () INHERITS (t);
            CREATE VIEW seen AS SELECT n FROM t;
            CREATE RULE quiet AS ON DELETE TO t DO INSTEAD NOTHING;
            CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
            CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
            CREATE FUNCTION of_rows() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM t; END;
            CREATE TABLE uses (row_of_t t);
            CREATE TABLE lists (rows_of_t t[], gone t); ALTER TABLE lists DROP COLUMN gone;
            CREATE TYPE holds AS (row_of_t t); CREATE VIEW shows AS SELECT rows_of_t FROM lists;
            GRANT SELECT ON t TO reader_of_t, public; GRANT UPDATE (name) ON t TO reader_of_t;
            CREATE POLICY mine ON t USING (true); ALTER TABLE t ENABLE ROW LEVEL SECURITY;
            CREATE PUBLICATION news FOR TABLE t; CREATE STATISTICS more ON n, age FROM t;
            COMMENT ON TABLE t IS 'x'; COMMENT ON COLUMN t.name IS 'y'; ALTER TABLE t REPLICA IDENTITY FULL;
            ALTER TABLE t OWNER TO reader_of_t;
            """);
        try
        {
            using var target = _database.Open();

            Assert.That(target.Dependents(Table("t")), Is.EquivalentTo(new[]
            {
                "primary key t_pkey", "index by_name", "constraint t_age_check", "foreign key t_n_fkey",
                "foreign key to_t of child", "trigger g", "view seen", "rule quiet", "function of_rows()",
                "use of its row type by uses", "use of its row type by lists", "use of its row type by holds",
                "use of its row type by shows", "grants to public", "grants on column name", "policy mine",
                "row level security", "child table grandchild", "parent table mother", "publication news",
                "statistics more", "comment", "comment on column name", "default of column name",
                "identity of column id", "expression of column twice", "storage option fillfactor=50",
                "owner reader_of_t", "replica identity",
            }));
        }
        finally
        {
            _database.Run("DROP OWNED BY reader_of_t CASCADE; DROP ROLE reader_of_t");
        }
    }

    [Test]
    public void A_table_that_a_crash_empties_is_told_also_where_only_a_part_of_it_is_one()
    {
        _database.Run(
            """
            CREATE UNLOGGED TABLE light (n int); CREATE TABLE heavy (n int);
            CREATE UNLOGGED TABLE "By hand" () INHERITS (heavy);
            CREATE TABLE parts (n int) PARTITION BY LIST (n); CREATE TABLE part_a PARTITION OF parts FOR VALUES IN (1);
            CREATE TABLE part_b PARTITION OF parts FOR VALUES IN (2) PARTITION BY LIST (n);
            CREATE UNLOGGED TABLE part_c PARTITION OF part_b FOR VALUES IN (2);
            CREATE TABLE many (n int) PARTITION BY LIST (n);
            CREATE UNLOGGED TABLE many_a PARTITION OF many FOR VALUES IN (1);
            CREATE UNLOGGED TABLE many_b PARTITION OF many FOR VALUES IN (2);
            """);
        using var target = _database.Open();

        Assert.That(
            ((string[])["light", "heavy", "By hand", "parts", "part_a", "part_c", "many", "nowhere"])
                .Select(name => target.LostInCrash(Table(name)).SingleOrDefault()?.Why),
            Is.EqualTo(new[]
            {
                "it is UNLOGGED", null, "it is UNLOGGED", "its partition public.part_c is UNLOGGED", null,
                "it is UNLOGGED", "its partition public.many_a and 1 more are UNLOGGED", null,
            }));
        Assert.That(target.LostInCrash(Table("By hand")).Single().Advice,
            Is.EqualTo("`ALTER TABLE public.\"By hand\" SET LOGGED`"));
        Assert.That(target.LostInCrash(null).Select(loss => loss.Table.Name), Is.EquivalentTo(
            new[] { "light", "By hand", "parts", "part_b", "part_c", "many", "many_a", "many_b" }));
    }

    [Test]
    public void Nothing_hangs_on_a_table_that_the_engine_has_made()
    {
        using var target = _database.Open();
        target.CreateTable(Table("t"), Columns);

        Assert.That(target.Dependents(Table("t")), Is.Empty);
        Assert.That((target.IsMadeElsewhere(Table("t")), target.Defaults(Table("t")).Count), Is.EqualTo((false, 0)));
    }

    [Test]
    public void Columns_that_fill_themselves_are_told_and_with_keys_they_show_that_another_has_made_the_table()
    {
        _database.Run(
            """
            CREATE DOMAIN kept AS int DEFAULT 7; CREATE DOMAIN deeper AS kept; CREATE DOMAIN bare AS int;
            CREATE TABLE filled (a int, b int DEFAULT 0, c text NOT NULL DEFAULT '', d kept, e deeper, f bare, g serial,
              h int GENERATED ALWAYS AS (1 + 1) STORED, i int GENERATED ALWAYS AS IDENTITY);
            CREATE TABLE keyed (n int PRIMARY KEY); CREATE TABLE pointing (n int REFERENCES keyed);
            CREATE TABLE counted (n int GENERATED BY DEFAULT AS IDENTITY); CREATE TABLE plain (n int NOT NULL);
            CREATE UNIQUE INDEX one ON plain (n);
            """);
        using var target = _database.Open();

        Assert.That(target.Defaults(Table("filled")), Is.EquivalentTo(new[] { "b", "c", "d", "e", "g" }));
        Assert.That(
            ((string[])["filled", "keyed", "pointing", "counted", "plain", "nowhere"])
                .Select(name => target.IsMadeElsewhere(Table(name))),
            Is.EqualTo(new[] { true, true, true, true, false, false }));
    }

    [Test]
    public void Load_tables_are_registered_and_left_ones_found_until_they_are_removed()
    {
        using var target = _database.Open();
        var load = TestDatabase.Platform.Dialect.LoadTable(Table("t"), 7);

        Assert.That(target.LeftLoadTables(Table("t")), Is.Empty);
        target.CreateLoadTable(load, Table("t"), 7, Columns);
        Assert.That(target.LeftLoadTables(Table("t")), Is.EqualTo(new[] { load }));
        Assert.That(target.LeftLoadTables(Table("T")), Is.Empty);
        target.DropLoadTable(load);
        Assert.That(target.LeftLoadTables(Table("t")), Is.Empty);
        Assert.That(target.KindOf(load), Is.Null);
    }

    [Test]
    public void Two_packages_can_make_their_load_tables_at_once()
    {
        using var one = _database.Open();
        using var two = _database.Open();
        one.Begin(CancellationToken.None);
        two.Begin(CancellationToken.None);
        two.Execute("SET LOCAL lock_timeout = '5s'");

        one.CreateLoadTable(TestDatabase.Platform.Dialect.LoadTable(Table("a"), 1), Table("a"), 1, Columns);
        two.CreateLoadTable(TestDatabase.Platform.Dialect.LoadTable(Table("b"), 2), Table("b"), 2, Columns);
        two.Commit();
        one.Commit();

        Assert.That(one.LeftLoadTables(Table("a")), Has.Count.EqualTo(1));
        Assert.That(one.LeftLoadTables(Table("b")), Has.Count.EqualTo(1));
    }

    [Test]
    public void A_role_without_the_right_to_make_schemas_works_once_they_are_there()
    {
        _database.Run(
            """
            CREATE ROLE loader LOGIN PASSWORD 'geheim';
            CREATE SCHEMA orchestrator AUTHORIZATION loader; CREATE SCHEMA stage AUTHORIZATION loader;
            """);
        try
        {
            using var target = _database.Open(connectionString:
                new Npgsql.NpgsqlConnectionStringBuilder(_database.ConnectionString)
                {
                    Username = "loader",
                    Password = "geheim",
                }.ConnectionString);
            var table = TestDatabase.Platform.Dialect.Table("stage", "t");
            var load = TestDatabase.Platform.Dialect.LoadTable(table, 7);

            target.CreateLoadTable(load, table, 7, Columns);
            TextRows.Write(target, load, Columns, [["1", "a"]]);
            target.Begin(CancellationToken.None);
            target.Exchange(load, table, Columns);
            target.Commit();

            Assert.That(_database.Ask("SELECT name FROM stage.t"), Is.EqualTo("a"));
        }
        finally
        {
            _database.Run("DROP OWNED BY loader CASCADE; DROP ROLE loader");
        }
    }

    [Test]
    public void A_load_table_takes_the_place_of_its_target_or_of_none([Values] bool isThere)
    {
        _database.Run("CREATE TABLE \"The target\" (n int); INSERT INTO \"The target\" VALUES (7)");
        using var target = _database.Open();
        var table = TestDatabase.Platform.Dialect.Table(isThere ? "public" : "new one", "The target");
        var load = TestDatabase.Platform.Dialect.LoadTable(table, 7);
        target.CreateLoadTable(load, table, 7, Columns);
        TextRows.Write(target, load, Columns, [["1", "a"]]);

        target.Begin(CancellationToken.None);
        target.Exchange(load, table, Columns);
        target.Commit();

        Assert.That(TextRows.Read(target, TestDatabase.Platform.Dialect.Select(table, [], null)), Is.EqualTo(new[]
        {
            new[] { "1", "a" },
        }));
        Assert.That(target.LeftLoadTables(table), Is.Empty);
        Assert.That(target.KindOf(load), Is.Null);
    }

    [Test]
    public void An_exchange_waits_for_readers_without_holding_up_others_and_says_for_whom()
    {
        _database.Run("CREATE TABLE t (n int); INSERT INTO t VALUES (7)");
        using var reader = _database.Open(isTarget: false);
        reader.Number("SELECT count(*) FROM t");
        var reasons = new List<string?>();
        using var other = _database.Open(isTarget: false);
        long seen = 0;
        using var target = _database.Open(heldUp: reason =>
        {
            reasons.Add(reason);
            if (reason is not null)
            {
                seen = other.Number("SELECT count(*) FROM t");
                other.Rollback();
                reader.Rollback();
            }
        });
        var load = TestDatabase.Platform.Dialect.LoadTable(Table("t"), 7);
        target.Begin(CancellationToken.None);
        target.CreateLoadTable(load, Table("t"), 7, Columns);
        target.Exchange(load, Table("t"), Columns);
        target.Commit();

        Assert.That(seen, Is.EqualTo(1));
        Assert.That(reasons, Has.Count.EqualTo(2));
        Assert.That(
            reasons[0], Does.Match("lock of public.t, held by session \\d+ \\(orchestrator 7 Stage/customer\\)"));
        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("0"));
    }

    [Test]
    public void A_question_keeps_the_first_row_as_text_and_knows_where_its_columns_come_from()
    {
        _database.Run("CREATE TABLE t (n int, name text); INSERT INTO t VALUES (1, NULL), (2, 'b')");
        using var target = _database.Open();

        var answer = target.Ask(
            "UPDATE t SET n = n; SELECT n AS number, name, 1.50 AS x, true FROM t WHERE n <> @other ORDER BY n; "
                + "SELECT 1",
            ("other", 7L));

        Assert.That(answer.Rows, Is.EqualTo(3));
        Assert.That(answer.First, Is.EqualTo(new[] { "1", null, "1.50", "t" }));
        Assert.That(answer.Columns, Is.EqualTo(new (string, string?)[]
        {
            ("number", "n"), ("name", "name"), ("x", null), ("?column?", null),
        }));
    }

    [Test]
    public void A_statement_tells_how_many_rows_it_changed_and_its_answers_are_drained()
    {
        _database.Run("CREATE TABLE t AS SELECT i AS n FROM generate_series(1, 10) i");
        using var target = _database.Open();

        long Run(string sql) => target.RunStatement(TestDatabase.Platform.Dialect.Split(sql).Single());

        Assert.That(Run("UPDATE t SET n = n + 1 WHERE n > 3 RETURNING n"), Is.EqualTo(7));
        Assert.That(Run("SELECT * FROM generate_series(1, 100000)"), Is.Zero);
        Assert.That(
            Run("CREATE FUNCTION f() RETURNS int BEGIN ATOMIC UPDATE t SET n = 1; SELECT 2; END"), Is.Zero);
        Assert.That(target.Execute("DELETE FROM t WHERE n > @n", ("n", 10L)), Is.EqualTo(1));
        Assert.That(target.Number("SELECT count(*) FROM t WHERE n > @n", ("n", 0L)), Is.EqualTo(9));
        Assert.That(target.Number("SELECT NULL"), Is.Zero);
    }

    private static TableName Table(string name) => TestDatabase.Platform.Dialect.Table(null, name);
}

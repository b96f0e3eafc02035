using Npgsql;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>What is seen of statements and their plans.</summary>
internal sealed class QueryPlansTests
{
    private static readonly TimeSpan LongAgo = TimeSpan.FromHours(1);

    private TestDatabase _database = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE victim (id int); INSERT INTO victim VALUES (1), (2), (3)");
    }

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void The_same_statement_has_another_plan_once_its_table_is_full_and_analyzed()
    {
        const string statement = "SELECT Id, Pad FROM TestQueryPlan WHERE Id <= 1";
        _database.Run("""
            CREATE TABLE TestQueryPlan (Id int GENERATED ALWAYS AS IDENTITY, Pad char(1000));
            CREATE INDEX IX_TestQueryPlan_Id ON TestQueryPlan (Id);
            """);
        using var session = Session();
        using var plans = Open();
        Watching.Try(session, statement);
        var before = plans.Fetch(Of(session, plans));
        Assert.That(Of(session, plans).Signature, Is.EqualTo(before.Signature), "nothing has changed yet");
        _database.Run("""
            INSERT INTO TestQueryPlan (Pad) SELECT 'Pad me' FROM generate_series(1, 100000);
            ANALYZE TestQueryPlan;
            """);

        var after = Of(session, plans);

        Assert.That(after.Signature, Is.Not.EqualTo(before.Signature));
        var fetched = plans.Fetch(after);
        Assert.That(before.Statement, Is.EqualTo(statement));
        Assert.That(fetched.Plan, Is.Not.EqualTo(before.Plan));
        Assert.That(fetched.Plan, Does.StartWith("Index Scan using ix_testqueryplan_id"));
    }

    [Test]
    public void A_statement_with_parameters_has_the_plan_for_any_value()
    {
        using var connection = new NpgsqlConnection(_database.ConnectionString + ";Pooling=false");
        connection.Open();
        var explain = new PostgreSqlExplain(connection, TestDatabase.Platform.Dialect);

        var first = explain.Of("SELECT id FROM victim WHERE id = $1 AND id > $2");
        var second = explain.Of("SELECT id FROM victim WHERE id = $1 AND id > $2");

        Assert.That(first.Plan, Is.EqualTo("Seq Scan on victim\n  Filter: ((id > $2) AND (id = $1))"), first.WhyNot);
        Assert.That(second.Plan, Is.EqualTo(first.Plan), "nothing of it is left in the session");
        Assert.That(first.Relations, Has.Count.EqualTo(1));
    }

    [Test]
    public void Sessions_that_a_pooler_lends_for_a_transaction_keep_nothing_of_what_was_set_or_prepared()
    {
        using var pooler = new TransactionPooler(Server.Cluster.Port);
        using var session = Session();
        using var others = new NpgsqlConnection(pooler.Through(_database.ConnectionString) + ";Pooling=false");
        others.Open();
        var before = Settings(others);
        using (var plans = Open(pooler.Through(_database.ConnectionString)))
        {
            foreach (var text in (string[])
                ["SELECT $1 + id FROM victim", "SELECT $1 + id FROM victim WHERE id = 1 / 0"])
            {
                Watching.Try(session, text);
                var fetched = plans.Fetch(Of(session, plans));
                Assert.That(fetched.Plan.Length > 0, Is.EqualTo(fetched.WhyNot != "refused by the server (22012)"));
            }
        }

        var after = Enumerable.Range(0, 4).Select(_ => Settings(others)).ToArray();

        Assert.That(after.Select(one => one.Session).Distinct().Count(), Is.EqualTo(2), "both serve in turn");
        Assert.That(after.Select(one => one.Settings), Has.All.EqualTo(before.Settings));
    }

    [Test]
    public void Statements_of_users_who_could_not_become_ours_are_not_explained()
    {
        _database.Run("CREATE ROLE other_user LOGIN PASSWORD 'x'; GRANT SELECT ON victim TO other_user");
        try
        {
            using var session = Session(";Username=other_user;Password=x");
            using var plans = Open();
            Watching.Try(session, "SELECT id FROM victim");

            var seen = Of(session, plans);

            Assert.That((seen.Key, seen.WhyNot), Is.EqualTo(("", "of a user with other rights")));
        }
        finally
        {
            _database.Run("DROP OWNED BY other_user; DROP ROLE other_user");
        }
    }

    [TestCase("GRANT CREATE ON SCHEMA public TO planter")]
    [TestCase("GRANT CREATE ON SCHEMA public TO PUBLIC")]
    [TestCase("ALTER SCHEMA public OWNER TO planter")]
    [TestCase("GRANT CREATE ON SCHEMA public TO planters; GRANT planters TO planter")]
    public void What_others_may_plant_in_a_schema_of_the_path_is_not_run_while_a_plan_is_made(string way)
    {
        _database.Run("""
            CREATE SCHEMA own; CREATE TABLE own.names (name varchar); CREATE TABLE public.seen (name varchar);
            CREATE ROLE planters; CREATE ROLE planter LOGIN NOINHERIT PASSWORD 'x'
            """);
        try
        {
            _database.Run(way);
            RunAs("planter", way.Contains("planters", StringComparison.Ordinal) ? "SET ROLE planters" : "SELECT 1",
                "CREATE FUNCTION public.lower(varchar) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT ''planted'''");

            Assert.That(Explained("SELECT FROM names WHERE name = lower('A'::varchar)").Plan,
                Is.EqualTo("Seq Scan on names\n  Filter: ((name)::text = 'a'::text)"));
            Assert.That(Explained("SELECT FROM seen").WhyNot,
                Is.EqualTo("its names may be in a schema where other users may create"));
            Assert.That(Explained("SELECT FROM public.seen").Plan, Is.EqualTo("Seq Scan on seen"));
        }
        finally
        {
            _database.Run("DROP OWNED BY planter, planters CASCADE; DROP ROLE planter, planters");
        }
    }

    [Test]
    public void A_schema_in_which_only_those_may_create_who_could_become_this_user_keeps_its_names()
    {
        _database.Run("CREATE TABLE public.seen (name varchar); CREATE ROLE watcher LOGIN PASSWORD 'x'; "
            + "CREATE ROLE heir LOGIN IN ROLE watcher; GRANT CREATE ON SCHEMA public TO watcher, heir; "
            + "GRANT SELECT ON public.seen TO watcher; CREATE ROLE stranger LOGIN");
        try
        {
            var kept = Explained("SELECT FROM seen", ";Username=watcher;Password=x");
            _database.Run("GRANT CREATE ON SCHEMA public TO stranger");
            var left = Explained("SELECT FROM seen", ";Username=watcher;Password=x");

            Assert.That((kept.Plan, left.Plan), Is.EqualTo(("Seq Scan on seen", "")), kept.WhyNot);
        }
        finally
        {
            _database.Run("DROP OWNED BY watcher, heir, stranger; DROP ROLE watcher, heir, stranger");
        }
    }

    [Test]
    public void A_text_that_the_server_has_cut_is_not_explained()
    {
        using var session = Session();
        using var plans = Open();
        Watching.Try(session, $"SELECT id FROM victim WHERE id IN ({string.Join(", ", Enumerable.Range(1, 1000))})");

        Assert.That(Of(session, plans).WhyNot, Is.EqualTo("cut by the server (track_activity_query_size)"));
    }

    [Test]
    public void A_new_index_and_a_new_column_change_the_signature()
    {
        using var session = Session();
        using var plans = Open();
        Watching.Try(session, "SELECT id FROM victim WHERE id = 2");
        var first = plans.Fetch(Of(session, plans)).Signature;
        _database.Run("CREATE INDEX by_id ON victim (id)");
        var second = plans.Fetch(Of(session, plans)).Signature;
        _database.Run("ALTER TABLE victim ADD COLUMN more int");

        Assert.That(new[] { first, second, Of(session, plans).Signature }, Is.Unique);
    }

    [Test]
    public void Of_a_plan_no_value_is_kept_and_its_shape_has_no_numbers_of_parts()
    {
        const string plan = """
            Gather
              Workers Planned: 2
              InitPlan 1 (returns $0)
                ->  Seq Scan on load_17_0a1b2c3d4e_t
                      Filter: ((name = 'it''s 5'::text) AND (n > 12.5) AND (id = $1))
            """;
        var dialect = TestDatabase.Platform.Dialect.QueryPlans!;

        var kept = dialect.WithoutValues(plan);

        Assert.That(kept, Is.EqualTo("""
            Gather
              Workers Planned: 2
              InitPlan 1 (returns $0)
                ->  Seq Scan on load_?_0a1b2c3d4e_t
                      Filter: ((name = ?::text) AND (n > ?.?) AND (id = $1))
            """));
        Assert.That(dialect.Shape(kept), Does.Contain("Workers Planned: ?\n  InitPlan ? (returns $?)"));
    }

    [TestCase("select  a -- why\n from t where b = 'x''y' and c=1.5 ;", "select a from t where b = ? and c=?")]
    [TestCase("SELECT 1 WHERE a IN (1, 2,3)", "SELECT ? WHERE a IN (?)")]
    [TestCase("INSERT INTO \"load_5_ab_t\" VALUES (1, 'a'), (2, 'b')", "INSERT INTO \"load_?_ab_t\" VALUES (?)")]
    [TestCase("SELECT $a$secret$a$, t1.c2 FROM t1 /* secret */ WHERE x = $1", "SELECT ?, t1.c2 FROM t1 WHERE x = $1")]
    public void Statements_are_kept_without_comments_and_values(string sql, string expected) =>
        Assert.That(StatementText.Normalised(sql, TestDatabase.Platform.Dialect), Is.EqualTo(expected));

    private Explained Explained(string text, string more = ";Search Path=public,own")
    {
        using var connection = Session(more);
        return new PostgreSqlExplain(connection, TestDatabase.Platform.Dialect).Of(text);
    }

    private void RunAs(string user, params string[] statements)
    {
        using var session = Session($";Username={user};Password=x");
        foreach (var statement in statements)
        {
            using var command = PostgreSqlCommands.Make(session, statement, []);
            command.ExecuteNonQuery();
        }
    }

    private static SeenStatement Of(NpgsqlConnection session, IQueryPlans plans) =>
        plans.Look(LongAgo).Single(one => one.Session == session.ProcessID);

    private NpgsqlConnection Session(string more = "") => Watching.Session(_database, more);

    // In one statement, as a pooler may lend another session for the next one.
    private static (int Session, string Settings) Settings(NpgsqlConnection others)
    {
        using var command = new NpgsqlCommand(
            """
            SELECT pg_backend_pid(), concat_ws(' | ', current_setting('search_path'), current_setting('lock_timeout'),
                current_setting('statement_timeout'), current_setting('plan_cache_mode'),
                current_setting('default_transaction_read_only'),
                current_setting('idle_in_transaction_session_timeout'),
                (SELECT count(*) FROM pg_prepared_statements WHERE from_sql))
            """, others);
        using var reader = command.ExecuteReader();
        reader.Read();
        return (reader.GetInt32(0), reader.GetString(1));
    }

    private IQueryPlans Open(string? through = null) => Watching.Plans(through ?? _database.ConnectionString);
}

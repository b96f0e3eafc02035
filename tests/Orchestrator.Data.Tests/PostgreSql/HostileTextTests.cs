using Npgsql;
using NUnit.Framework.Interfaces;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>
/// What hostile texts of others do while their plans are asked for: nothing. So all of them are tried in one database,
/// which is made anew behind one that has done something.
/// </summary>
internal sealed class HostileTextTests
{
    private static readonly TimeSpan LongAgo = TimeSpan.FromHours(1);

    private static readonly string[] Hostile =
    [
        "SELECT 1; DROP TABLE victim", "DROP TABLE victim", "SELECT 1 /* ; */ ; DELETE FROM victim",
        "DELETE FROM victim", "UPDATE victim SET id = id + 1", "INSERT INTO victim VALUES (4)",
        "WITH gone AS (DELETE FROM victim RETURNING id) SELECT * FROM gone", "SELECT * INTO victim2 FROM victim",
        "SELECT harm()", "SELECT * FROM victim WHERE id = quiet_harm()", "SELECT 1 WHERE quiet_harm() = 1",
        "SELECT * FROM victim WHERE id = quiet_count()",
        "SELECT 'open", "SELECT \"open", "SELECT $$open", "SELECT $a$open$$", "SELECT 1 /* open", "SELECT 1 -- ; no",
        "SELECT 1 /* /* */ ; DROP TABLE victim", "EXPLAIN ANALYZE DELETE FROM victim",
        "ANALYZE) DELETE FROM victim --", "(ANALYZE) DELETE FROM victim", "SELECT E'\\'; DROP TABLE victim; --'",
        "SELECT '\\'; DROP TABLE victim; --'", "COPY victim TO PROGRAM 'true'", "SELECT pg_sleep(100)",
        "SELECT * FROM victim WHERE id = $1; DROP TABLE victim", "DO $$ BEGIN DELETE FROM victim; END $$", "", ";",
    ];

    private TestDatabase? _database;

    private TestDatabase Database => _database ??= Make();

    [TearDown]
    public void RemoveWhatWasHarmed()
    {
        if (TestContext.CurrentContext.Result.Outcome.Status == TestStatus.Failed)
        {
            Remove();
        }
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _database?.Dispose();
        _database = null;
    }

    [TestCaseSource(nameof(Hostile))]
    public void A_hostile_text_in_another_session_does_no_harm(string text)
    {
        using var session = Watching.Session(Database, ";Options=-c default_transaction_read_only=on");
        using var plans = Watching.Plans(Database.ConnectionString);
        Watching.Try(session, text);

        foreach (var one in plans.Look(LongAgo).Where(one => one.Key.Length > 0))
        {
            plans.Fetch(one);
        }

        AssertUnharmed();
    }

    [TestCaseSource(nameof(Hostile))]
    public void A_hostile_text_does_no_harm_either_where_its_session_is_not_asked(string text)
    {
        using var connection = Watching.Session(Database);

        var explained = new PostgreSqlExplain(connection, TestDatabase.Platform.Dialect).Of(text);

        Assert.That(explained.Plan.Length == 0, Is.EqualTo(explained.WhyNot.Length > 0));
        AssertUnharmed();
        Assert.That(
            Database.Ask("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in %'"), Is.EqualTo("0"));
    }

    [Test]
    public void The_server_itself_takes_one_statement_only()
    {
        using var connection = Watching.Session(Database);
        var explain = new PostgreSqlExplain(connection, TestDatabase.Platform.Dialect);

        Assert.That(() => explain.Lines("EXPLAIN SELECT 1; DROP TABLE victim"),
            Throws.InstanceOf<PostgresException>().With.Property("SqlState").EqualTo("42601"));
        AssertUnharmed();
    }

    private static TestDatabase Make()
    {
        var made = new TestDatabase();
        made.Run("""
            CREATE TABLE victim (id int);
            INSERT INTO victim VALUES (1), (2), (3);
            CREATE FUNCTION harm() RETURNS int LANGUAGE sql AS 'INSERT INTO victim VALUES (99) RETURNING id';
            CREATE SEQUENCE victim_count;
            CREATE FUNCTION quiet_count() RETURNS int STABLE LANGUAGE plpgsql AS
            'BEGIN PERFORM nextval(''victim_count''); RETURN 1; END';
            CREATE FUNCTION quiet_harm() RETURNS int STABLE LANGUAGE plpgsql AS
            'BEGIN EXECUTE ''INSERT INTO victim VALUES (99)''; RETURN 1; END';
            """);
        return made;
    }

    private void AssertUnharmed()
    {
        Assert.That(Database.Ask("SELECT string_agg(id::text, ',' ORDER BY id) FROM victim"), Is.EqualTo("1,2,3"));
        Assert.That(Database.Ask("SELECT to_regclass('victim2')"), Is.Null);
        Assert.That(Database.Ask("SELECT is_called::text FROM victim_count"), Is.EqualTo("false"));
    }
}

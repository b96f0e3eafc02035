using MySqlConnector;
using Orchestrator.Core.Types;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Tables that are made, changed and removed beside a transaction, which goes on.</summary>
[NonParallelizable] // Some change a setting of the server.
internal sealed class DefinitionTests
{
    private static readonly RowColumn[] Columns = [new("n", new SqlType(SqlTypeKind.Int))];
    private static readonly TableName Target = new(null, "t");
    private static readonly TableName Load = TestDatabase.Platform.Dialect.LoadTable(Target, 7);

    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE t (n int)");
        _target = _database.Open();
    }

    [TearDown]
    public void Remove()
    {
        _target.Dispose();
        _database.Dispose();
    }

    [Test]
    public void A_load_table_is_made_filled_counted_and_copied_in_a_transaction_that_can_be_taken_back()
    {
        Fill();
        var isThere = _target.KindOf(Load);
        _target.DropLoadTable(Load);
        var isStillThere = _target.KindOf(Load);
        _target.Rollback();

        Assert.That((isThere, isStillThere, _target.KindOf(Load)), Is.EqualTo(("table", "table", (string?)null)));
        Assert.That(_target.LeftLoadTables(Target), Is.Empty);
        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("0"));
    }

    [Test]
    public void It_goes_behind_the_commit_that_publishes_it()
    {
        Fill();
        _target.DropLoadTable(Load);
        _target.Commit();

        Assert.That((_target.KindOf(Load), _database.Ask("SELECT count(*) FROM t")), Is.EqualTo(((string?)null, "2")));
        Assert.That(_target.LeftLoadTables(Target), Is.Empty);
    }

    [Test]
    public void One_that_is_left_behind_is_found_by_its_whole_name()
    {
        Fill();
        _target.Rollback();

        Assert.That(_target.LeftLoadTables(Target), Is.EqualTo(new[] { Load }));
        _target.DropLoadTable(Load);
        Assert.That((_target.KindOf(Load), _target.LeftLoadTables(Target).Count), Is.EqualTo(((string?)null, 0)));
    }

    [Test]
    public void What_would_wait_for_its_own_transaction_is_a_mistake()
    {
        Fill();

        Assert.That(
            () => _target.AddColumns(Target, [new RowColumn("more", new SqlType(SqlTypeKind.Int))]),
            Throws.InvalidOperationException.With.Message.Contain("'t' would wait for its own transaction"));
        _target.Rollback();
    }

    [Test]
    public void What_others_are_at_is_waited_for_and_told()
    {
        List<string?> told = [];
        using var target = _database.Open(heldUp: told.Add);
        using var other = _database.Open();
        other.Begin(CancellationToken.None);
        other.Number("SELECT count(*) FROM `t`");
        var adds = new Thread(() => target.AddColumns(Target, [new RowColumn("more", new SqlType(SqlTypeKind.Int))]));
        adds.Start();
        Assert.That(() => told.Count, Is.GreaterThan(0).After(300).Seconds.PollEvery(10).MilliSeconds);

        other.Rollback();
        adds.Join();

        Assert.That(told[0], Does.StartWith("lock of t, held by "));
        Assert.That((told[^1], target.Columns(Target).Count), Is.EqualTo(((string?)null, 2)));
    }

    [Test]
    public void Who_may_hold_a_table_is_told_by_number_first_who_names_it_and_nobody_of_the_own_run()
    {
        _database.Run("CREATE TABLE held_table (n int); INSERT INTO held_table VALUES (1)");
        List<string?> told = [];
        using var target = _database.Open(heldUp: told.Add);
        target.Begin(CancellationToken.None);
        using var sibling = _database.Open();
        sibling.Begin(CancellationToken.None);
        var own = sibling.Number("SELECT CONNECTION_ID()");
        using var idle = Session("SELECT count(*) FROM held_table");
        using var busy = Session();
        var asks = new Thread(() => Run(busy, "SELECT SLEEP(600) FROM held_table"));
        asks.Start();
        Assert.That(
            () => _database.Ask($"SELECT count(*) FROM information_schema.PROCESSLIST WHERE ID = {busy.ServerThread} "
                + "AND INFO LIKE 'SELECT SLEEP%'"),
            Is.EqualTo("1").After(300).Seconds.PollEvery(10).MilliSeconds);
        var adds = new Thread(() => target.AddColumns(
            new TableName(null, "held_table"), [new RowColumn("more", new SqlType(SqlTypeKind.Int))]));

        adds.Start();
        Assert.That(() => told.Count, Is.GreaterThan(0).After(300).Seconds.PollEvery(10).MilliSeconds);
        _database.Run($"KILL QUERY {busy.ServerThread}");
        asks.Join();
        Run(busy, "ROLLBACK");
        Run(idle, "ROLLBACK");
        adds.Join();
        target.Rollback();

        Assert.That(told[0], Does.StartWith(
            $"lock of held_table, held by perhaps session {busy.ServerThread} (orchestrator from 127.0.0.1:"));
        Assert.That(
            told[0], Does.Contain($"perhaps session {idle.ServerThread} (").And.Not.Contain($"session {own} ("));
    }

    [Test]
    public void A_column_that_is_added_takes_every_character_whatever_its_table_says()
    {
        _database.Run("CREATE TABLE latin (n int) CHARACTER SET latin1");

        _target.AddColumns(new TableName(null, "latin"), [new RowColumn("v", TestDatabase.Type("nvarchar(10)"))]);

        Assert.That(
            _database.Ask("SELECT CHARACTER_SET_NAME FROM information_schema.COLUMNS WHERE COLUMN_NAME = 'v' "
                + "AND TABLE_SCHEMA = DATABASE()"), Is.EqualTo("utf8mb4"));
    }

    [Test]
    public void A_table_of_the_engines_own_is_made_with_its_key()
    {
        var own = TestDatabase.Platform.Dialect.OwnTable("some");

        OwnTable.Make(_target, own, [Columns[0] with { Nullable = false }], new TableKey("some_n", ["n"]), default);
        OwnTable.Make(_target, own, Columns, new TableKey("some_n", ["n"]), default);

        Assert.That(_target.KeysByRow(own).Single().Columns, Is.EqualTo(new[] { "n" }));
    }

    [TestCase("nvarchar(20)", 1)]
    [TestCase("nvarchar(max)", 0)]
    public void A_target_is_made_with_its_key_where_an_index_takes_that(string type, int keys)
    {
        RowColumn[] columns =
        [
            new("k", TestDatabase.Type(type), Nullable: false), new("v", TestDatabase.Type("nvarchar(10)")),
        ];

        _target.CreateKeyedTable(new TableName(null, "keyed"), columns, [columns[0]], "versions");

        Assert.That(
            _target.KeysByRow(new TableName(null, "keyed")).SelectMany(key => key.Columns),
            Is.EqualTo(Enumerable.Repeat("k", keys)));
        Assert.That(
            _database.Ask("SELECT concat(ENGINE, ' ', TABLE_COLLATION) FROM information_schema.TABLES "
                + "WHERE TABLE_NAME = 'keyed' AND TABLE_SCHEMA = DATABASE()"),
            Does.StartWith("InnoDB utf8mb4_"));
    }

    [Test]
    public void A_table_is_of_InnoDB_and_takes_every_character_whatever_the_database_says()
    {
        _database.Run("ALTER DATABASE CHARACTER SET latin1; SET GLOBAL default_storage_engine = Aria");
        try
        {
            using var target = _database.Open();
            target.CreateTable(new TableName(null, "made"), [new RowColumn("v", TestDatabase.Type("nvarchar(10)"))]);

            Assert.That(
                _database.Ask("SELECT concat(ENGINE, ' ', TABLE_COLLATION) FROM information_schema.TABLES "
                    + "WHERE TABLE_NAME = 'made' AND TABLE_SCHEMA = DATABASE()"),
                Is.EqualTo("InnoDB utf8mb4_general_ci"));
        }
        finally
        {
            _database.Run("SET GLOBAL default_storage_engine = InnoDB");
        }
    }

    // Somebody else's, in a transaction.
    private MySqlConnection Session(params string[] statements)
    {
        var session = new MySqlConnection(_database.ConnectionString + ";Pooling=false");
        session.Open();
        foreach (var statement in statements.Prepend("START TRANSACTION"))
        {
            Run(session, statement);
        }

        return session;
    }

    private static void Run(MySqlConnection session, string sql)
    {
        try
        {
            using var command = MariaDbCommands.Make(session, sql, []);
            command.ExecuteScalar();
        }
        catch (MySqlException fault) when (fault.Number == MariaDbNumbers.Stopped)
        {
            // It was stopped in the middle of it.
        }
    }

    private void Fill()
    {
        _target.Begin(CancellationToken.None);
        _target.CreateLoadTable(Load, Target, 7, [.. Columns, TestDatabase.Platform.Dialect.RowNumber], ["n"]);
        var load = TestDatabase.Platform.Dialect.Quote(Load);
        _target.Execute($"INSERT INTO {load} (`n`) VALUES (1), (2)");
        _target.Execute(TestDatabase.Platform.Dialect.CountForPlans(Load));
        _target.Execute($"INSERT INTO `t` (`n`) SELECT `n` FROM {load}");
    }
}

using Orchestrator.Data.Durability;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>`synchronous_commit` of sessions and of a database.</summary>
internal sealed class DurabilityTests
{
    private const string Show = "SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN 1 ELSE 0 END";

    private TestDatabase _database = null!;

    [SetUp]
    public void Make() => _database = new TestDatabase();

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void A_relaxed_session_is_told_so_at_its_start_beside_what_people_write()
    {
        var options = _database.ConnectionString + ";Options=-c search_path=mine";
        using var relaxed = Open(isRelaxed: true, options);
        using var durable = Open(isRelaxed: false, options);

        Assert.That((relaxed.Number(Show), durable.Number(Show)), Is.EqualTo((1L, 0L)));
        Assert.That(relaxed.Ask("SHOW search_path").First, Is.EqualTo(new[] { "mine" }));
    }

    [TestCase("08P01")]
    [TestCase("0A000")]
    [TestCase(null)]
    public void A_pooler_that_refuses_or_ignores_what_a_session_is_told_is_told_with_each_transaction(string? refusal)
    {
        using var pooler = new Pooler(Server.Cluster.Port, refusal);
        using var relaxed = Open(isRelaxed: true, pooler.Through(_database.ConnectionString));

        var outside = relaxed.Number(Show);
        relaxed.Begin(CancellationToken.None);

        Assert.That((outside, relaxed.Number(Show)), Is.EqualTo((0L, 1L)));
    }

    [Test]
    public void A_session_that_nobody_relaxed_commits_durably_although_somebody_else_has_relaxed_the_database()
    {
        _database.Run($"ALTER DATABASE {Name} SET synchronous_commit = off");

        using var durable = Open(isRelaxed: false, _database.ConnectionString + ";Options=-c search_path=mine");
        using var relaxed = Open(isRelaxed: true, _database.ConnectionString);

        Assert.That(_database.Ask(Show), Is.EqualTo("1"));
        Assert.That((durable.Number(Show), relaxed.Number(Show)), Is.EqualTo((0L, 1L)));
        Assert.That(durable.Ask("SHOW search_path").First, Is.EqualTo(new[] { "mine" }));
    }

    [TestCase("08P01")]
    [TestCase("0A000")]
    [TestCase(null)]
    public void Behind_a_pooler_each_of_its_transactions_is_told_so(string? refusal)
    {
        _database.Run($"ALTER DATABASE {Name} SET synchronous_commit = off");
        using var pooler = new Pooler(Server.Cluster.Port, refusal);
        using var durable = Open(isRelaxed: false, pooler.Through(_database.ConnectionString));

        var outside = durable.Number(Show);
        durable.Begin(CancellationToken.None);

        Assert.That((outside, durable.Number(Show)), Is.EqualTo((1L, 0L)));
    }

    [Test]
    public void A_session_that_is_opened_anew_commits_durably_in_a_database_that_was_relaxed_meanwhile()
    {
        using var durable = Open(isRelaxed: false, _database.ConnectionString);
        _database.Run($"ALTER DATABASE {Name} SET synchronous_commit = off");
        ((PostgreSqlDatabase)durable).Connection.Close();

        durable.Begin(CancellationToken.None);

        Assert.That(durable.Number(Show), Is.Zero);
    }

    [TestCase("local")]
    [TestCase("remote_write")]
    [TestCase("remote_apply")]
    public void What_does_wait_for_the_disk_is_left_as_it_is(string setting)
    {
        _database.Run($"ALTER DATABASE {Name} SET synchronous_commit = {setting}");
        using var durable = Open(isRelaxed: false, _database.ConnectionString);
        using var again = Open(isRelaxed: false, _database.ConnectionString);
        ((PostgreSqlDatabase)again).Connection.Close();

        durable.Begin(CancellationToken.None);
        again.Begin(CancellationToken.None);

        Assert.That(durable.Ask("SHOW synchronous_commit").First, Is.EqualTo(new[] { setting }));
        Assert.That(again.Ask("SHOW synchronous_commit").First, Is.EqualTo(new[] { setting }));
    }

    [Test]
    public void A_session_that_only_reads_is_not_relaxed()
    {
        using var reading = TestDatabase.Platform.Open(
            Address(_database.ConnectionString), Use with { IsTarget = false, IsRelaxed = true });

        Assert.That(reading.Number(Show), Is.Zero);
    }

    [TestCase("")]
    [TestCase("local")]
    [TestCase("remote_apply")]
    public void The_setting_of_the_database_is_changed_and_restored_absent_as_absent(string found)
    {
        if (found.Length > 0)
        {
            _database.Run($"ALTER DATABASE {Name} SET synchronous_commit = {found}");
        }

        using var durability = OpenDurability(ofDatabase: true);
        var before = durability.Setting();
        durability.Change(durability.RelaxedSetting, CancellationToken.None);
        var relaxed = (durability.Setting(), _database.Ask(Show));
        durability.Change(before, CancellationToken.None);

        Assert.That((before, relaxed), Is.EqualTo((found, ("off", "1"))));
        Assert.That(durability.Setting(), Is.EqualTo(found));
        Assert.That(
            _database.Ask("SELECT count(*)::text FROM pg_db_role_setting AS s JOIN pg_database AS d "
                + $"ON d.oid = s.setdatabase WHERE d.datname = '{Name}'"),
            Is.EqualTo(found.Length > 0 ? "1" : "0"));
    }

    [Test]
    public void Other_settings_of_the_database_stay()
    {
        _database.Run($"ALTER DATABASE {Name} SET work_mem = '8MB'");
        using var durability = OpenDurability(ofDatabase: true);

        durability.Change("off", CancellationToken.None);
        durability.Change("", CancellationToken.None);

        Assert.That(_database.Ask("SHOW work_mem"), Is.EqualTo("8MB"));
    }

    [Test]
    public void Where_sessions_are_relaxed_the_database_is_not_changed()
    {
        using var durability = OpenDurability(ofDatabase: false);

        Assert.That(durability.ChangesDatabase, Is.False);
        Assert.That(() => durability.Change("off", CancellationToken.None), Throws.InvalidOperationException);
    }

    [Test]
    public void Who_does_not_own_the_database_is_ruled_out_and_told_who_does()
    {
        _database.Run($"CREATE ROLE {Name}_etl LOGIN PASSWORD 'x'");
        var other = Server.Cluster.ConnectionString(Name, $"{Name}_etl", "x");
        using var durability = OpenDurability(ofDatabase: true, other);
        using var ofSessions = OpenDurability(ofDatabase: false, other);

        var found = durability.Obstacles().Single(each => each.RulesOut);

        Assert.That(found.What, Is.EqualTo("the user does not own the database, 'orchestrator' does"));
        Assert.That(found.Advice, Does.Contain("delayedDurability.connection"));
        Assert.That(ofSessions.Obstacles().Where(each => each.RulesOut), Is.Empty);
        Assert.That(() => durability.Change("off", CancellationToken.None), Throws.Exception);
    }

    [Test]
    public void A_role_with_a_setting_of_its_own_is_told()
    {
        _database.Run($"CREATE ROLE {Name}_own LOGIN SUPERUSER PASSWORD 'x'");
        _database.Run($"ALTER ROLE {Name}_own IN DATABASE {Name} SET synchronous_commit = local");
        using var durability = OpenDurability(
            ofDatabase: true, Server.Cluster.ConnectionString(Name, $"{Name}_own", "x"));

        Assert.That(
            durability.Obstacles().Where(each => !each.RulesOut).Select(each => each.What),
            Has.Some.Contains("synchronous_commit = local"));
    }

    // The servers of the tests run without fsync.
    [Test]
    public void A_server_without_fsync_is_told()
    {
        using var durability = OpenDurability(ofDatabase: false);

        Assert.That(
            durability.Obstacles(),
            Has.Exactly(1).Matches<DurabilityObstacle>(
                each => each is { RulesOut: false, What: "fsync is off on the server" }));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_setting_that_is_off_for_everybody_is_told(bool ofDatabase)
    {
        var off = _database.ConnectionString + ";Options=-c synchronous_commit=off";
        using var durability = OpenDurability(ofDatabase, off);
        using var durable = OpenDurability(ofDatabase);

        Assert.That(durability.Obstacles().Select(each => each.What), Has.Member("synchronous_commit is off already"));
        Assert.That(durable.Obstacles().Select(each => each.What), Has.No.Member("synchronous_commit is off already"));
    }

    [TestCase("true", "")]
    [TestCase("false", "s1")]
    public void Standbys_are_known(string isStandby, string standbys)
    {
        var found = PostgreSqlObstacles.Of(
            ["true", "me", isStandby, "on", standbys, "on", ""], "", ofDatabase: false).Single();

        Assert.That(found.RulesOut, Is.EqualTo(isStandby == "true"));
    }

    [Test]
    public void Two_connections_to_one_database_have_one_identity()
    {
        using var one = OpenDurability(ofDatabase: false);
        using var other = OpenDurability(
            ofDatabase: true, _database.ConnectionString.Replace("127.0.0.1", "localhost", StringComparison.Ordinal));
        using var elsewhere = OpenDurability(ofDatabase: false, Server.Cluster.ConnectionString());

        Assert.That(other.Identity, Is.EqualTo(one.Identity));
        Assert.That(elsewhere.Identity, Is.Not.EqualTo(one.Identity));
    }

    private string Name => _database.Ask("SELECT current_database()")!;

    private static DatabaseUse Use => new() { IsTarget = true, Time = TimeProvider.System };

    private static DatabaseAddress Address(string connectionString) =>
        new() { Connection = "Dwh", ConnectionString = connectionString };

    private static IDatabase Open(bool isRelaxed, string connectionString) =>
        TestDatabase.Platform.Open(Address(connectionString), Use with { IsRelaxed = isRelaxed });

    private IDurability OpenDurability(bool ofDatabase, string? connectionString = null) =>
        TestDatabase.Platform.OpenDurability(Address(connectionString ?? _database.ConnectionString), Use, ofDatabase);
}

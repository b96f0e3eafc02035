using MySqlConnector;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Who is let in, and what connection strings may say.</summary>
[NonParallelizable] // Some change a setting of the server.
internal sealed class OpeningTests
{
    private const string Nobody = "Server=127.0.0.1;Port=1;Database=dwh";

    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make() => _database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("10.11.19-MariaDB-0+deb12u1", null)]
    [TestCase("5.5.5-10.11.4-MariaDB", null)]
    [TestCase("11.4.2-MariaDB-log", null)]
    [TestCase("10.6.3-MariaDB", "the server is MariaDB 10.6.3, and 10.11 is the oldest that packages work with")]
    [TestCase("8.0.36", "the server is no MariaDB (version 8.0.36)")]
    public void A_server_is_judged_by_its_version(string version, string? why) => Assert.That(
        MariaDbOpening.VersionRefusal(version), why is null ? Is.Null : Does.StartWith(why));

    [TestCase(";Allow User Variables=true", "sets 'Allow User Variables', which the engine sets itself")]
    [TestCase(";AllowLoadLocalInfile=true", "sets 'Allow Load Local Infile', which the engine sets itself")]
    [TestCase(";Pooling=true", "sets 'Pooling', which the engine sets itself")]
    [TestCase(";Secret=1", "cannot be read")]
    public void What_is_the_engines_to_set_is_refused(string more, string message)
    {
        var fault = Refused(Nobody + more);

        Assert.That((fault.Class, fault.Text.Contains(message, StringComparison.Ordinal)),
            Is.EqualTo((DatabaseFaultClass.Config, true)), fault.Text);
        Assert.That(fault.Text, Does.Not.Contain("Secret"));
    }

    [TestCase("Database=dwh", "names no server")]
    [TestCase("Server=db1", "names no database")]
    [TestCase("Server=db1,db2;Database=dwh", "names several servers")]
    public void One_server_and_a_database_have_to_be_named(string connectionString, string message) =>
        Assert.That(Refused(connectionString).Text, Does.Contain(message));

    [Test]
    public void Failures_to_connect_say_what_to_do()
    {
        var nobody = Refused(Nobody);
        var unknown = Refused(_database.ConnectionString.Replace(
            "Database=", "Database=no_", StringComparison.Ordinal));
        var stranger = Refused(_database.ConnectionString + ";Password=wrong");

        Assert.That((nobody.Class, nobody.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
        Assert.That((unknown.Class, unknown.Code), Is.EqualTo((DatabaseFaultClass.Config, "1049")));
        Assert.That((stranger.Class, stranger.Code), Is.EqualTo((DatabaseFaultClass.Config, "1045")));
        Assert.That(stranger.Advice, Does.Contain("password"));
    }

    [Test]
    public void A_server_that_shares_its_changes_with_others_is_read_and_not_written()
    {
        _database.Run("SET GLOBAL auto_increment_increment = 2");
        try
        {
            using var source = _database.Open(isTarget: false);

            Assert.That(Refused(_database.ConnectionString).Text, Does.Contain("in steps of 2"));
        }
        finally
        {
            _database.Run("SET GLOBAL auto_increment_increment = 1");
        }
    }

    [Test]
    public void A_place_is_host_port_and_database() => Assert.That(
        TestDatabase.Platform.PlaceOf(Address("Host=db1;Database=dwh;Uid=etl;Pwd=x")),
        Is.EqualTo(new DatabaseLocation("db1:3306", "dwh")));

    [Test]
    public void A_session_is_as_the_driver_needs_it_whatever_the_server_says()
    {
        using var target = _database.Open();
        using var source = _database.Open(isTarget: false);

        const string settings = "SELECT concat_ws(' ', @@sql_mode LIKE '%STRICT_ALL_TABLES%', "
            + "@@sql_mode LIKE '%NO_BACKSLASH_ESCAPES%', @@time_zone, @@autocommit, @@tx_isolation, @@tx_read_only, "
            + "@@net_write_timeout > 1000000, @@max_statement_time = 0)";
        Assert.That(target.Ask(settings).First[0], Is.EqualTo("1 0 +00:00 ON READ-COMMITTED OFF 1 1"));
        Assert.That(source.Ask(settings).First[0], Does.EndWith(" ON 1 1"));
    }

    [Test]
    public void What_the_server_has_for_all_sessions_cuts_no_source_and_switches_off_no_check()
    {
        _database.Run("CREATE TABLE many AS SELECT seq AS n FROM seq_1_to_5; SET GLOBAL sql_select_limit = 2; "
            + "SET GLOBAL check_constraint_checks = 0; SET GLOBAL system_versioning_asof = '2020-01-01 00:00:00'");
        try
        {
            using var target = _database.Open();
            using var source = _database.Open(isTarget: false);

            Assert.That(TextRows.Read(source, "SELECT n FROM many"), Has.Count.EqualTo(5));
            const string settings = "SELECT concat_ws(' ', @@check_constraint_checks, @@foreign_key_checks, "
                + "@@unique_checks, @@system_versioning_asof)";
            Assert.That(target.Ask(settings).First[0], Is.EqualTo("ON ON ON DEFAULT"));
            Assert.That(source.Ask(settings).First[0], Is.EqualTo("ON ON ON DEFAULT"));
        }
        finally
        {
            _database.Run("SET GLOBAL sql_select_limit = DEFAULT; SET GLOBAL check_constraint_checks = 1; "
                + "SET GLOBAL system_versioning_asof = DEFAULT");
        }
    }

    [Test]
    public void Values_are_sorted_by_more_than_their_first_bytes()
    {
        using var source = _database.Open(isTarget: false);

        Assert.That(
            source.Ask("SELECT group_concat(n ORDER BY r) FROM (SELECT seq AS n, row_number() OVER ("
                + "ORDER BY concat(repeat('x', 2000), 9 - seq)) AS r FROM seq_1_to_5) AS numbered").First[0],
            Is.EqualTo("5,4,3,2,1"));
    }

    [Test]
    public void A_source_cannot_write_even_behind_a_commit_of_its_own()
    {
        _database.Run("CREATE TABLE read_only (a int)");
        using var source = _database.Open(isTarget: false);

        Assert.That(() => source.Execute("INSERT INTO read_only VALUES (1)"), Throws.InstanceOf<MySqlException>());
        source.RunStatement(new ScriptStatement("COMMIT", 1, "COMMIT"));
        Assert.That(() => source.Execute("INSERT INTO read_only VALUES (1)"), Throws.InstanceOf<MySqlException>());
        Assert.That(() => source.Execute("DROP TABLE `read_only`"), Throws.InstanceOf<MySqlException>());

        Assert.That(_database.Ask("SELECT count(*) FROM read_only"), Is.EqualTo("0"));
    }

    [TestCase(ReadIsolation.Snapshot, "1")]
    [TestCase(ReadIsolation.RepeatableRead, "1")]
    [TestCase(ReadIsolation.ReadCommitted, "2")]
    public void A_source_sees_of_others_what_its_isolation_says(ReadIsolation isolation, string seen)
    {
        _database.Run("CREATE OR REPLACE TABLE growing (a int); INSERT INTO growing VALUES (1)");
        using var source = _database.Open(isTarget: false, isolation);
        source.Number("SELECT count(*) FROM growing");
        _database.Run("INSERT INTO growing VALUES (2)");

        Assert.That(source.Ask("SELECT count(*) FROM growing").First[0], Is.EqualTo(seen));
        source.Rollback();
        Assert.That(source.Ask("SELECT count(*) FROM growing").First[0], Is.EqualTo("2"));
    }

    private static DatabaseAddress Address(string connectionString) =>
        new() { Connection = "Dwh", ConnectionString = connectionString };

    private static DatabaseFault Refused(string connectionString)
    {
        try
        {
            using var opened = TestDatabase.Platform.Open(
                Address(connectionString), new DatabaseUse { IsTarget = true, Time = TimeProvider.System });
        }
        catch (Exception fault)
        {
            return TestDatabase.Platform.Explain(fault)!;
        }

        throw new AssertionException("It was opened.");
    }
}

using System.Net.Sockets;
using Npgsql;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.Tests.PostgreSql;

internal sealed class ErrorTests
{
    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run(
            """
            CREATE TABLE parent (n int PRIMARY KEY);
            CREATE TABLE child (n int NOT NULL REFERENCES parent, name varchar(3) CHECK (name <> 'bad'));
            CREATE ROLE nobody_much LOGIN PASSWORD 'geheim';
            """);
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _database.Run("REVOKE ALL ON SCHEMA public FROM nobody_much");
        _database.Dispose();
    }

    [TestCase("INSERT INTO child VALUES (1)", "23503", DatabaseFaultClass.Data)]
    [TestCase("INSERT INTO child VALUES (NULL)", "23502", DatabaseFaultClass.Data)]
    [TestCase("INSERT INTO parent VALUES (1), (1)", "23505", DatabaseFaultClass.Data)]
    [TestCase("INSERT INTO child VALUES (1, 'long')", "22001", DatabaseFaultClass.Data)]
    [TestCase("SELECT 1 / 0", "22012", DatabaseFaultClass.Data)]
    [TestCase("SELECT 'x'::int", "22P02", DatabaseFaultClass.Data)]
    [TestCase("SELECT 2147483647 + 1", "22003", DatabaseFaultClass.Data)]
    [TestCase("DO 'BEGIN RAISE EXCEPTION ''no''; END'", "P0001", DatabaseFaultClass.Data)]
    [TestCase("SELEC 1", "42601", DatabaseFaultClass.Config)]
    [TestCase("SELECT * FROM nowhere", "42P01", DatabaseFaultClass.Config)]
    [TestCase("SELECT nothing()", "42883", DatabaseFaultClass.Config)]
    [TestCase("CREATE TABLE parent (n int)", "42P07", DatabaseFaultClass.Config)]
    [TestCase("INSERT INTO parent VALUES (now())", "42804", DatabaseFaultClass.Config)]
    [TestCase("INSERT INTO nowhere.t VALUES (1)", "42P01", DatabaseFaultClass.Config)]
    public void A_failure_says_who_can_do_what(string sql, string code, DatabaseFaultClass who)
    {
        using var target = _database.Open();

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => target.Execute(sql))!)!;

        Assert.That((fault.Code, fault.Class), Is.EqualTo((code, who)));
        Assert.That(fault.Advice, Does.EndWith("."));
        Assert.That(fault.IsConnectionLost, Is.False);
    }

    [Test]
    public void A_string_of_another_platform_is_not_for_this_one_to_explain() => Assert.That(
        TestDatabase.Platform.Explain(new ConnectionStringException("SQL Server", "cannot be read")), Is.Null);

    [TestCase("40001", DatabaseFaultClass.Transient, false)]
    [TestCase("40P01", DatabaseFaultClass.Transient, false)]
    [TestCase("55P03", DatabaseFaultClass.Transient, false)]
    [TestCase("53100", DatabaseFaultClass.Transient, false)]
    [TestCase("53300", DatabaseFaultClass.Transient, false)]
    [TestCase("57P01", DatabaseFaultClass.Transient, true)]
    [TestCase("57P03", DatabaseFaultClass.Transient, true)]
    [TestCase("08006", DatabaseFaultClass.Transient, true)]
    [TestCase("58030", DatabaseFaultClass.Transient, false)]
    [TestCase("XX000", DatabaseFaultClass.Transient, false)]
    [TestCase("25P02", DatabaseFaultClass.Bug, false)]
    [TestCase("0A000", DatabaseFaultClass.Config, false)]
    public void States_that_are_hard_to_bring_about_have_a_class(string state, DatabaseFaultClass who, bool isLost)
    {
        var fault = TestDatabase.Platform.Explain(new PostgresException("text", "ERROR", "ERROR", state))!;

        Assert.That((fault.Class, fault.IsConnectionLost), Is.EqualTo((who, isLost)));
    }

    [Test]
    public void Where_no_connection_is_free_each_limit_is_named()
    {
        var fault = TestDatabase.Platform.Explain(new PostgresException("text", "FATAL", "FATAL", "53300"))!;

        Assert.That(fault.Advice, Does.Contain("max_connections").And.Contain("CONNECTION LIMIT"));
    }

    [Test]
    public void What_two_sessions_make_at_one_time_is_the_fault_of_no_row()
    {
        var fault = TestDatabase.Platform.Explain(
            new PostgresException("text", "ERROR", "ERROR", "23505", schemaName: "pg_catalog"))!;

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Transient));
        Assert.That(fault.Advice, Does.Contain("can be tried again"));
    }

    [TestCase("nowhere.mood", "3F000")]
    [TestCase("public.mood", "42704")]
    [TestCase("text COLLATE nowhere", "42704")]
    public void A_column_whose_type_is_not_there_is_named(string type, string code)
    {
        using var target = _database.Open();
        target.Begin(CancellationToken.None);
        RowColumn[] columns =
        [
            new("😀 \n(", TestDatabase.Type("int")),
            new("mood", TestDatabase.Type("nvarchar(max)")) { Native = new NativeType("PostgreSQL", type) },
            new("last", TestDatabase.Type("int")),
        ];

        var fault = TestDatabase.Platform.Explain(
            Assert.Catch(() => target.CreateTable(new TableName("public", "typed"), columns))!)!;

        Assert.That((fault.Code, fault.Class), Is.EqualTo((code, DatabaseFaultClass.Config)));
        Assert.That(fault.Text, Does.EndWith("(column mood)"));
        Assert.That(fault.Advice, Does.Contain("another `dataType`"));
    }

    [Test]
    public void A_session_is_named_within_what_the_server_takes()
    {
        var said = new List<string>();
        using var source = TestDatabase.Platform.Open(
            new DatabaseAddress { Connection = "Dwh", ConnectionString = _database.ConnectionString },
            new DatabaseUse
            {
                IsTarget = false,
                Time = TimeProvider.System,
                Message = said.Add,
                Application = "orchestrator 7 Stage/" + new string('ö', 60),
            });

        var answer = source.Number("SELECT 1");

        Assert.That((answer, said.Count), Is.EqualTo((1, 0)), string.Join(' ', said));
    }

    [Test]
    public void A_statement_of_a_script_is_told_by_its_line()
    {
        using var target = _database.Open();
        var statement = TestDatabase.Platform.Dialect.Split("SELECT 1;\n-- a comment\nSELECT 2,\n  nowhere;").Last();

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => target.RunStatement(statement))!)!;

        Assert.That(fault.Line, Is.EqualTo(4));
    }

    [TestCase("28P01", DatabaseFaultClass.Config, "Password=falsch")]
    [TestCase("3D000", DatabaseFaultClass.Config, "Database=nowhere")]
    [TestCase("ConnectionRefused", DatabaseFaultClass.Transient, "Port=1")]
    [TestCase("HostNotFound", DatabaseFaultClass.Config, "Host=nowhere.invalid")]
    [TestCase("", DatabaseFaultClass.Config, "Pooling=true")]
    [TestCase("", DatabaseFaultClass.Config, "Command Timeout=5")]
    [TestCase("", DatabaseFaultClass.Config, "Include Error Detail=true")]
    [TestCase("", DatabaseFaultClass.Config, "Multiplexing=true")]
    [TestCase("", DatabaseFaultClass.Config, "swordfish=1")]
    [TestCase("", DatabaseFaultClass.Config, "Port=swordfish")]
    [TestCase("", DatabaseFaultClass.Config, "Host=")]
    public void A_connection_that_cannot_be_made_is_told_without_what_is_secret(
        string code, DatabaseFaultClass who, string change)
    {
        var fault = Assert.Catch(() => _database.Open(connectionString: _database.ConnectionString + ";" + change));
        var explained = TestDatabase.Platform.Explain(fault!)!;

        Assert.That((explained.Code, explained.Class), Is.EqualTo((code, who)));
        Assert.That(
            $"{explained} {fault}", Does.Not.Contain("swordfish").And.Not.Contain(Server.Cluster.Password)
                .And.Not.Contain("falsch"));
    }

    [Test]
    public void A_role_that_may_not_is_told_what_it_lacks()
    {
        using var target = _database.Open(connectionString:
            new NpgsqlConnectionStringBuilder(_database.ConnectionString)
            {
                Username = "nobody_much",
                Password = "geheim",
            }.ConnectionString);

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => target.Number("SELECT n FROM parent"))!)!;

        Assert.That(fault.Code, Is.EqualTo("42501"));
        Assert.That(fault.Advice, Does.Contain("orchestrator connections grants"));
    }

    [Test]
    public void A_server_that_goes_away_in_the_middle_of_connecting_is_a_lost_connection()
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        var fault = Assert.Catch(() => new NetworkStream(socket).Dispose())!;

        var explained = TestDatabase.Platform.Explain(fault)!;

        Assert.That((explained.Class, explained.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
        Assert.That(TestDatabase.Platform.Explain(new IOException("of a file")), Is.Null);
    }

    [Test]
    public void What_is_not_its_own_is_not_explained()
    {
        Assert.That(TestDatabase.Platform.Explain(new InvalidOperationException("x")), Is.Null);
    }
}

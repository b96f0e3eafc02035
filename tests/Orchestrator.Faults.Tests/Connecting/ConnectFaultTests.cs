using Orchestrator.Tds;

[assembly: LevelOfParallelism(4)]

namespace Orchestrator.Faults.Tests.Connecting;

/// <summary>Servers that let nobody in: said within ten seconds, with class, place and what to do.</summary>
[Parallelizable(ParallelScope.All)] // They mostly wait for somebody who never answers.
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class ConnectFaultTests : IDisposable
{
    private readonly Night _night = new();

    [SetUp]
    public void Make() =>
        _night.MakeDatabase(
            "CREATE TABLE s (id integer)", "CREATE TABLE t (id integer)", "INSERT INTO t VALUES (-1)");

    public void Dispose() => _night.Dispose();

    [Test]
    public void A_password_that_is_wrong()
    {
        var called = Run(_night.PostgreSql(Server.Cluster.Port, password: "open sesame"));

        Check(called, "Config", "28P01", "Correct user name and password");
    }

    [Test]
    public void A_login_that_is_refused()
    {
        _night.Execute($"CREATE ROLE no_login_{_night.Database} NOLOGIN PASSWORD 'x'");

        var called = Run(_night.PostgreSql(Server.Cluster.Port, $"no_login_{_night.Database}", "x"));

        Check(called, "Config", "28000", "is not permitted to log in");
    }

    [Test]
    public void A_database_that_is_missing()
    {
        var called = Run(_night.PostgreSql(Server.Cluster.Port, database: "nowhere"));

        Check(called, "Config", "3D000", "database \"nowhere\" does not exist");
    }

    [Test]
    public void A_server_whose_connections_are_used_up()
    {
        _night.Execute($"CREATE ROLE busy_{_night.Database} LOGIN PASSWORD 'x' CONNECTION LIMIT 0");

        var called = Run(_night.PostgreSql(Server.Cluster.Port, $"busy_{_night.Database}", "x"));

        Check(called, "Transient", "53300", "lower `maxConcurrency`");
    }

    [Test]
    public void A_name_that_is_not_known()
    {
        var called = Run(_night.PostgreSql(Server.Cluster.Port).Replace("127.0.0.1", "db.invalid"));

        Check(called, "Config", "HostNotFound", "the server's name is not known");
    }

    [Test]
    public void A_server_that_nobody_is_at()
    {
        int port;
        using (var wire = new Wire(Server.Cluster.Port, _ => Fate.Pass))
        {
            port = wire.Port;
        }

        var called = Run(_night.PostgreSql(port));

        Check(called, "Transient", "ConnectionRefused", "nobody listens");
    }

    [Test]
    public void A_server_that_accepts_and_never_answers()
    {
        using var wire = new Wire(Server.Cluster.Port, _ => Fate.Swallow);

        var called = Run(_night.PostgreSql(wire.Port));

        Check(called, "Transient", "time-out", "8 s");
    }

    [Test]
    public void A_server_that_falls_silent_while_a_session_begins()
    {
        using var wire = new Wire(Server.Cluster.Port, piece =>
            piece.IsRequest && piece.Says("SCRAM-SHA-256"u8) ? Fate.Swallow : Fate.Pass);

        var called = Run(_night.PostgreSql(wire.Port));

        Check(called, "Transient", "time-out", "8 s");
    }

    [Test]
    public void A_certificate_that_nobody_trusts()
    {
        using var server = new TlsServer(isPostgreSql: true);

        var called = Run(_night.PostgreSql(server.Port) + ";SSL Mode=VerifyFull");

        Check(called, "Config", "TLS", "Root Certificate");
    }

    [TestCase(18456, 14, "Config", "Correct user name and password")]
    [TestCase(18452, 14, "Config", "the logins that the server takes")]
    [TestCase(4060, 11, "Config", "Correct `Database`")]
    [TestCase(17809, 20, "Transient", "lower `maxConcurrency`")]
    public void What_SQL_Server_answers_to_a_login(int number, byte severity, string type, string words)
    {
        using var scripted = new ScriptedServer();
        scripted.Server.OnLogin((_, reply) => reply.Error(
            new ServerMessage(number, "It is refused.") { Class = severity }));

        Check(RunSqlServer(scripted.Server.Port), type, $"{number}", words);
    }

    [Test]
    public void A_SQL_Server_that_accepts_and_never_answers()
    {
        using var scripted = new ScriptedServer();
        using var wire = new Wire(scripted.Server.Port, _ => Fate.Swallow);

        Check(RunSqlServer(wire.Port), "Transient", "time-out", "did not answer within 8 s");
    }

    // After the first there comes the login, then the settings of the session.
    [TestCase(1)]
    [TestCase(2)]
    public void A_SQL_Server_that_falls_silent_while_a_session_begins(int after)
    {
        using var scripted = new ScriptedServer();
        var requests = 0;
        using var wire = new Wire(scripted.Server.Port, piece =>
            piece.IsRequest && Interlocked.Increment(ref requests) > after ? Fate.Swallow : Fate.Pass);

        Check(RunSqlServer(wire.Port), "Transient", "time-out", "did not answer within 8 s");
    }

    [Test]
    public void A_SQL_Server_that_nobody_is_at()
    {
        int port;
        using (var scripted = new ScriptedServer())
        {
            port = scripted.Server.Port;
        }

        Check(RunSqlServer(port), "Transient", "connection", "the server cannot be reached");
    }

    [Test]
    public void A_SQL_Server_whose_name_is_not_known() =>
        Check(RunSqlServer(1433, "db.invalid"), "Config", "11001", "its name is not known");

    [Test]
    public void A_SQL_Server_whose_certificate_nobody_trusts()
    {
        using var server = new TlsServer(isPostgreSql: false);

        Check(RunSqlServer(server.Port, encrypt: "Strict"), "Config", "TLS", "the server's certificate");
    }

    private Called RunSqlServer(int port, string host = "127.0.0.1", string encrypt = "Optional") => Run(
        ScriptedServer.ConnectionString(port, _night.Secret("open sesame"))
            .Replace("127.0.0.1", host, StringComparison.Ordinal)
            .Replace("Optional", encrypt, StringComparison.Ordinal),
        "SqlServer");

    private Called Run(string target, string platform = "PostgreSql")
    {
        var source = _night.PostgreSql(Server.Cluster.Port);
        _night.Solution(
            $$"""{connection: Source, platform: PostgreSql, connectionString: "{{source}}"}""",
            $$"""{connection: Target, platform: {{platform}}, connectionString: "{{target}}"}""",
            """
            - object: t
              source: {name: s}
              columns: [{column: id, dataType: int}]
            """,
            retries: 0);
        return _night.Run();
    }

    private void Check(Called called, string type, string code, string words)
    {
        Assert.That(called.IsInTime, Is.True, $"{called.Time}");
        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Error, Does.Contain($"failed Night/t  ORC3409 {type}, attempt 1 of 1"));
        Assert.That(called.Error, Does.Contain(words));
        Assert.That(called.Error, Does.Contain($"phase open, connection Target, server code {code}"));
        Assert.That(called.Error, Does.Contain("next: orchestrator retry"));
        Assert.That(called.Error, Does.Not.Contain("sesame").And.Not.Contain(Server.Cluster.Password));
        Assert.That(_night.Ask("SELECT id FROM t"), Is.EqualTo("-1"));
    }
}

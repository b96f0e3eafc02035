using System.Text;

namespace Orchestrator.Faults.Tests;

/// <summary>
/// A PostgreSQL server that fails in the middle of a load: said within ten seconds, tried again where the policy says
/// so, and afterwards exactly the right rows.
/// </summary>
internal sealed class PostgreSqlFaultTests
{
    private const int Rows = 60_000;
    private const int FileMax = 33 << 20;
    private const string Sum = "SELECT concat_ws(' ', count(*), sum(id), count(DISTINCT name)) FROM t";

    private static readonly string Loaded = $"{Rows} {(long)Rows * (Rows + 1) / 2} {Rows}";

    private Night _night = null!;

    [SetUp]
    public void Make()
    {
        _night = new Night();
        _night.MakeDatabase(
            "CREATE TABLE s (id integer, name varchar(60))",
            $"INSERT INTO s SELECT n, 'customer number ' || n FROM generate_series(1, {Rows}) AS n",
            "CREATE TABLE t (id integer, name varchar(60))", "INSERT INTO t VALUES (-1, 'old')");
    }

    [TearDown]
    public void Remove() => _night.Dispose();

    [TestCase("pass-through", 1)]
    [TestCase("row batches", 1)]
    [TestCase("row batches", 0)]
    public void A_cut_in_a_bulk_copy(string path, int retries)
    {
        using var wire = To(Wire.Once(Fate.Cut, piece => piece is { IsRequest: true, Before: > 1 << 20 }));
        Solution(wire.Port, Server.Cluster.Port, path, "TruncateInsert", retries);

        Check(_night.Run(), retries, "Target");
    }

    [TestCase("pass-through", 1)]
    [TestCase("row batches", 1)]
    [TestCase("row batches", 0)]
    public void A_cut_in_a_read(string path, int retries)
    {
        using var wire = To(Wire.Once(Fate.Cut, piece => piece is { IsRequest: false, Before: > 1 << 20 }));
        Solution(Server.Cluster.Port, wire.Port, path, "TruncateInsert", retries);

        Check(_night.Run(), retries, "Source");
    }

    [TestCase("Append", 1)]
    [TestCase("Append", 0, Category = "Full")]
    [TestCase("TruncateInsert", 1, Category = "Full")]
    [TestCase("TruncateInsert", 0, Category = "Full")]
    [TestCase("Merge", 1, Category = "Full")]
    public void A_cut_in_any_of_the_commits_whether_it_was_made_or_not(string pattern, int retries)
    {
        foreach (var fate in new[] { Fate.Cut, Fate.LoseTheAnswer })
        {
            for (var number = 1; ; number++)
            {
                _night.Execute("TRUNCATE t", "DROP SCHEMA IF EXISTS orchestrator CASCADE");
                _night.ForgetRuns();
                var (seen, strike) = (0, number);
                using var wire = To(piece => piece.IsRequest && piece.Says("COMMIT"u8)
                    && Interlocked.Increment(ref seen) == strike ? fate : Fate.Pass);
                Solution(wire.Port, Server.Cluster.Port, "row batches", pattern, retries);

                var called = _night.Run();

                var rows = _night.Ask(Sum);
                var what = $"{fate} in commit {number}:\n{called.Out}{called.Error}";
                Assert.That(called.IsInTime || retries > 0, what);
                Assert.That(called.ExitCode == 0 || retries == 0, what);
                Assert.That(rows, called.ExitCode == 0 ? Is.EqualTo(Loaded) : Is.EqualTo("0 0"), what);
                Assert.That(called.Error, called.ExitCode == 0 ? Is.Not.Null : Does.Contain("ORC3409 Transient"), what);
                if (Volatile.Read(ref seen) < strike)
                {
                    Assert.That(number, Is.GreaterThan(3));
                    break;
                }
            }
        }
    }

    // Only its limit tells a server that is silent from one that has much to do.
    [TestCase("COPY (SELECT")]
    [TestCase("COPY \"orchestrator\"")]
    [TestCase("COMMIT")]
    public void A_server_that_falls_silent_at_work_holds_a_package_no_longer_than_its_limit(string request)
    {
        using var wire = To(Wire.Once(Fate.Swallow, piece => piece.IsRequest && piece.Says(Bytes(request))));
        var isRead = request.Contains("SELECT", StringComparison.Ordinal);
        Solution(isRead ? Server.Cluster.Port : wire.Port, isRead ? wire.Port : Server.Cluster.Port, "row batches",
            "TruncateInsert", retries: 0, limit: "3s");

        var called = _night.Run("--grace", "1s");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Error, Does.Contain("failed Night/t  ORC4004 TimedOut, attempt 1 of 1")
            .And.Contain("next: orchestrator retry"));
        Assert.That(_night.Ask(Sum), Is.EqualTo("1 -1 1"));
    }

    // Each attempt waits twice as long as the one before: four minutes together.
    [TestCase(8)]
    [TestCase(0)]
    public void A_server_that_restarts(int retries)
    {
        var restarts = 0;
        using var wire = To(piece =>
        {
            if (piece is { IsRequest: true, Before: > 1 << 20 } && Interlocked.Exchange(ref restarts, 1) == 0)
            {
                Server.Cluster.Restart();
            }

            return Fate.Pass;
        });
        Solution(wire.Port, Server.Cluster.Port, "row batches", "TruncateInsert", retries, delay: "1s");

        var called = _night.Run();

        Server.Cluster.AwaitStart();
        Check(called, retries, "(Source|Target)");
    }

    [Test]
    public void A_disk_that_is_full()
    {
        _night.Execute($"INSERT INTO s SELECT n, repeat('x', 60) FROM generate_series(1, {FileMax / 90}) AS n");
        Solution(Server.Cluster.Port, Server.Cluster.Port, "row batches", "TruncateInsert", retries: 0);

        using (new SmallDisk(Server.Cluster, FileMax))
        {
            var called = _night.Run();

            Check(called, 0, "Target");
            Assert.That(called.Error, Does.Contain("could not extend file").And.Contain("make room"));
            Assert.That(called.Error, Does.Contain("server code 53100"));
        }

        Assert.That(_night.Run().ExitCode, Is.Zero);
        Assert.That(_night.Ask("SELECT count(*) FROM t"), Is.EqualTo($"{Rows + FileMax / 90}"));
    }

    [Test]
    public async Task A_deadlock_whose_victim_is_the_load()
    {
        _night.Execute(
            "CREATE TABLE a (n integer)", "INSERT INTO a VALUES (0)", "CREATE TABLE b (n integer)",
            "INSERT INTO b VALUES (0)",
            """
            CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN UPDATE a SET n = n + 1; UPDATE b SET n = n + 1; RETURN NULL; END $$
            """,
            "CREATE TRIGGER touch BEFORE INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION touch()");
        using var other = _night.Session("SET deadlock_timeout = '1h'", "BEGIN", "UPDATE b SET n = n + 1");
        Solution(Server.Cluster.Port, Server.Cluster.Port, "row batches", "Append", retries: 1);

        var run = Task.Run(() => _night.Run());
        _night.Await("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'");
        other.Execute("UPDATE a SET n = n + 1", "COMMIT");
        var called = await run;

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Error, Does.Contain("40P01").And.Contain("Transient"));
        Assert.That(_night.Ask(Sum), Is.EqualTo($"{Rows + 1} {(long)Rows * (Rows + 1) / 2 - 1} {Rows + 1}"));
        Assert.That(_night.Ask("SELECT concat_ws(' ', a.n, b.n) FROM a, b"), Is.EqualTo("2 2"));
    }

    [Test]
    public void A_lock_that_does_not_come_in_time()
    {
        Solution(Server.Cluster.Port, Server.Cluster.Port, "row batches", "TruncateInsert", retries: 0);
        _night.Execute(
            "CREATE VIEW v AS SELECT * FROM t", $"ALTER DATABASE {_night.Database} SET lock_timeout = '1s'");
        using var other = _night.Session("BEGIN", "SELECT * FROM t FOR UPDATE");

        var called = _night.Run();

        Check(called, 0, "Target");
        Assert.That(called.Error, Does.Contain("canceling statement due to lock timeout").And.Contain("55P03"));
    }

    private static byte[] Bytes(string text) => Encoding.ASCII.GetBytes(text);

    private static Wire To(Func<Piece, Fate> rule) => new(Server.Cluster.Port, rule);

    // Texts of another length keep the rows from passing through.
    private void Solution(int target, int source, string path, string pattern, int retries, string delay = "10ms",
        string limit = "1h")
    {
        var name = path == "pass-through" ? "varchar(60)" : "varchar(70)";
        _night.Execute($"ALTER TABLE t ALTER name TYPE {name}");
        _night.Solution(
            $$"""{connection: Source, platform: PostgreSql, connectionString: "{{_night.PostgreSql(source)}}"}""",
            $$"""{connection: Target, platform: PostgreSql, connectionString: "{{_night.PostgreSql(target)}}"}""",
            $$"""
            - object: t
              source: {name: s}
              load: {pattern: {{pattern}}}
              packageTimeout: {{limit}}
              columns:
                - {column: id, dataType: int, key: 1}
                - {column: name, dataType: {{name}}}
            """, retries, delay);
    }

    private void Check(Called called, int retries, string connection)
    {
        var said = called.Out + called.Error;
        Assert.That(called.IsInTime || retries > 0, $"{called.Time}");
        if (retries > 0)
        {
            Assert.That(called.ExitCode, Is.Zero, said);
            Assert.That(_night.Ask(Sum), Is.EqualTo(Loaded));
            return;
        }

        Assert.That(called.ExitCode, Is.EqualTo(1), said);
        Assert.That(said, Does.Contain("failed Night/t  ORC3409 Transient, attempt 1 of 1"));
        Assert.That(said, Does.Match($"connection {connection}"));
        Assert.That(said, Does.Contain("next: orchestrator retry"));
        Assert.That(_night.Ask(Sum), Is.EqualTo("1 -1 1"));
    }
}

using MySqlConnector;
using Orchestrator.Cli.Tests;
using MariaDb = Orchestrator.MariaDbCluster.Cluster;
using Outcome = Orchestrator.Faults.Tests.Called;

namespace Orchestrator.Faults.Tests.KilledServer;

/// <summary>
/// A MariaDB server is killed at a commit of a load and starts again: whatever the run then calls done is there, also
/// behind another kill. Commits of the one server wait for its disk; those of the other are lost for up to a second.
/// </summary>
internal sealed class KilledMariaDbTests
{
    private const int Rows = 3000;
    private const int Retries = 6;
    private const int Sigkill = 137;
    private const string Database = "killed";
    private const string Setting = "innodb_flush_log_at_trx_commit";

    private const string Sum =
        $"SELECT concat_ws(' ', count(*), sum(id), count(DISTINCT name)) FROM {Database}.t";

    private const string Before = "1 -1 1";

    private static readonly Lazy<MariaDb> Durable = new(() => MariaDb.Start());

    private static readonly Lazy<MariaDb> Relaxed = new(() => MariaDb.Start("innodb-flush-log-at-trx-commit=0"));

    private static readonly string Loaded = $"{Rows} {(long)Rows * (Rows + 1) / 2} {Rows}";
    private static readonly string Added = $"{Rows + 1} {((long)Rows * (Rows + 1) / 2) - 1} {Rows + 1}";

    private Night _night = null!;

    [SetUp]
    public void Make()
    {
        _night = new Night();
        _night.Write("in/s.csv", "id,name\n" + string.Concat(Enumerable.Range(1, Rows).Select(i => $"{i},row {i}\n")));
    }

    [TearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void What_is_called_done_survives_a_kill_at_the_commit_of_its_rows()
    {
        var undisturbed = Load(Relaxed.Value, "TruncateInsert", new Killer(Relaxed.Value, 0, isMade: false));
        Assert.That(undisturbed.Killer.Marked, Is.Positive, $"no marker tells of the loss:\n{undisturbed.Called.Said}");

        Strike(Relaxed.Value, "TruncateInsert", undisturbed.Killer.Marked, isMade: true);
    }

    [TestCase("TruncateInsert", true, Category = "Full")]
    [TestCase("Merge", true, Category = "Full")]
    [TestCase("Append", true, Category = "Full")]
    [TestCase("TruncateInsert", false, Category = "Full")]
    [TestCase("Merge", false, Category = "Full")]
    [TestCase("Append", false, Category = "Full")]
    public void What_is_called_done_survives_a_kill_at_any_of_the_commits(string pattern, bool isRelaxed)
    {
        var cluster = (isRelaxed ? Relaxed : Durable).Value;
        var undisturbed = Load(cluster, pattern, new Killer(cluster, 0, isMade: false));
        Assert.That(undisturbed.Killer.Commits, Is.GreaterThan(2), undisturbed.Called.Said);

        for (var strike = 1; strike <= undisturbed.Killer.Commits; strike++)
        {
            Strike(cluster, pattern, strike, isMade: false);
            Strike(cluster, pattern, strike, isMade: true);
        }
    }

    [TestCase("mariadb.flush.before", Category = "Full")]
    [TestCase("mariadb.flush.after", Category = "Full")]
    public void A_run_that_was_killed_around_a_flush_leaves_what_the_next_one_puts_right(string point)
    {
        Prepare(Relaxed.Value, "TruncateInsert", Relaxed.Value.Port);
        var crash = new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point };
        using (var run = new RunningCommand(_night.Folder, crash, "run"))
        {
            Assert.That(run.ExitCode(), Is.EqualTo(Sigkill), run.Said);
        }

        var next = _night.Run();

        Assert.That(next.ExitCode, Is.Zero, next.Said);
        Relaxed.Value.Kill();
        Assert.That(Ask(Relaxed.Value, Sum), Is.EqualTo(Loaded), next.Said);
    }

    private void Strike(MariaDb cluster, string pattern, int strike, bool isMade)
    {
        var (called, killer) = Load(cluster, pattern, new Killer(cluster, strike, isMade));

        var what = $"commit {strike}, {(isMade ? "made" : "not made")}:\n{called.Said}";
        Assert.That(killer.Commits, Is.GreaterThanOrEqualTo(strike), what);
        var expected = pattern == "TruncateInsert" ? Loaded : Added;
        if (called.ExitCode == 0)
        {
            cluster.Kill();
            Assert.That(Ask(cluster, Sum), Is.EqualTo(expected), what);
            return;
        }

        // What nobody can know is not done again by itself; it is all there, or nothing of it.
        Assert.That(called.Said, Does.Contain("OutcomeUnknown"), what);
        Assert.That(Ask(cluster, Sum), Is.AnyOf(Before, expected), what);
    }

    private (Outcome Called, Killer Killer) Load(MariaDb cluster, string pattern, Killer killer)
    {
        using var wire = new Wire(cluster.Port, killer.Judge);
        Prepare(cluster, pattern, wire.Port);

        var called = _night.Run();

        cluster.AwaitStart();
        return (called, killer);
    }

    private void Prepare(MariaDb cluster, string pattern, int port)
    {
        // What was there before is on disk.
        var setting = Ask(cluster, $"SELECT @@global.{Setting}");
        Execute(
            cluster, $"SET GLOBAL {Setting} = 1",
            $"DROP DATABASE IF EXISTS {Database}", $"CREATE DATABASE {Database} CHARACTER SET utf8mb4",
            $"CREATE TABLE {Database}.t (id int NOT NULL PRIMARY KEY, name varchar(60))",
            $"INSERT INTO {Database}.t VALUES (-1, 'old')", $"SET GLOBAL {Setting} = {setting}");
        _night.ForgetRuns();
        _night.Solution("{connection: Unused, platform: Files, folder: in}", Target(cluster, port), $$"""
            - object: t
              source: {file: s.csv}
              load: {pattern: {{pattern}}}
              columns:
                - {column: id, dataType: int, key: 1}
                - {column: name, dataType: varchar(60)}
            """, Retries, delay: "1s");
    }

    private string Target(MariaDb cluster, int port) =>
        $"{{connection: Target, platform: MariaDb, connectionString: \"Server=127.0.0.1;Port={port};SSL Mode=None;"
        + $"Database={Database};User ID={MariaDb.User};Password=${{secret:{_night.Secret(cluster.Password)}}}\"}}";

    private static string Ask(MariaDb cluster, string sql)
    {
        using var session = Open(cluster);
        using var command = EmptyMariaDb.Command(session, sql);
        return $"{command.ExecuteScalar()}";
    }

    private static void Execute(MariaDb cluster, params string[] statements)
    {
        using var session = Open(cluster);
        foreach (var statement in statements)
        {
            using var command = EmptyMariaDb.Command(session, statement);
            command.ExecuteNonQuery();
        }
    }

    private static MySqlConnection Open(MariaDb cluster)
    {
        var session = new MySqlConnection(cluster.ConnectionString() + ";Pooling=false");
        session.Open();
        return session;
    }

    /// <summary>Kills a server at one of the commits that go to it, before it has come or before its answer has.
    /// </summary>
    private sealed class Killer(MariaDb cluster, int strike, bool isMade)
    {
        private int _commits;
        private int _answering;
        private int _marked;

        /// <summary>The commits that were sent.</summary>
        public int Commits => Volatile.Read(ref _commits);

        /// <summary>Which of them is that of the attempt's marker; 0 = there was none.</summary>
        public int Marked => Volatile.Read(ref _marked);

        public Fate Judge(Piece piece)
        {
            var isStruck = piece.IsRequest ? IsStruck(piece) : IsAnswered(piece);
            if (!isStruck)
            {
                return Fate.Pass;
            }

            cluster.Kill();
            return Fate.Cut;
        }

        private bool IsStruck(Piece piece)
        {
            if (piece.Says("INSERT INTO `orchestrator_attempt_markers`"u8))
            {
                Volatile.Write(ref _marked, Commits + 1);
            }

            if (!piece.Says("; COMMIT;"u8) || Interlocked.Increment(ref _commits) != strike)
            {
                return false;
            }

            if (isMade)
            {
                Volatile.Write(ref _answering, piece.Connection);
            }

            return !isMade;
        }

        private bool IsAnswered(Piece piece) =>
            Interlocked.CompareExchange(ref _answering, 0, piece.Connection) == piece.Connection;
    }
}

using Npgsql;
using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Relaxed;

/// <summary>
/// Packages on a database whose commits only its own setting makes durable, which somebody else has relaxed: so SQL
/// Server is, and a PostgreSQL that says the same of itself.
/// </summary>
internal sealed class WatchedTests
{
    private PatternRig _rig = null!;
    private RecordedPlatform _recorded = null!;
    private string _database = "";

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(Platform.PostgreSql);
        _rig.Execute("create table log (what varchar(20))");
        _database = _rig.Query("select current_database()").Single();
        _rig.Rig.Write("t.csv", "Id\n1\n2\n");
        var inner = Packages.Store.Platforms.Of(new Connection { Name = "x", Platform = Platform.PostgreSql })!;
        _recorded = new RecordedPlatform(inner, inner.Abilities with { CommitsAsDatabaseSays = true });
        _rig.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _recorded;
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Statements_leave_their_marker_and_it_is_read_and_removed()
    {
        Relax();

        var result = Run(Sql());

        Assert.That(result.Error, Is.Null);
        Assert.That(_recorded.Log, Has.Exactly(1).Matches<string>(IsMarker));
        Assert.That(_rig.Query("select count(*) from orchestrator.attempt_markers"), Is.EqualTo(new[] { "0" }));
    }

    [TestCase(false, ErrorClass.Transient)]
    [TestCase(true, ErrorClass.OutcomeUnknown)]
    public void A_marker_that_is_gone_after_the_flush_fails_them_and_tells_of_their_work_only_where_it_was_part_of_it(
        bool isApart, ErrorClass expected)
    {
        Relax();
        var isMarked = false;
        _recorded.Before = entry => isMarked = isMarked || IsMarker(entry);
        _recorded.Committed = () =>
        {
            if (isMarked)
            {
                _rig.Execute("delete from orchestrator.attempt_markers");
            }
        };

        var result = Run(isApart ? Sql() with { Hooks = [Hook()] } : Sql());

        Assert.That((result.Outcome, result.Error?.Code, result.Error?.Class),
            Is.EqualTo((NodeState.Failed, "ORC4008", expected)));
    }

    [TestCase("sql", true, ErrorClass.OutcomeUnknown)]
    [TestCase("sql", false, ErrorClass.OutcomeUnknown)]
    [TestCase("idempotent sql", true, ErrorClass.Transient)]
    [TestCase("append", true, ErrorClass.OutcomeUnknown)]
    [TestCase("append", false, ErrorClass.OutcomeUnknown)]
    [TestCase("truncateInsert", true, ErrorClass.Transient)]
    public void What_is_committed_and_perhaps_lost_is_not_done_again_by_chance(
        string what, bool isReachable, ErrorClass expected)
    {
        var written = what.EndsWith("sql", StringComparison.Ordinal) ? "log" : "t";
        _recorded.Committed = () =>
        {
            if (_rig.Query($"select count(*) from {written}").Single() != "0")
            {
                Relax();
                Cut(isReachable);
            }
        };

        var result = Run(Work(what));
        OnCluster($"ALTER DATABASE {_database} ALLOW_CONNECTIONS true");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC4008", expected)));
        Assert.That(result.Error!.Message, Does.Contain(isReachable ? "was lost meanwhile" : "no flush could be made"));
    }

    [TestCase("sql", false, NodeState.Failed, ErrorClass.OutcomeUnknown)]
    [TestCase("sql", true, NodeState.Failed, ErrorClass.OutcomeUnknown)]
    [TestCase("idempotent sql", false, NodeState.Failed, ErrorClass.Transient)]
    [TestCase("idempotent sql", true, NodeState.Cancelled, null)]
    [TestCase("append", true, NodeState.Failed, ErrorClass.OutcomeUnknown)]
    public void Nor_is_work_whose_marker_could_not_be_written(
        string what, bool isStopped, NodeState outcome, ErrorClass? expected)
    {
        Relax();
        using var stop = new CancellationTokenSource();
        _rig.Rig.Cancellation = stop.Token;
        _recorded.Before = entry =>
        {
            if (IsMarker(entry))
            {
                Fail(isStopped ? stop : null);
            }
        };

        var result = Run(Work(what) with { Hooks = [Hook()] });

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((outcome, expected)), result.Error?.Message);
        Assert.That(_rig.Query("select count(*) from log where what = 'after'"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void Behind_a_hook_with_a_transaction_of_its_own_the_marker_comes_last()
    {
        Relax();
        var last = "";
        _recorded.Before = entry => last = entry.StartsWith("INSERT INTO", StringComparison.Ordinal) ? entry : last;

        var result = Run(Load() with { Hooks = [Hook()] });

        Assert.That(result.Error, Is.Null);
        Assert.That(IsMarker(last), last);
        Assert.That(_rig.Query("select what from log"), Is.EqualTo(new[] { "after" }));
    }

    [Test]
    public void A_package_that_fails_fails_as_ever()
    {
        Relax();
        _rig.Rig.Write("t.csv", "Id\nx\n");

        var result = Run(Load());

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error!.Code, Is.Not.EqualTo("ORC4008"));
    }

    [Test]
    public void Nothing_is_left_in_a_database_that_is_durable()
    {
        var result = Run(Load());

        Assert.That(result.Error, Is.Null);
        Assert.That(_recorded.Log, Has.None.Contains("attempt_markers"));
    }

    [TestCase("process")]
    [TestCase("check")]
    [TestCase("sql")]
    public void A_hook_is_watched_once_with_a_package_that_writes_and_by_itself_beside_one_that_does_not(string kind)
    {
        Relax();
        string[] command = ["true"];

        var result = Run(Sql() with
        {
            Kind = kind,
            Process = new ProcessOptions(new Command(command, command), [], "", default),
            Check = new CheckRules { NotNull = ["what"] },
            Target = new ObjectTarget("Pg", null, "log"),
            Hooks = [Hook()],
        });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("select count(*) from log where what = 'after'"), Is.EqualTo(new[] { "1" }));
        Assert.That(_recorded.Looked, Is.EqualTo(1));
    }

    private static bool IsMarker(string? entry) => entry!.StartsWith("INSERT INTO", StringComparison.Ordinal)
        && entry.Contains("attempt_markers", StringComparison.Ordinal);

    private static void Fail(CancellationTokenSource? stop)
    {
        stop?.Cancel();
        throw stop is null ? new EndOfStreamException("cut") : new OperationCanceledException();
    }

    private void Relax() => OnCluster($"ALTER DATABASE {_database} SET synchronous_commit = off");

    private void Cut(bool isReachable)
    {
        OnCluster($"ALTER DATABASE {_database} ALLOW_CONNECTIONS {isReachable}");
        OnCluster($"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{_database}'");
    }

    private static void OnCluster(string sql)
    {
        using var session = new NpgsqlConnection(Server.Cluster.ConnectionString());
        session.Open();
        using var command = new NpgsqlCommand(sql, session);
        command.ExecuteNonQuery();
    }

    private PackageResult Run(ObjectDefinition definition) => PackageKinds.All[definition.Kind].Run(
        _rig.Rig.Context(definition) with
        {
            Run = 7,
            Ledger = Guid.Parse("01900000-0000-7000-8000-000000000001"),
            AllowsProcesses = true,
        });

    private ObjectDefinition Work(string what) => what switch
    {
        "sql" => Sql(),
        "idempotent sql" => Sql() with { Idempotent = true },
        "append" => Load() with { Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) } },
        _ => Load() with { Load = new LoadOptions { Swap = Rig.Written(Swap.Transaction) } },
    };

    private ObjectDefinition Load() => _rig.Load(new LoadOptions(), Rig.Column("Id", "int", 1));

    private static ObjectDefinition Sql() => new()
    {
        Name = "work",
        Project = "Staging",
        Kind = "sql",
        Container = "Core",
        Target = new ObjectTarget("Pg", null, "work"),
        Sql = new SqlText("insert into log values ('x')", null, Origin.Default),
    };

    private static Hook Hook() => new()
    {
        Name = "after",
        When = HookTime.After,
        Connection = "Pg",
        Sql = new SqlText("insert into log values ('after')", null, Origin.Default),
    };
}

using Microsoft.Data.Sqlite;
using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Tests.Durability;

/// <summary>Runs whose target's commits reach the disk later than they return.</summary>
internal sealed class RelaxedRunTests
{
    private SmallSolution _solution = null!;

    private string File => Path.Combine(_solution.Folder, ".orchestrator", "data", "Db.db");

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Packages_are_hardened_and_the_scope_is_closed_before_the_run_has_ended(
        [Values(FlushWhen.Package, FlushWhen.Level, FlushWhen.Run)] FlushWhen flush)
    {
        On(Marked, "a", "b");

        var summary = Run(flush, "a", "b");

        Assert.That((summary.Verdict, summary.Succeeded, summary.Warnings.Count),
            Is.EqualTo((RunVerdict.Succeeded, 2, 0)));
        using var reader = Read();
        Assert.That(reader.Attempts(1).Select(attempt => (attempt.State, attempt.Scope)),
            Is.EqualTo(new[] { (NodeState.Hardened, 1L), (NodeState.Hardened, 1L) }));
        var scope = reader.Scopes(1).Single();
        Assert.That((scope.State, scope.Kind, scope.Connection, scope.Platform, scope.Found, scope.Set),
            Is.EqualTo((ScopeState.Closed, "session", "Db", "SQLite", "", "")));
        Assert.That((scope.Hardened, scope.Closed), Is.Not.EqualTo((null as DateTimeOffset?, null as DateTimeOffset?)));
        Assert.That(scope.Closed <= reader.Run(1)!.Ended, Is.True);
    }

    [Test]
    public void The_header_names_what_is_relaxed_and_markers_are_gone_at_the_end()
    {
        On(Marked, "a");

        var summary = Run(FlushWhen.Level, "a");

        var line = summary.Header.Durability.Single();
        Assert.That((line.Connection, line.Database, line.IsRelaxed), Is.EqualTo(("Db", File, true)));
        Assert.That(Markers(summary.Header.Ledger, 1), Is.Empty);
    }

    [Test]
    public void A_package_without_its_marker_is_lost_and_with_it_the_run_whatever_it_has_said()
    {
        On(_ => FakeKind.Success, "a");
        On(Marked, "b");

        var summary = Run(FlushWhen.Level, "a", "b");

        Assert.That((summary.Verdict, summary.ExitCode, summary.Succeeded, summary.Failed),
            Is.EqualTo((RunVerdict.Failed, 1, 1, 1)));
        var failure = summary.Failures.Single();
        Assert.That((failure.Package, failure.Error.Code, failure.Error.Phase),
            Is.EqualTo(("Staging/a", RunCodes.NotHardened, "flush")));
        using var reader = Read();
        Assert.That(reader.Attempts(1).Select(attempt => attempt.State),
            Is.EquivalentTo(new[] { NodeState.Failed, NodeState.Hardened }));
        Assert.That(reader.Scopes(1).Single().State, Is.EqualTo(ScopeState.Closed));
    }

    [TestCase(LoadPattern.Append, HookTransaction.Own, ErrorClass.OutcomeUnknown)]
    [TestCase(LoadPattern.Append, HookTransaction.Load, ErrorClass.Transient)]
    [TestCase(LoadPattern.TruncateInsert, HookTransaction.Own, ErrorClass.Transient)]
    public void What_must_not_run_twice_may_be_there_still_where_a_marker_apart_from_it_is_missing(
        LoadPattern pattern, HookTransaction behind, ErrorClass expected)
    {
        On(_ => FakeKind.Success, "a");
        var request = Relaxed(_solution.Request("a"), FlushWhen.Level);

        var summary = ((RunEnded)RunHost.Run(request with
        {
            Plan = request.Plan with
            {
                Nodes = [.. request.Plan.Nodes.Select(node => node.Payload is not ObjectDefinition definition ? node
                    : node with { Payload = WithHook(definition, pattern, behind) })],
            },
        })).Summary;

        var error = summary.Failures.Single().Error;
        Assert.That((error.Code, error.Class), Is.EqualTo((RunCodes.NotHardened, expected)));
        Assert.That(error.Message, Does.Contain(
            expected == ErrorClass.Transient ? "`orchestrator retry` runs it again" : "look at what it changes"));
        using var reader = Read();
        Assert.That(reader.Errors(1).Single().Error.Class, Is.EqualTo(expected));
    }

    [Test]
    public void The_rows_of_an_attempt_that_was_lost_are_to_be_taken_back_by_the_next_one([Values] bool isLost)
    {
        List<int> others = [];
        On(context =>
        {
            others.Add(context.Past.Watermark().Unfinished.Count(attempt => attempt != context.AttemptId));
            _ = isLost ? null : Marked(context);
            return FakeKind.Loaded(1);
        }, "a");

        Run(FlushWhen.Level, "a");
        Run(FlushWhen.Level, "a");

        Assert.That(others, Is.EqualTo(new[] { 0, isLost ? 1 : 0 }));
    }

    [Test]
    public void A_database_that_cannot_be_reached_stays_durable_and_the_run_goes_on()
    {
        Directory.CreateDirectory(File);
        On(_ => FakeKind.Success, "a");

        var summary = Run(FlushWhen.Level, "a");

        Assert.That(summary.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(summary.Header.Durability.Select(line => (line.Connection, line.IsRelaxed)),
            Is.EqualTo(new[] { ("Db", false) }));
        using var reader = Read();
        Assert.That(reader.Attempts(1).Single().Scope, Is.Null);
        Assert.That(reader.Scopes(1).Single().State, Is.EqualTo(ScopeState.Refused));
    }

    [Test]
    public void A_run_that_writes_none_of_it_touches_no_database()
    {
        On(_ => FakeKind.Success, "a");

        RunHost.Run(_solution.Request("a"));
        RunHost.Run(Relaxed(_solution.Request("a"), FlushWhen.Level) with { Selected = new HashSet<int>() });

        Assert.That(System.IO.File.Exists(File), Is.False);
        using var reader = Read();
        Assert.That(reader.Scopes(), Is.Empty);
    }

    [Test]
    public void A_hook_that_works_in_a_file_of_its_own_leaves_its_connection_durable_and_is_named()
    {
        On(Marked, "a");
        var request = Relaxed(_solution.Request("a"), FlushWhen.Level);
        var solution = request.Solution;

        var summary = ((RunEnded)RunHost.Run(request with
        {
            Solution = solution with { Connections = [solution.Connections[0] with { File = "{container}.db" }] },
            Plan = request.Plan with { Nodes = [.. request.Plan.Nodes.Select(AsHook)] },
        })).Summary;

        var line = summary.Header.Durability.Single();
        Assert.That((line.IsRelaxed, summary.Succeeded), Is.EqualTo((false, 1)));
        Assert.That(line.Why, Does.Contain("'Staging/a' works in a file of its own"));
    }

    [Test]
    public void A_package_is_told_that_its_target_is_relaxed_only_where_it_is()
    {
        List<bool> told = [];
        On(context =>
        {
            told.Add(context.IsRelaxed);
            return Marked(context);
        }, "a");

        RunHost.Run(_solution.Request("a"));
        Run(FlushWhen.Level, "a");

        Assert.That(told, Is.EqualTo(new[] { false, true }));
    }

    [Test]
    public void Who_is_asked_to_stop_at_once_makes_one_short_try_and_leaves_nothing_open()
    {
        On(Marked, "a");
        On(context =>
        {
            _solution.Stop.Request("SIGINT", 130);
            _solution.Stop.Request("SIGINT", 130);
            context.Cancellation.WaitHandle.WaitOne();
            return new PackageResult { Outcome = NodeState.Cancelled };
        }, "b");

        var summary = Run(FlushWhen.Run, "a", "b");

        Assert.That((summary.Verdict, summary.ExitCode), Is.EqualTo((RunVerdict.Cancelled, 130)));
        using var reader = Read();
        Assert.That(reader.OpenScopes(), Is.Empty);
        Assert.That(reader.NotHardened(1), Is.Empty);
    }

    [Test]
    public void Each_file_of_a_split_connection_is_relaxed_and_flushed_and_asked_for_its_own_markers(
        [Values] bool isOneLost)
    {
        On(context => Marked(context, FileOf("a")), "a");
        On(context => Marked(context, FileOf(isOneLost ? "a" : "b")), "b");
        var request = Relaxed(_solution.Request("a", "b"), FlushWhen.Run);

        var summary = ((RunEnded)RunHost.Run(request with
        {
            Solution = request.Solution with
            {
                Connections = [request.Solution.Connections[0] with { File = "{object}.db" }],
            },
        })).Summary;

        Assert.That(summary.Failures.Select(failure => failure.Package),
            Is.EqualTo(isOneLost ? new[] { "Staging/b" } : []));
        Assert.That(summary.Header.Durability.Single().Database, Is.EqualTo($"{FileOf("a")}, {FileOf("b")}"));
        using var reader = Read();
        Assert.That(
            reader.Scopes(1).Reverse()
                .Select(scope => (scope.Database, scope.State, IsHardened: scope.Hardened is not null)),
            Is.EqualTo(new[]
            {
                (FileOf("a"), ScopeState.Closed, true), (FileOf("b"), ScopeState.Closed, !isOneLost),
            }));
        Assert.That(new[] { "a", "b" }.Select(FileOf).Select(Flushes), Is.All.EqualTo(2), "first and last");
    }

    private static ObjectDefinition WithHook(
        ObjectDefinition definition, LoadPattern pattern, HookTransaction behind)
    {
        var hook = new Hook
        {
            Name = "tidy",
            When = HookTime.After,
            Connection = "Db",
            Sql = new SqlText("select 1", null, default),
            Transaction = behind,
        };
        return definition with
        {
            Load = definition.Load with { Pattern = new Setting<LoadPattern>(pattern, default) },
            Hooks = [hook],
        };
    }

    private static PlanNode AsHook(PlanNode node) => node.Payload is not ObjectDefinition definition ? node : node with
    {
        Payload = definition with
        {
            Kind = "hook",
            Container = "Core#before",
            Target = new ObjectTarget("Db", null, "tidy"),
        },
    };

    private void On(Func<PackageContext, PackageResult> work, params string[] packages)
    {
        foreach (var package in packages)
        {
            _solution.Kind.On(package, work);
        }
    }

    private string FileOf(string name) => Path.Combine(_solution.Folder, ".orchestrator", "data", $"{name}.db");

    private static long Flushes(string file)
    {
        using var connection = new SqliteConnection($"Data Source={file};Pooling=False;Mode=ReadOnly");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT flushes FROM orchestrator_flushes";
        return (long)command.ExecuteScalar()!;
    }

    private PackageResult Marked(PackageContext context) => Marked(context, File);

    private static PackageResult Marked(PackageContext context, string file)
    {
        if (context.IsRelaxed)
        {
            using var database = Open(file);
            var markers = new AttemptMarkers(database, $"{context.Ledger}");
            markers.Prepare(CancellationToken.None);
            database.Begin(CancellationToken.None);
            markers.Add(context.Run, context.AttemptId);
            database.Commit();
        }

        return FakeKind.Success;
    }

    private RunSummary Run(FlushWhen flush, params string[] packages) =>
        ((RunEnded)RunHost.Run(Relaxed(_solution.Request(packages), flush) with { Stop = _solution.Stop })).Summary;

    private static RunRequest Relaxed(RunRequest request, FlushWhen flush) => request with
    {
        Plan = request.Plan with
        {
            Relaxed = [new RelaxedDatabase("Db", flush)],
            Nodes = [.. request.Plan.Nodes.Select(node =>
                node.Kind == NodeKind.Package ? node with { Relaxed = 0 } : node)],
        },
    };

    private IReadOnlySet<long> Markers(Guid ledger, params long[] attempts)
    {
        using var database = Open(File);
        return new AttemptMarkers(database, $"{ledger}").Found(attempts);
    }

    private static IDatabase Open(string file) => SqlitePlatform.Instance.Open(
        new DatabaseAddress { Connection = "Db", File = file },
        new DatabaseUse { IsTarget = true, Time = TimeProvider.System });

    private LedgerReader Read() => LedgerReader.Open(LedgerLocation.OfSolution(_solution.Folder), TimeProvider.System)!;
}

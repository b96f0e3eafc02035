using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Idempotency;

/// <summary>What runs again where nobody knows what the attempt before has done, and what does not.</summary>
internal sealed class OnceTests
{
    private const long Now = 1;

    private Rig _rig = null!;

    [SetUp]
    public void MakeRig() => _rig = new Rig();

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [TestCase(NodeState.EndedUnexpectedly, null, "died with its process")]
    [TestCase(NodeState.Abandoned, ErrorClass.TimedOut, "was left behind")]
    [TestCase(NodeState.Running, null, "is still at work, or has died")]
    [TestCase(NodeState.Cancelled, null, "was ended in the middle,")]
    [TestCase(NodeState.Failed, ErrorClass.TimedOut, "by its time-out")]
    [TestCase(NodeState.Failed, ErrorClass.OutcomeUnknown, "ended without an answer")]
    public void A_program_does_not_run_again_behind_an_attempt_that_nobody_knows_the_end_of(
        NodeState state, ErrorClass? error, string said)
    {
        var result = Run(new EarlierAttempt(7, 71, state, error));

        Assert.That((result.Outcome, result.Error!.Code, result.Error.Class),
            Is.EqualTo((NodeState.Failed, "ORC3445", ErrorClass.OutcomeUnknown)));
        Assert.That(result.Error.Message, Does.StartWith("Attempt 71 in run 7 ").And.Contain(said)
            .And.Contain("`run -s Staging/p`"));
        Assert.That(HasRun, Is.False);
    }

    [TestCase(NodeState.Succeeded, null)]
    [TestCase(NodeState.Failed, ErrorClass.Data)]
    [TestCase(NodeState.Failed, ErrorClass.Config)]
    public void It_runs_again_behind_one_that_said_how_it_ended(NodeState state, ErrorClass? error)
    {
        Assert.That(Run(new EarlierAttempt(7, 71, state, error)).Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(HasRun, Is.True);
    }

    [Test]
    public void It_runs_again_where_it_is_declared_idempotent_whatever_became_of_it()
    {
        Assert.That(Run(Killed(7), isIdempotent: true).Outcome, Is.EqualTo(NodeState.Succeeded));
    }

    [TestCase(7, true)]
    [TestCase(Now, false)]
    public void Who_names_it_lets_it_run_behind_earlier_runs_but_not_behind_an_attempt_of_this_one(long run, bool runs)
    {
        Run(Killed(run), isNamed: true);

        Assert.That(HasRun, Is.EqualTo(runs));
    }

    [TestCase(NodeState.EndedUnexpectedly, ErrorClass.Transient, false)]
    [TestCase(NodeState.Abandoned, null, false)]
    [TestCase(NodeState.Running, null, false)]
    [TestCase(NodeState.Failed, ErrorClass.OutcomeUnknown, false)]
    [TestCase(NodeState.Cancelled, null, true)]
    [TestCase(NodeState.Failed, ErrorClass.TimedOut, true)]
    [TestCase(NodeState.Failed, ErrorClass.Transient, true)]
    [TestCase(NodeState.Succeeded, null, true)]
    public void Statements_run_again_where_the_attempt_before_was_taken_back_or_counts(
        NodeState state, ErrorClass? error, bool runs)
    {
        _rig.Execute("create table log (what text)");
        var earlier = new EarlierAttempt(7, 71, state, error);

        var result = Statements(earlier, isIdempotent: false);

        Assert.That(result.Error?.Code, Is.EqualTo(runs ? null : "ORC3445"));
        Assert.That(_rig.Query("select * from log"), Has.Count.EqualTo(runs ? 1 : 0));
        Assert.That(Statements(earlier, isIdempotent: true).Outcome, Is.EqualTo(NodeState.Succeeded));
    }

    [TestCase(false, ErrorClass.OutcomeUnknown)]
    [TestCase(true, ErrorClass.Config)]
    public void Work_that_is_done_before_its_hook_fails_is_not_tried_again(bool isIdempotent, ErrorClass expected)
    {
        _rig.Execute("create table log (what text)");
        var bad = Note("bad") with { Sql = new SqlText("insert into nothing values (1)", null, Origin.Default) };

        var result = Statements(null, isIdempotent, bad);

        Assert.That(
            (result.Outcome, result.Error!.Class), Is.EqualTo((NodeState.Failed, expected)), result.Error.Message);
        Assert.That(result.Error.Message.Contains("What the package does is done"), Is.Not.EqualTo(isIdempotent));
        Assert.That(_rig.Query("select * from log"), Has.Count.EqualTo(1));
    }

    [TestCase(false, NodeState.Failed, ErrorClass.OutcomeUnknown)]
    [TestCase(true, NodeState.Cancelled, null)]
    public void Work_that_is_done_before_its_hook_is_stopped_is_not_tried_again(
        bool isIdempotent, NodeState expected, ErrorClass? error)
    {
        _rig.Execute("create table log (what text)");
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        _rig.PlatformOf = Recorded(entry => entry == "begin", after: 1, stop.Cancel);

        var result = Statements(null, isIdempotent, Note("slow"));

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((expected, error)), result.Error?.Message);
        Assert.That(_rig.Query("select what from log"), Is.EqualTo(new[] { "ran" }), "only the hook was taken back");
    }

    [TestCase(false, Outcome.Success, NodeState.Failed, ErrorClass.OutcomeUnknown)]
    [TestCase(true, Outcome.Success, NodeState.Cancelled, null)]
    [TestCase(true, Outcome.Completion, NodeState.Cancelled, null)]
    [TestCase(false, Outcome.Failure, NodeState.Succeeded, null)]
    public void A_stop_between_the_work_and_a_hook_behind_it_is_no_success(
        bool isIdempotent, Outcome when, NodeState expected, ErrorClass? error)
    {
        _rig.Execute("create table log (what text)");
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        _rig.PlatformOf = Recorded(entry => entry == "commit", after: 0, stop.Cancel);

        var result = Statements(null, isIdempotent, Note("never") with { Outcome = when });

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((expected, error)), result.Error?.Message);
        Assert.That(_rig.Query("select what from log"), Is.EqualTo(new[] { "ran" }));
    }

    private static Func<Connection, IPlatform?> Recorded(Predicate<string> isIt, int after, Action then)
    {
        var inner = Packages.Store.Platforms.Of(new Connection { Name = "x", Platform = Platform.Sqlite })!;
        var seen = 0;
        var recorded = new RecordedPlatform(inner, inner.Abilities)
        {
            Before = entry =>
            {
                if (isIt(entry) && seen++ == after)
                {
                    then();
                }
            },
        };
        return _ => recorded;
    }

    private static Hook Note(string name) => new()
    {
        Name = name,
        When = HookTime.After,
        Connection = "Db",
        Sql = new SqlText($"insert into log values ('{name}')", null, Origin.Default),
    };

    private PackageResult Statements(EarlierAttempt? earlier, bool isIdempotent, params Hook[] hooks) =>
        PackageKinds.All["sql"].Run(_rig.Context(new ObjectDefinition
        {
            Name = "p",
            Project = "Staging",
            Kind = "sql",
            Container = "Core",
            Target = new ObjectTarget("Db", null, "p"),
            Sql = new SqlText("insert into log values ('ran')", null, default),
            Idempotent = isIdempotent,
            Hooks = hooks,
        }) with
        { Past = new() { Earlier = () => earlier } });

    private bool HasRun => File.Exists(Path.Combine(_rig.Folder, "ran"));

    private static EarlierAttempt Killed(long run) => new(run, 71, NodeState.EndedUnexpectedly, ErrorClass.Transient);

    private PackageResult Run(EarlierAttempt earlier, bool isIdempotent = false, bool isNamed = false)
    {
        string[] command = ["touch", "ran"];
        return PackageKinds.All["process"].Run(_rig.Context(new ObjectDefinition
        {
            Name = "p",
            Project = "Staging",
            Kind = "process",
            Container = "Core",
            Target = new ObjectTarget("Db", null, "p"),
            Process = new ProcessOptions(new Command(command, command), [], "", default),
            Idempotent = isIdempotent,
        }) with
        {
            AllowsProcesses = true,
            Past = new() { Earlier = () => earlier },
            IsNamed = isNamed,
        });
    }
}

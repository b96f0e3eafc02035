using Orchestrator.Cli.Grammar;
using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Tests.Status;

/// <summary>`status --watch` beside a run at work, whose turns are written between one look and the next.</summary>
internal sealed class WatchTests
{
    private static readonly DateTimeOffset Began = new(2026, 1, 1, 2, 0, 0, TimeSpan.Zero);
    private TemporaryFolder _folder = null!;
    private RunLock _held = null!;
    private LedgerWriter _run = null!;

    [SetUp]
    public void BeginARun()
    {
        _folder = new TemporaryFolder();
        var location = LedgerLocation.OfSolution(_folder.Path);
        var origin = new RunOrigin("host", "user", 4711, "boot");
        _held = RunLock.Acquire(location, "Nightly", "default");
        // Nobody renews its lease, and it is no silent one, however long a test looks at it.
        _run = LedgerWriter.Open(
            location, TimeProvider.System, new LedgerPatience { Lease = new LeaseTerms(TimeSpan.FromDays(1)) });
        _run.Begin(new RunBeginning
        {
            Plan = Plan(),
            PlanJson = "{}",
            GateSlots = 2,
            Processors = 2,
            Started = Began,
            Origin = origin,
        }, _held);
    }

    [TearDown]
    public void After()
    {
        _run.Dispose();
        _held.Dispose();
        _folder.Dispose();
    }

    [TestCase("status-watch", "status", "--watch")]
    [TestCase("status-watch-why", "status", "1", "--watch", "--why")]
    [TestCase("status-watch-json", "status", "1", "--watch", "-o", "json")]
    [Category("Approved")]
    public void A_run_is_followed_as_approved_with_what_its_packages_wait_for(string name, params string[] arguments)
    {
        Begin();
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };

        var code = CommandLine.Invoke(arguments, new Host
        {
            Out = output,
            Error = error,
            Folder = _folder.Path,
            Variables = new Dictionary<string, string>(),
            Time = new ScriptedTime(Began + TimeSpan.FromSeconds(2), HoldUp, GoOn, () => { }, End),
        });

        Assert.That((code, error.ToString()), Is.EqualTo((0, "")));
        Approved.CheckWithTimes(name, output.ToString());
    }

    [TestCase("status-why-at-work", "status", "1", "--why")]
    [TestCase("status-at-work", "status", "1")]
    [Category("Approved")]
    public void A_run_at_work_is_seen_as_approved_with_the_reason_of_every_package(
        string name, params string[] arguments)
    {
        Begin();
        HoldUp();
        using var output = new StringWriter { NewLine = "\n" };

        CommandLine.Invoke(arguments, new Host
        {
            Out = output,
            Error = TextWriter.Null,
            Folder = _folder.Path,
            Variables = new Dictionary<string, string>(),
            Time = new ScriptedTime(Began + TimeSpan.FromSeconds(2)),
        });

        Approved.CheckWithTimes(name, output.ToString());
    }

    private void Begin() => Write(
        [
            Change(1, 0, NodeState.Pending, NodeState.Running, 0, "the run began"),
            Change(1, 1, NodeState.Pending, NodeState.Ready, 0, "Nightly started"),
            Change(1, 1, NodeState.Ready, NodeState.Running, 1, "a slot was free"),
            Change(1, 2, NodeState.Pending, NodeState.Ready, 0, "Nightly started"),
            Change(1, 2, NodeState.Ready, NodeState.Running, 1, "a slot was free"),
            Change(1, 3, NodeState.Pending, NodeState.Ready, 0, "Nightly started"),
        ],
        Reason(0, WaitReason.Working, "", 1), Reason(1, WaitReason.Working, "", 1),
        Reason(2, WaitReason.Working, "", 1), Reason(3, WaitReason.Gate, "2 slots", 1));

    private void HoldUp() => Write([], Reason(2, WaitReason.WriterTurn, "shop.db, held by Staging/customer", 2));

    private void GoOn() => Write(
        [
            Change(3, 1, NodeState.Running, NodeState.Failed, 1, "attempt 1 of 2 failed (Transient)"),
            Change(3, 1, NodeState.Failed, NodeState.Ready, 0, "retry 1 of 1 at 00:01:03 after Transient"),
            Change(3, 3, NodeState.Ready, NodeState.Running, 1, "a slot was free"),
        ],
        Reason(1, WaitReason.RetryAt, "00:01:03", 3), Reason(2, WaitReason.Working, "", 3),
        Reason(3, WaitReason.Working, "", 3));

    private void End()
    {
        Write(
            [
                Change(4, 1, NodeState.Ready, NodeState.Cancelled, 0, "cancelled by SIGINT"),
                Change(4, 2, NodeState.Running, NodeState.Succeeded, 1, "it succeeded"),
                Change(4, 3, NodeState.Running, NodeState.Cancelling, 1, "cancelled by SIGINT"),
                Change(5, 3, NodeState.Cancelling, NodeState.Cancelled, 1, "cancelled by SIGINT"),
                Change(5, 0, NodeState.Running, NodeState.Cancelled, 0, "cancelled by SIGINT"),
                new EndRun(TimeSpan.FromSeconds(5), RunVerdict.Cancelled),
            ]);
    }

    private void Write(RunCommand[] commands, params CurrentReason[] reasons) =>
        _run.Record(new LedgerTurn { Commands = commands, Reasons = reasons });

    private static RecordTransition Change(
        int seconds, int node, NodeState from, NodeState to, int attempt, string why) =>
        new(TimeSpan.FromSeconds(seconds), node, from, to, attempt, why);

    private static CurrentReason Reason(int node, WaitReason reason, string what, int seconds) =>
        new(node, new NodeReason(reason, what, TimeSpan.FromSeconds(seconds)));

    private static Plan Plan() => new()
    {
        Solution = "shop",
        Batch = "Nightly",
        Environment = "default",
        Hash = "abc",
        Nodes =
        [
            new PlanNode { Index = 0, Kind = NodeKind.Batch, Name = "Nightly", Parent = -1 },
            .. new[] { "customer", "invoice", "product" }.Select((name, place) => new PlanNode
            {
                Index = place + 1,
                Kind = NodeKind.Package,
                Name = "Staging/" + name,
                Parent = 0,
                PackageKind = "load",
            }),
        ],
    };
}

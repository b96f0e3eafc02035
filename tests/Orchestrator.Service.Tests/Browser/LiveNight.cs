using System.Diagnostics;
using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>
/// A run at work by the clock on the wall: its packages end one after the other, so that it records so many transitions
/// in a second, a commit for each that ends.
/// </summary>
internal sealed class LiveNight : IDisposable
{
    private readonly RunLock _held;
    private readonly LedgerWriter _writer;
    private readonly RunMachine _machine;
    private readonly Queue<StartPackage> _started = new();
    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly CancellationTokenSource _over = new();
    private readonly Task _driving;
    private int _count;

    public LiveNight(LedgerLocation location, Plan plan, int slots, int perSecond)
    {
        _held = RunLock.Acquire(location, plan.Batch, plan.Environment);
        // Nobody renews its lease, and it is no silent one, however long a test looks at it.
        _writer = LedgerWriter.Open(
            location, TimeProvider.System, new LedgerPatience { Lease = new LeaseTerms(TimeSpan.FromDays(1)) });
        _writer.Begin(
            new RunBeginning
            {
                Plan = plan,
                PlanJson = "{}",
                GateSlots = slots,
                Processors = slots - 2,
                Started = TimeProvider.System.GetUtcNow(),
                Origin = new RunOrigin("etl-01", "night", Environment.ProcessId, "boot"),
                Version = "0.1.0",
            },
            _held);
        _machine = new RunMachine(plan, new RunMachineOptions { Slots = slots });
        Apply(new Began(TimeSpan.Zero));
        _count = 0;
        _clock.Restart();
        _driving = Task.Run(() => DriveAsync(perSecond));
    }

    /// <summary>Transitions in a second, so far.</summary>
    public double Rate => _count / _clock.Elapsed.TotalSeconds;

    /// <summary>How many packages have ended.</summary>
    public int Ended { get; private set; }

    public void Dispose()
    {
        _over.Cancel();
        _driving.GetAwaiter().GetResult();
        _over.Dispose();
        _writer.Dispose();
        _held.Dispose();
    }

    private async Task DriveAsync(int perSecond)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(10));
        try
        {
            while (await timer.WaitForNextTickAsync(_over.Token))
            {
                while (_count < _clock.Elapsed.TotalSeconds * perSecond && _started.TryDequeue(out var next))
                {
                    Apply(new AttemptEnded(_clock.Elapsed, next.Node, next.Attempt, NodeState.Succeeded), next);
                    Ended++;
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The test has seen enough.
        }
    }

    private void Apply(RunEvent happened, StartPackage? done = null)
    {
        var commands = _machine.Apply(happened).ToArray();
        var results = done is null ? [] : new[]
        {
            new Work { Takes = TimeSpan.FromSeconds(1), Rows = new(1_000, 1_000, 0, 0, 0, 0, 0, 0) }
                .Result(done.Node, done.Attempt),
        };
        _writer.Record(new LedgerTurn { Commands = commands, Results = results });
        _count += commands.OfType<RecordTransition>().Count();
        foreach (var start in commands.OfType<StartPackage>())
        {
            _started.Enqueue(start);
        }
    }
}

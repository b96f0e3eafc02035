using System.Diagnostics;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>
/// A run at work by the clock on the wall: its packages end one after the other, so that it records so many transitions
/// in a second, a commit for each that ends.
/// </summary>
internal sealed class LiveNight : IDisposable
{
    private readonly RunLock held;
    private readonly LedgerWriter writer;
    private readonly RunMachine machine;
    private readonly Queue<StartPackage> started = new();
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private readonly CancellationTokenSource over = new();
    private readonly Task driving;
    private int count;

    public LiveNight(LedgerLocation location, Plan plan, int slots, int perSecond)
    {
        held = RunLock.Acquire(location, plan.Batch, plan.Environment);
        writer = LedgerWriter.Open(location, TimeProvider.System);
        writer.Begin(
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
            held);
        machine = new RunMachine(plan, new RunMachineOptions { Slots = slots });
        Apply(new Began(TimeSpan.Zero));
        count = 0;
        clock.Restart();
        driving = Task.Run(() => DriveAsync(perSecond));
    }

    /// <summary>Transitions in a second, so far.</summary>
    public double Rate => count / clock.Elapsed.TotalSeconds;

    /// <summary>How many packages have ended.</summary>
    public int Ended { get; private set; }

    public void Dispose()
    {
        over.Cancel();
        driving.GetAwaiter().GetResult();
        over.Dispose();
        writer.Dispose();
        held.Dispose();
    }

    private async Task DriveAsync(int perSecond)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(10));
        try
        {
            while (await timer.WaitForNextTickAsync(over.Token))
            {
                while (count < clock.Elapsed.TotalSeconds * perSecond && started.TryDequeue(out var next))
                {
                    Apply(new AttemptEnded(clock.Elapsed, next.Node, next.Attempt, NodeState.Succeeded), next);
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
        var commands = machine.Apply(happened).ToArray();
        var results = done is null ? [] : new[]
        {
            new Work { Takes = TimeSpan.FromSeconds(1), Rows = new(1_000, 1_000, 0, 0, 0, 0, 0, 0) }
                .Result(done.Node, done.Attempt),
        };
        writer.Record(new LedgerTurn { Commands = commands, Results = results });
        count += commands.OfType<RecordTransition>().Count();
        foreach (var start in commands.OfType<StartPackage>())
        {
            started.Enqueue(start);
        }
    }
}

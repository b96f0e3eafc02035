using FsCheck;
using FsCheck.Fluent;
using Orchestrator.Dataflow;

namespace Orchestrator.Core.Tests.Dataflow.Stress;

/// <summary>Random flows: they bring the rows of a sequential program, always come to an end, and leave nothing.
/// </summary>
internal sealed class StressTests
{
    private const int FlowsBetweenLooks = 50;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private static uint First { get; } =
        uint.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 1;

    [Test]
    public void Fifty_random_flows_bring_the_rows_of_a_sequential_program() => RunAll(50);

    [Test]
    [Category("Full")]
    public void Twenty_thousand_random_flows_bring_the_rows_of_a_sequential_program() => RunAll(20_000);

    private static void RunAll(int count)
    {
        var (flows, rows, workers, fates) = (0, 0L, 0, new int[3]);
        var before = OpenFiles();
        // The second number of FsCheck's seed has to be odd.
        var config = Config.QuickThrowOnFailure.WithMaxTest(count).WithReplay(First, (2UL * First) + 1);
        Check.One(config, Prop.ForAll(FlowShape.Any, shape =>
        {
            var random = new RandomFlow(shape);
            var result = Run(random, shape);
            Judge(random, result, shape);
            rows += result.Workers.Sum(worker => worker.RowsIn);
            workers = Math.Max(workers, result.Workers.Count);
            fates[(int)result.Outcome]++;
            if (++flows % FlowsBetweenLooks == 0)
            {
                Assert.That(FlowThreads, Is.Empty.After(300_000, 10), "threads of flows that have ended");
            }
        }));

        Assert.That(FlowThreads, Is.Empty.After(300_000, 10), "threads of flows that have ended");
        Assert.That(OpenFiles(), Is.LessThan(before + 20), "files of flows that have ended");
        TestContext.Out.WriteLine($"{count} flows of up to {workers} workers from seed {First} on, {rows:N0} rows, "
            + $"{fates[(int)FlowOutcome.Failed]} failed, {fates[(int)FlowOutcome.Cancelled]} cancelled");
    }

    private static FlowResult Run(RandomFlow random, FlowShape shape)
    {
        using var cancel = new CancellationTokenSource();
        if (shape.Fate == Fate.IsCancelled)
        {
            cancel.CancelAfter(TimeSpan.FromMilliseconds(shape.Moment % 5));
        }

        FlowResult? result = null;
        var runs = new Thread(() => result = random.Flow.Run(cancel.Token)) { IsBackground = true };
        runs.Start();
        FlowShape.HasHung = !runs.Join(Patience);
        Assert.That(FlowShape.HasHung, Is.False, () => $"it hangs:\n{Still(random.Flow)}");
        return result!;
    }

    private static void Judge(RandomFlow random, FlowResult result, FlowShape shape)
    {
        Assert.That(random.Flow.BuffersAway, Is.Zero, $"buffers of a flow that ended as {result.Outcome}");
        switch (result.Outcome)
        {
            case FlowOutcome.Succeeded:
                Assert.That(random.Differences(), Is.Empty);
                break;
            case FlowOutcome.Failed:
                Assert.That(shape.Fate, Is.EqualTo(Fate.Fails), $"{result.Failure}");
                Assert.That(result.Failure, Is.TypeOf<PlantedException>());
                break;
            default:
                Assert.That(shape.Fate, Is.EqualTo(Fate.IsCancelled));
                break;
        }
    }

    /// <summary>Names of threads of flows, where the system tells them.</summary>
    private static string[] FlowThreads() => !OperatingSystem.IsLinux() ? []
        : [.. Directory.EnumerateDirectories("/proc/self/task").Select(thread => NameIn($"{thread}/comm"))
            .Where(name => name.StartsWith("flow ", StringComparison.Ordinal))];

    private static string NameIn(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (IOException)
        {
            // A thread that has ended meanwhile.
            return "";
        }
    }

    private static int OpenFiles() =>
        OperatingSystem.IsLinux() ? Directory.EnumerateFileSystemEntries("/proc/self/fd").Count() : 0;

    private static string Still(Flow flow)
    {
        var workers = flow.Workers.Where(worker => !worker.Turns.IsOver).Select(worker => worker.Name
            + (worker.HasFinished ? " waits for room to end" : worker.Turns.IsDue ? " is due" : " waits"));
        var links = flow.Progress().Links.Select(link =>
            $"{link.From}.{link.Output} to {link.To}.{link.Input}: {link.Rows} rows, {link.Waiting} of {link.Depth} "
            + "buffers wait");
        return string.Join('\n', [.. workers, .. links]);
    }
}

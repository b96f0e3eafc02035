namespace Orchestrator.Dataflow.Tests.Stress;

/// <summary>Random flows: they bring the rows of a sequential program, and always come to an end.</summary>
internal sealed class StressTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private static int First { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 1;

    [Test]
    public void Three_hundred_random_flows_bring_the_rows_of_a_sequential_program() => RunAll(300);

    [Test]
    [Category("Full")]
    public void Twenty_thousand_random_flows_bring_the_rows_of_a_sequential_program() => RunAll(20_000);

    private static void RunAll(int count)
    {
        var (rows, workers, fates) = (0L, 0, new int[3]);
        for (var seed = First; seed < First + count; seed++)
        {
            var random = new RandomFlow(seed);
            var result = Run(random, seed);
            Check(random, result, seed);
            rows += result.Workers.Sum(worker => worker.RowsIn);
            workers = Math.Max(workers, result.Workers.Count);
            fates[(int)result.Outcome]++;
        }

        TestContext.Out.WriteLine($"{count} flows of up to {workers} workers from seed {First} on, {rows:N0} rows, "
            + $"{fates[(int)FlowOutcome.Failed]} failed, {fates[(int)FlowOutcome.Cancelled]} cancelled");
    }

    private static FlowResult Run(RandomFlow random, int seed)
    {
        using var cancel = new CancellationTokenSource();
        if (random.Fate == Fate.IsCancelled)
        {
            cancel.CancelAfter(random.Cancels);
        }

        FlowResult? result = null;
        var runs = new Thread(() => result = random.Flow.Run(cancel.Token)) { IsBackground = true };
        runs.Start();
        Assert.That(runs.Join(Patience), Is.True, () => $"seed {seed} hangs:\n{Still(random.Flow)}");
        return result!;
    }

    private static void Check(RandomFlow random, FlowResult result, int seed)
    {
        switch (result.Outcome)
        {
            case FlowOutcome.Succeeded:
                Assert.That(random.Differences(), Is.Empty, $"seed {seed}");
                Assert.That(random.Flow.BuffersAway, Is.Zero, $"buffers of seed {seed}");
                break;
            case FlowOutcome.Failed:
                Assert.That(random.Fate, Is.EqualTo(Fate.Fails), $"seed {seed}: {result.Failure}");
                Assert.That(result.Failure, Is.TypeOf<PlantedException>(), $"seed {seed}");
                break;
            default:
                Assert.That(random.Fate, Is.EqualTo(Fate.IsCancelled), $"seed {seed}");
                break;
        }
    }

    private static string Still(Flow flow) => string.Join('\n', flow.Progress().Links
        .Select(link => $"{link.From}.{link.Output} to {link.To}.{link.Input}: {link.Rows} rows, {link.Waiting} of "
            + $"{link.Depth} buffers wait"));
}

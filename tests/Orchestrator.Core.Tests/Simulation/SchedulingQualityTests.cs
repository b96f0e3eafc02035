namespace Orchestrator.Core.Tests.Simulation;

internal sealed class SchedulingQualityTests
{
    private const double Sigma = 1.5;

    [Test]
    public void Every_level_ends_within_work_by_slots_and_its_longest_package()
    {
        for (var seed = TestSeed.First; seed < TestSeed.First + 300; seed++)
        {
            var random = new Random(seed);
            var slots = random.Next(1, 12);
            var (sketch, levels) = Levels(random, 4, 30);
            var run = new TimedRun(sketch, Durations(random, sketch), slots);

            var beginning = TimeSpan.Zero;
            foreach (var members in levels.Select(run.Members))
            {
                var longest = members.Max(package => run.Ends[package] - run.Starts[package]);
                var bound = (run.Work(members) / slots) + (longest * (1 - (1.0 / slots)));
                var end = members.Max(package => run.Ends[package]);
                Assert.That(end - beginning, Is.LessThanOrEqualTo(bound + TimeSpan.FromMicroseconds(1)),
                    $"ORCHESTRATOR_TEST_SEED={seed}");
                beginning = end;
            }
        }
    }

    [Test]
    public void Six_hundred_packages_side_by_side_end_within_5_percent_of_the_bound()
    {
        var worst = Worst(random =>
        {
            var (sketch, _) = Levels(random, 1, 600);
            return sketch;
        });

        Assert.That(worst.Ratio, Is.LessThanOrEqualTo(1.05), $"ORCHESTRATOR_TEST_SEED={worst.Seed}");
    }

    [Test]
    public void Six_hundred_packages_with_dependencies_end_within_5_percent_of_the_bound()
    {
        var worst = Worst(Chains);

        Assert.That(worst.Ratio, Is.LessThanOrEqualTo(1.05), $"ORCHESTRATOR_TEST_SEED={worst.Seed}");
    }

    private static (double Ratio, int Seed) Worst(Func<Random, PlanSketch> make)
    {
        var worst = Enumerable.Range(TestSeed.First, 100).Select(seed =>
        {
            var random = new Random(seed);
            var sketch = make(random);
            var durations = Durations(random, sketch);
            var slots = random.Next(1, 31);
            var run = new TimedRun(sketch, durations, slots);
            var packages = Enumerable.Range(0, sketch.Count).Where(node => sketch[node].Kind == NodeKind.Package);
            var bound = Math.Max(run.Work(packages).Ticks / (double)slots, CriticalPath(sketch, durations).Ticks);
            return (Ratio: run.Makespan.Ticks / bound, Seed: seed);
        }).Max();
        TestContext.Out.WriteLine($"worst ratio {worst.Ratio:f4} at seed {worst.Seed}");
        return worst;
    }

    /// <summary>Levels behind each other, each of a few Parallel containers.</summary>
    private static (PlanSketch Sketch, List<int> Levels) Levels(Random random, int levelsMax, int packages)
    {
        var sketch = new PlanSketch();
        var levels = new List<int>();
        sketch.Project("P");
        for (var level = random.Next(1, levelsMax + 1); level > 0; level--)
        {
            levels.Add(sketch.Level((5 - level) * 10));
            var containers = random.Next(1, 5);
            for (var i = 0; i < packages; i++)
            {
                if (i % ((packages + containers - 1) / containers) == 0)
                {
                    sketch.Container($"C{sketch.Count}");
                }

                sketch.Package($"p{sketch.Count}");
            }
        }

        return (sketch, levels);
    }

    /// <summary>600 packages with `ordering: dependencies`: most read nothing, others one or two before them.</summary>
    private static PlanSketch Chains(Random random)
    {
        var sketch = new PlanSketch();
        sketch.Project("P");
        sketch.Level(0);
        sketch.Container("C");
        var packages = new List<int>();
        for (var i = 0; i < 600; i++)
        {
            var reads = Enumerable.Range(0, i == 0 ? 0 : random.Next(3)).Select(_ => packages[random.Next(i)])
                .Distinct();
            packages.Add(sketch.Package($"p{i}",
                [.. reads.Select(read => new PrecedenceConstraint(read, Outcome.Success))]));
        }

        return sketch;
    }

    private static TimeSpan CriticalPath(PlanSketch sketch, TimeSpan[] durations)
    {
        var ends = new TimeSpan[sketch.Count];
        for (var i = 0; i < sketch.Count; i++)
        {
            var before = sketch[i].Constraints.Select(constraint => ends[constraint.Node]);
            ends[i] = durations[i] + before.DefaultIfEmpty(TimeSpan.Zero).Max();
        }

        return ends.Max();
    }

    private static TimeSpan[] Durations(Random random, PlanSketch sketch) =>
        [.. Enumerable.Range(0, sketch.Count).Select(node => sketch[node].Kind == NodeKind.Package
            ? TimeSpan.FromSeconds(10 * Math.Exp(Sigma * Normal(random))) : TimeSpan.Zero)];

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}

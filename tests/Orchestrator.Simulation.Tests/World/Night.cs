using Orchestrator.Engine;

namespace Orchestrator.Simulation.Tests.World;

/// <summary>How a simulated load writes its table.</summary>
internal enum Pattern
{
    /// <summary>All rows anew, in one transaction.</summary>
    Replace,

    /// <summary>New rows, taken back by the number of their attempt where that did not succeed.</summary>
    Append,

    /// <summary>New rows by their key.</summary>
    Merge,
}

/// <summary>The solution of a world: its plan, and what each package reads and writes.</summary>
internal sealed record Night
{
    public const string Environment = "default";

    public required Plan Plan { get; init; }

    /// <summary>The databases; the first is durable, the others are those that the plan relaxes.</summary>
    public required IReadOnlyList<string> Databases { get; init; }

    /// <summary>How each package loads, by its index.</summary>
    public required IReadOnlyDictionary<int, Pattern> Patterns { get; init; }

    public required int Slots { get; init; }

    public IEnumerable<int> Packages => Patterns.Keys;

    /// <summary>The database that a package writes.</summary>
    public int DatabaseOf(int package) => Plan.Nodes[package].Relaxed + 1;

    public static Night Make(Random random)
    {
        var sketch = new PlanSketch { Handling = (FailureHandling)random.Next(3) };
        var relaxed = random.Next(4) switch { 0 => 0, 3 => 2, _ => 1 };
        for (var i = 0; i < relaxed; i++)
        {
            var flush = (FlushWhen)random.Next(4);
            sketch.Relax($"R{i}", flush, flush == FlushWhen.Every ? TimeSpan.FromSeconds(random.Next(1, 20)) : null);
        }

        int[] caps = random.Next(3) == 0 ? [sketch.Cap("connection C", random.Next(1, 3))] : [];
        var patterns = new Dictionary<int, Pattern>();
        for (var project = 0; project < random.Next(1, 3); project++)
        {
            sketch.Project($"P{project}", project == 0 ? [] : [1]);
            for (var level = random.Next(1, 3); level > 0; level--)
            {
                sketch.Level((3 - level) * 10);
                AddContainer(random, sketch, relaxed, caps, patterns, $"L{level}");
            }
        }

        return new Night
        {
            Plan = sketch.Build() with { Hash = "plan" },
            Databases = ["D", .. Enumerable.Range(0, relaxed).Select(i => $"R{i}")],
            Patterns = patterns,
            Slots = random.Next(1, 5),
        };
    }

    private static void AddContainer(Random random, PlanSketch sketch, int relaxed, int[] caps,
        Dictionary<int, Pattern> patterns, string name)
    {
        sketch.Container(name, random.Next(4) == 0 ? ContainerMode.Linear : ContainerMode.Parallel);
        for (var i = random.Next(1, 4); i > 0; i--)
        {
            int[] reads = [.. patterns.Keys.Where(_ => random.Next(4) == 0)];
            var package = sketch.Package($"p{sketch.Count}",
                [.. reads.Select(read => new PrecedenceConstraint(read, Outcome.Success))]);
            patterns.Add(package, reads.Length > 0 ? Pattern.Replace : (Pattern)random.Next(3));
            var own = random.Next(relaxed + 1) - 1;
            sketch.Change(package, node => node with
            {
                Reads = reads,
                Caps = random.Next(2) == 0 ? caps : [],
                Relaxed = own,
                ReadsRelaxed = [.. reads.Select(read => sketch[read].Relaxed)
                    .Where(one => one >= 0 && one != own).Distinct().Order()],
                PackageKind = "load",
                Timeout = random.Next(12) == 0 ? TimeSpan.FromSeconds(random.Next(3, 30)) : null,
                Retry = random.Next(2) == 0 ? RetryPolicy.None : new RetryPolicy(
                    random.Next(1, 3), TimeSpan.FromSeconds(random.Next(0, 8)), false, [ErrorClass.Transient]),
            });
        }
    }
}

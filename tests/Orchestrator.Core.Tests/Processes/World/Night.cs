namespace Orchestrator.Core.Tests.Processes.World;

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

    public IEnumerable<int> Hooks => Plan.Nodes.Where(node => node.IsHook).Select(node => node.Index);

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
        // Half of the nights have none, so that as many go as far into what has nothing to do with them.
        var hooks = random.Next(2) == 0 ? 3 : int.MaxValue;
        var ofBatch = random.Next(hooks) == 0 ? AddHookProject(sketch) : (Project: -1, Hook: -1);
        var before = ofBatch.Project;
        for (var project = 0; project < random.Next(1, 3); project++)
        {
            var own = sketch.Project($"P{project}", before < 0 ? [] : [before]);
            before = project == 0 ? own : before;
            var gate = random.Next(hooks) == 0 ? AddHook(sketch, own, "before", ofBatch.Hook, level: 1) : ofBatch.Hook;
            for (var level = random.Next(1, 3); level > 0; level--)
            {
                sketch.Level((3 - level) * 10);
                AddContainer(random, sketch, relaxed, caps, patterns, $"L{level}", (gate, hooks));
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

    private static (int Project, int Hook) AddHookProject(PlanSketch sketch)
    {
        var project = sketch.Project("Nightly#before");
        return (project, AddHook(sketch, 0, "hooks", gate: -1, level: 1));
    }

    /// <summary>A hook before a batch, project or container, which waits for those around it.</summary>
    private static int AddHook(PlanSketch sketch, int around, string name, int gate, int level = 0)
    {
        if (level > 0)
        {
            sketch.Level(level);
        }

        sketch.Container($"#{name}");
        var hook = sketch.Package($"#{name}{sketch.Count}", Behind(gate));
        sketch.Change(hook, node => node with
        {
            Around = around,
            PackageKind = "hook",
            Purpose = PackagePurpose.Hook,
        });
        return hook;
    }

    private static PrecedenceConstraint[] Behind(int gate) =>
        gate < 0 ? [] : [new PrecedenceConstraint(gate, Outcome.Success)];

    private static void AddContainer(Random random, PlanSketch sketch, int relaxed, int[] caps,
        Dictionary<int, Pattern> patterns, string name, (int Gate, int Hooks) outer)
    {
        var gate = random.Next(outer.Hooks) == 0
            ? AddHook(sketch, sketch.Count + 2, $"{name}#before", outer.Gate)
            : outer.Gate;
        sketch.Container(name, random.Next(4) == 0 ? ContainerMode.Linear : ContainerMode.Parallel);
        for (var i = random.Next(1, 4); i > 0; i--)
        {
            int[] reads = [.. patterns.Keys.Where(_ => random.Next(4) == 0)];
            var package = sketch.Package($"p{sketch.Count}",
                [.. reads.Select(read => new PrecedenceConstraint(read, Outcome.Success)), .. Behind(gate)]);
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
                Purpose = PackagePurpose.Load,
                Timeout = random.Next(12) == 0 ? TimeSpan.FromSeconds(random.Next(3, 30)) : null,
                Retry = random.Next(2) == 0 ? RetryPolicy.None : new RetryPolicy(
                    random.Next(1, 3), TimeSpan.FromSeconds(random.Next(0, 8)), false, [ErrorClass.Transient]),
            });
        }
    }
}

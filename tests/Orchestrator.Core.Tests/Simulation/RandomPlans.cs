using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>Plans of every shape that the compiler makes, most of them small; a seed always gives the same.</summary>
internal sealed class RandomPlans(Random random)
{
    private readonly PlanSketch _sketch = new();
    private readonly List<int> _before = [];
    private readonly List<int> _inProject = [];
    private int[] _caps = [];
    private int _relaxed;

    public static (Plan Plan, RunMachineOptions Options) Make(Random random) => new RandomPlans(random).Make();

    private (Plan Plan, RunMachineOptions Options) Make()
    {
        _sketch.Handling = (FailureHandling)random.Next(3);
        _sketch.Timeout = Chance(10) ? TimeSpan.FromSeconds(random.Next(1, 200)) : null;
        _caps = [.. Enumerable.Range(0, random.Next(4))
            .Select(i => _sketch.Cap($"connection C{i}", random.Next(1, 4)))];
        for (var i = random.Next(3); i > 0; i--)
        {
            var flush = (FlushWhen)random.Next(4);
            _sketch.Relax($"R{i}", flush, flush == FlushWhen.Every ? TimeSpan.FromSeconds(random.Next(1, 40)) : null);
            _relaxed++;
        }

        var projects = new List<int>();
        for (var i = random.Next(1, 4); i > 0; i--)
        {
            int[] behind = projects.Count == 0 ? []
                : Chance(70) ? [projects[^1]]
                : [.. projects.Where(_ => Chance(40))];
            projects.Add(_sketch.Project($"P{i}", behind));
            var levels = AddLevels();
            AddHooksBehind(projects[^1], levels);
            _before.AddRange(_inProject);
            _inProject.Clear();
        }

        if (Chance(20))
        {
            _sketch.Project("after", [.. projects]);
            _sketch.Change(_sketch.Count - 1, node => node with { RunsAfterFailure = true });
            _sketch.Level(10);
            AddHooks(0, projects);
        }

        return (_sketch.Build(), Options());
    }

    /// <summary>Hooks of a project watch its levels, those of a batch its projects.</summary>
    private void AddHooksBehind(int project, List<int> levels)
    {
        if (Chance(30))
        {
            levels.Add(_sketch.Level(99));
            _sketch.Change(levels[^1], node => node with { RunsAfterFailure = true });
            AddHooks(project, levels[..^1]);
        }
    }

    private void AddHooks(int around, List<int> watched)
    {
        _sketch.Container("hooks");
        for (var i = random.Next(3); i >= 0; i--)
        {
            var outcome = (Outcome)random.Next(3);
            var hook = _sketch.Package($"hook{_sketch.Count}", [.. watched.Select(
                group => new PrecedenceConstraint(group, outcome))]);
            _sketch.Change(hook, node => Placed(node with { Around = around, Retry = Retry() }));
        }
    }

    private List<int> AddLevels()
    {
        var levels = new List<int>();
        var byDependencies = Chance(25);
        for (var level = byDependencies ? 1 : random.Next(1, 4); level > 0; level--)
        {
            levels.Add(_sketch.Level((4 - level) * 10));
            var inLevel = new List<int>();
            for (var i = random.Next(1, 4); i > 0; i--)
            {
                var mode = Chance(25) ? ContainerMode.Linear : ContainerMode.Parallel;
                _sketch.Container($"L{level}C{i}", mode, (StartOrder)random.Next(2), Chance(20));
                int? cap = Chance(20) ? _sketch.Cap($"container L{level}C{i}", random.Next(1, 3)) : null;
                for (var size = random.Next(Chance(10) ? 12 : 4); size >= 0; size--)
                {
                    inLevel.Add(AddPackage(inLevel, cap, byDependencies));
                }
            }

            _inProject.AddRange(inLevel);
        }

        return levels;
    }

    private int AddPackage(List<int> inLevel, int? cap, bool byDependencies)
    {
        var reads = _before.Concat(_inProject).Where(_ => Chance(8)).ToList();
        var constraints = _inProject.Concat(inLevel).Where(_ => Chance(byDependencies ? 20 : 5))
            .Select(other => new PrecedenceConstraint(other, Chance(70) ? Outcome.Success : (Outcome)random.Next(3)))
            .ToArray();
        var package = _sketch.Package($"p{_sketch.Count}", constraints);
        var caps = _caps.Where(_ => Chance(50)).Concat(cap is { } own ? [own] : []).ToArray();
        _sketch.Change(package, node => Placed(node with
        {
            Reads = [.. reads, .. constraints.Where(c => c.Outcome == Outcome.Success).Select(c => c.Node)],
            Caps = caps,
            OwnThread = Chance(10),
            Enabled = !Chance(6),
            Timeout = Chance(15) ? TimeSpan.FromSeconds(random.Next(1, 30)) : null,
            Retry = Retry(),
        }));
        return package;
    }

    /// <summary>Which relaxed databases a package writes and reads.</summary>
    private PlanNode Placed(PlanNode node)
    {
        var writes = _relaxed > 0 && Chance(70) ? random.Next(_relaxed) : -1;
        return node with
        {
            Relaxed = writes,
            ReadsRelaxed = [.. Enumerable.Range(0, _relaxed).Where(one => one != writes && Chance(25))],
        };
    }

    private RetryPolicy Retry() => Chance(60)
        ? RetryPolicy.None
        : new RetryPolicy(random.Next(1, 4), TimeSpan.FromSeconds(random.Next(0, 20)), Chance(50),
            Chance(50) ? [ErrorClass.Transient] : [ErrorClass.Transient, ErrorClass.TimedOut]);

    private RunMachineOptions Options()
    {
        var packages = Enumerable.Range(0, _sketch.Count).Where(i => _sketch[i].Kind == NodeKind.Package).ToArray();
        return new RunMachineOptions
        {
            Slots = random.Next(1, 6),
            FailFast = Chance(10),
            Selected = Chance(20) ? packages.Where(_ => Chance(60)).ToHashSet() : null,
            Relaxed = Chance(10) ? null : Enumerable.Range(0, _relaxed).Where(_ => Chance(90)).ToHashSet(),
            Expected = ExpectedDurations.FromSuccesses([.. packages.Where(_ => Chance(60))
                .Select(i => (_sketch[i].Name, TimeSpan.FromSeconds(random.Next(1, 60))))]),
        };
    }

    private bool Chance(int percent) => random.Next(100) < percent;
}

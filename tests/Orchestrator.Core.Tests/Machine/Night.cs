namespace Orchestrator.Core.Tests.Machine;

/// <summary>Two packages side by side and one in the level behind them, all on one relaxed database.</summary>
internal sealed class Night
{
    public Night(FlushWhen flush, TimeSpan? every = null)
    {
        Sketch.Relax("Staging", flush, every);
        Project = Sketch.Project("P");
        Level = Sketch.Level(10);
        Container = Sketch.Container("C");
        (One, Two) = (Sketch.Package("one"), Sketch.Package("two"));
        LevelBehind = Sketch.Level(20);
        Sketch.Container("D");
        Later = Sketch.Package("later");
        foreach (var package in new[] { One, Two, Later })
        {
            Sketch.Change(package, node => node with { Relaxed = 0 });
        }
    }

    public PlanSketch Sketch { get; } = new();

    public int Project { get; }

    public int Level { get; }

    public int Container { get; }

    public int One { get; }

    public int Two { get; }

    public int LevelBehind { get; }

    public int Later { get; }
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints.Loops;

/// <summary>What a night with loops comes to where nobody disturbs it, and the points that it passes.</summary>
internal sealed class LoopTemplate
{
    public LoopTemplate(Platform platform, bool isRelaxed)
    {
        (Platform, IsRelaxed) = (platform, isRelaxed);
        var log = Path.GetTempFileName();
        try
        {
            using var night = New();
            var ended = night.Run(log: log);
            Assert.That(ended.ExitCode, Is.Zero, ended.Said);
            (Passed, State, Setting) = (PassedPoints.Of(log), night.State, night.Setting);
            night.AssertIs(State);
        }
        finally
        {
            File.Delete(log);
        }
    }

    /// <summary>Of the stage.</summary>
    public Platform Platform { get; }

    /// <summary>Whether the commits of the stage are delayed.</summary>
    public bool IsRelaxed { get; }

    /// <summary>The platform, and whether its commits are delayed.</summary>
    public string Name => $"{PlatformTable.Of(Platform).Name} {(IsRelaxed ? "relaxed" : "durable")}";

    /// <summary>The points.</summary>
    public PassedPoints Passed { get; }

    /// <summary>What it leaves.</summary>
    public IReadOnlyList<string> State { get; }

    /// <summary>How the setting of the stage is to be found.</summary>
    public string Setting { get; }

    /// <summary>A night of which no run has been made yet.</summary>
    public LoopNight New() => new(Platform, IsRelaxed);

    /// <summary>A kill at each point whose name begins so, at each passing or at so many of them.</summary>
    public IReadOnlyList<LoopCrash> Cases(int most, IReadOnlyList<string> parts) =>
    [
        .. Passed.Names.Where(name => parts.Any(part => name.StartsWith(part, StringComparison.Ordinal)))
            .Order(StringComparer.Ordinal)
            .SelectMany(name => Spread(Passed.Count(name), most).Select(nth => new LoopCrash(this, name, nth))),
    ];

    private static IEnumerable<long> Spread(long count, int most) => count <= most
        ? Enumerable.Range(1, (int)count).Select(nth => (long)nth)
        : Enumerable.Range(0, most).Select(place => 1 + (place * (count - 1) / (most - 1)));
}

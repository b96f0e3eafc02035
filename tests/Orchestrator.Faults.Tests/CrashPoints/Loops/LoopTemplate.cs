using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints.Loops;

/// <summary>What a night with loops comes to where nobody disturbs it, and the points that it passes.</summary>
internal sealed class LoopTemplate
{
    public LoopTemplate(Platform platform)
    {
        Platform = platform;
        var log = Path.GetTempFileName();
        try
        {
            using var night = new LoopNight(platform);
            var ended = night.Run(log: log);
            Assert.That(ended.ExitCode, Is.Zero, ended.Said);
            (Passed, State) = (PassedPoints.Of(log), night.State);
            night.AssertIs(State);
        }
        finally
        {
            File.Delete(log);
        }
    }

    /// <summary>Of the stage.</summary>
    public Platform Platform { get; }

    /// <summary>The points.</summary>
    public PassedPoints Passed { get; }

    /// <summary>What it leaves.</summary>
    public IReadOnlyList<string> State { get; }

    /// <summary>A kill at each point whose name begins so, at each passing or at so many of them.</summary>
    public IReadOnlyList<LoopCrash> Cases(int most, params IReadOnlyList<string> parts) =>
    [
        .. Passed.Names.Where(name => parts.Any(part => name.StartsWith(part, StringComparison.Ordinal)))
            .Order(StringComparer.Ordinal)
            .SelectMany(name => Spread(Passed.Count(name), most).Select(nth => new LoopCrash(this, name, nth))),
    ];

    private static IEnumerable<long> Spread(long count, int most) => count <= most
        ? Enumerable.Range(1, (int)count).Select(nth => (long)nth)
        : Enumerable.Range(0, most).Select(place => 1 + (place * (count - 1) / (most - 1)));
}

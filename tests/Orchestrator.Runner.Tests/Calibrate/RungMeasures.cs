using Orchestrator.Lab.Calibrate.Inserts;

namespace Orchestrator.Runner.Tests.Calibrate;

/// <summary>What steps of a ladder took, made up.</summary>
internal static class RungMeasures
{
    /// <summary>A step of ten seconds on four processors, of which its writers waited all for nothing known.</summary>
    public static RungMeasure Of(Rung rung, double rowsPerSecond) => new()
    {
        Rung = rung,
        Elapsed = TimeSpan.FromSeconds(10),
        Rows = (long)(rowsPerSecond * 10),
        Commits = (long)(rowsPerSecond * 10),
        WriterTime = TimeSpan.FromSeconds(10) * rung.Writers,
        ClientTime = TimeSpan.FromSeconds(0.5),
        ServerTime = TimeSpan.FromSeconds(0.5),
        IsOnThisMachine = true,
        Processors = 4,
    };
}

using System.Diagnostics;

namespace Orchestrator.Benchmarks.Contests;

/// <summary>What one run of one side took.</summary>
/// <param name="Seconds">From its beginning to its end.</param>
/// <param name="Client">Processor time of the moving process, user and system, in seconds.</param>
internal readonly record struct Cost(double Seconds, double Client)
{
    /// <summary>Processor time of the servers, in seconds; 0 where nobody measures it.</summary>
    public double Server { get; init; }

    /// <summary>The most memory that the process had at a time, in megabytes; 0 where nobody looked.</summary>
    public double Memory { get; init; }

    /// <summary>What work in this process takes.</summary>
    public static Cost Of(Action work)
    {
        var processor = Environment.CpuUsage.TotalTime;
        var begun = Stopwatch.GetTimestamp();
        work();
        return new Cost(
            Stopwatch.GetElapsedTime(begun).TotalSeconds,
            (Environment.CpuUsage.TotalTime - processor).TotalSeconds);
    }
}

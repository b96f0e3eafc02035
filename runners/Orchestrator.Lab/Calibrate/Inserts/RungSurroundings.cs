using Orchestrator.Data;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>What the writers of a step share.</summary>
internal sealed record RungSurroundings
{
    public required IPlatform Platform { get; init; }

    public required ScratchTable Table { get; init; }

    public required DatabaseUse Use { get; init; }

    /// <summary>Whether the server's processes can be seen from here.</summary>
    public bool IsOnThisMachine { get; init; }

    public WriterTurns Turns { get; } = new();
}

/// <summary>The rows and the time of a step, of which its writers take. Thread-safe.</summary>
internal sealed class RungQuota(long rows, TimeSpan limit, TimeProvider time, CancellationToken cancellation)
{
    private long _left = rows;
    private long _began;
    private volatile bool _isEnded;

    /// <summary>Whether nothing more is to be begun.</summary>
    public bool IsOver => _isEnded || cancellation.IsCancellationRequested || time.GetElapsedTime(_began) >= limit;

    /// <summary>The time begins.</summary>
    public void Begin() => _began = time.GetTimestamp();

    /// <summary>Nothing more is to be begun: one of the writers has failed.</summary>
    public void End() => _isEnded = true;

    /// <summary>Takes so many, or what is left of them.</summary>
    public int Take(int wanted)
    {
        var rest = Interlocked.Add(ref _left, -wanted);
        return (int)Math.Clamp(rest + wanted, 0, wanted);
    }
}

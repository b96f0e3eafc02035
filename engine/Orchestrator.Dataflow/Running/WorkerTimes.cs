using System.Diagnostics;

namespace Orchestrator.Dataflow.Running;

/// <summary>Where the time of a worker goes; written by the thread that it works on.</summary>
internal sealed class WorkerTimes
{
    private readonly long[] _ticks = new long[Enum.GetValues<StepResult>().Length];
    private long _since = Stopwatch.GetTimestamp();
    private StepResult _awaits = StepResult.More;

    public TimeSpan Working => Of(StepResult.Ended);

    public TimeSpan AwaitingRows => Of(StepResult.AwaitsRows) + Of(StepResult.AwaitsCall);

    public TimeSpan AwaitingRoom => Of(StepResult.AwaitsRoom);

    /// <summary>Ready, but all threads were busy.</summary>
    public TimeSpan AwaitingThread => Of(StepResult.More);

    public void BeginWork() => Book(_awaits);

    public void EndWork(StepResult awaits)
    {
        Book(StepResult.Ended);
        _awaits = awaits;
    }

    private void Book(StepResult what)
    {
        var now = Stopwatch.GetTimestamp();
        Volatile.Write(ref _ticks[(int)what], _ticks[(int)what] + now - _since);
        _since = now;
    }

    private TimeSpan Of(StepResult what) => Stopwatch.GetElapsedTime(0, Volatile.Read(ref _ticks[(int)what]));
}

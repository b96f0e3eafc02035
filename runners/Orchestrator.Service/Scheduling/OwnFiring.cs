using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>A firing that this service has to bring to its end.</summary>
internal sealed class OwnFiring(FiringRecord record)
{
    private readonly Dictionary<int, int> _ends = [];
    private StartedRun? _process;
    private long _endedAt;

    /// <summary>What the ledger said of it when this service got it.</summary>
    public FiringRecord Record { get; } = record;

    /// <summary>How many processes of this service for it ended as the last one did: waiting for another run, or for a
    /// server, uses up no tries of a run that dies.</summary>
    public int Starts => ExitCode is { } code ? _ends[code] : 0;

    /// <summary>Exit code of the last one that ended; null = none has.</summary>
    public int? ExitCode { get; private set; }

    /// <summary>What that said last.</summary>
    public string Said { get; private set; } = "";

    /// <summary>Whether it was said that it waits for an approval.</summary>
    public bool IsWaitTold { get; set; }

    /// <summary>Whether it was said that it waits for a run to end.</summary>
    public bool IsLineTold { get; set; }

    /// <summary>Whether a process is alive.</summary>
    public bool HasProcess => _process is not null;

    /// <summary>A process was started.</summary>
    public void Began(StartedRun started) => _process = started;

    /// <summary>None could be started.</summary>
    public void DidNotBegin(int exitCode, string why, TimeProvider time) => Ended(exitCode, why, time);

    /// <summary>Takes note of the end of its process. True = it has ended since.</summary>
    public bool Look(TimeProvider time)
    {
        if (_process?.ExitCode() is not { } code)
        {
            return false;
        }

        Ended(code, _process.Said(), time);
        _process = null;
        return true;
    }

    private void Ended(int code, string said, TimeProvider time)
    {
        _ends[code] = _ends.GetValueOrDefault(code) + 1;
        (ExitCode, Said, _endedAt) = (code, said, time.GetTimestamp());
    }

    /// <summary>Time since its last process ended.</summary>
    public TimeSpan SinceEnd(TimeProvider time) => ExitCode is null ? TimeSpan.Zero : time.GetElapsedTime(_endedAt);
}

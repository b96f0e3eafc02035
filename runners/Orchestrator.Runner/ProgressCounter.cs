namespace Orchestrator.Runner;

/// <summary>Where a package at work leaves its progress: cheap, from any thread.</summary>
internal sealed class ProgressCounter
{
    private long _read;
    private long _written;
    private string? _heldUpBy;

    public (long Read, long Written, string? HeldUpBy) Now =>
        (Volatile.Read(ref _read), Volatile.Read(ref _written), Volatile.Read(ref _heldUpBy));

    public void Report(long read, long written)
    {
        Volatile.Write(ref _read, read);
        Volatile.Write(ref _written, written);
    }

    public void HeldUp(string? by) => Volatile.Write(ref _heldUpBy, by);

    /// <summary>A new attempt counts from zero.</summary>
    public void Reset()
    {
        Report(0, 0);
        HeldUp(null);
    }
}

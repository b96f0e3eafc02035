namespace Orchestrator.Runner;

/// <summary>Where a package at work leaves its progress: cheap, from any thread.</summary>
internal sealed class ProgressCounter
{
    private long _read;
    private long _written;

    public (long Read, long Written) Now => (Volatile.Read(ref _read), Volatile.Read(ref _written));

    public void Report(long read, long written)
    {
        Volatile.Write(ref _read, read);
        Volatile.Write(ref _written, written);
    }
}

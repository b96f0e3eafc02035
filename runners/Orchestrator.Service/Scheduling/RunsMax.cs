namespace Orchestrator.Service.Scheduling;

/// <summary>How many runs a service has at work at a time, where nobody says so.</summary>
public static class RunsMax
{
    // What a run takes that loads little: most of it is the program itself.
    private const long BytesOfRun = 256L << 20;
    private const int Least = 4;

    /// <summary>Two for each processor, as runs wait for servers, and no more than the memory holds.</summary>
    /// <param name="processors">Processors.</param>
    /// <param name="memory">Bytes that this process and others may use.</param>
    public static int Of(int processors, long memory) =>
        (int)Math.Clamp(memory / BytesOfRun, 1, Math.Max(Least, 2 * processors));

    /// <summary>That of this machine, or of the part of it that the service is given.</summary>
    public static int OfThisMachine =>
        Of(Environment.ProcessorCount, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);
}

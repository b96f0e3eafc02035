using System.Runtime.InteropServices;

namespace Orchestrator.Benchmarks.Contests;

/// <summary>The machine's memory, before a side is measured.</summary>
internal static class Memory
{
    private const int Page = 4096;

    /// <summary>
    /// Touches so many bytes once, at most a quarter of the machine's, and gives them back. A virtual machine gets
    /// memory from its host at the first touch, and a host may take free memory away again: the side that fills new
    /// pages of the file cache would pay for what the side that fills those it has just given back gets for nothing.
    /// </summary>
    public static unsafe void Warm(long bytes)
    {
        var touched = Math.Min(bytes, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 4);
        var block = (byte*)NativeMemory.Alloc((nuint)touched);
        for (long at = 0; at < touched; at += Page)
        {
            block[at] = 1;
        }

        NativeMemory.Free(block);
    }
}

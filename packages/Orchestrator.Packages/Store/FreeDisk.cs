using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;

namespace Orchestrator.Packages.Store;

/// <summary>Refuses a load for which the disk has no room, before it begins.</summary>
internal static class FreeDisk
{
    private const long Least = 32L << 20;

    /// <summary>
    /// A load needs its rows twice, in the write-ahead log and in the file, and once more each where the rows are
    /// copied from the load table.
    /// </summary>
    /// <exception cref="PackageRefusedException">There is less.</exception>
    public static void Check(string file, long bytesExpected, ObjectDefinition definition, Func<string, long> freeBytes)
    {
        var copies = definition.Load.Swap.Value == Swap.Transaction ? 4 : 2;
        copies += LoadContract.IsComputed(definition) ? 2 : 0;
        var needed = Least + copies * bytesExpected;
        var folder = Path.GetDirectoryName(file)!;
        while (!Directory.Exists(folder) && Path.GetDirectoryName(folder) is { } above)
        {
            folder = above;
        }

        var free = freeBytes(folder);
        if (free < needed)
        {
            throw new PackageRefusedException(
                "ORC3405", ErrorClass.Config, "open",
                $"The disk of '{file}' has {free >> 20} MB free, and the load may need {needed >> 20} MB. "
                + "Make room, or move the connection's `file` to another disk.");
        }
    }

    /// <summary>Free bytes for this user on the disk of a folder.</summary>
    public static long Of(string folder) => new DriveInfo(folder).AvailableFreeSpace;
}

using Orchestrator.Core;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// What a transfer promises when it is run twice: the same files in the end. A file that is there with the same
/// content has arrived; one that an attempt was in the middle of begins anew under its temporary name. Files of the
/// server are deleted once all of them are here and on the disk, and a note of that is left before the first goes, so
/// that an attempt behind one that died knows why none is there any more.
/// </summary>
internal static class TransferContract
{
    /// <summary>Entries of one folder of a server that are looked at.</summary>
    public const int EntriesMax = 100_000;

    /// <summary>Files that one package takes.</summary>
    public const int FilesMax = 10_000;

    /// <summary>Files that are told one by one.</summary>
    public const int LinesMax = 50;

    /// <summary>What stays free on the disk.</summary>
    public const long RoomLeft = 32L << 20;

    /// <summary>Whether an attempt may have deleted files without having been recorded as a success.</summary>
    public static bool MayHaveTaken(EarlierAttempt earlier) => earlier.State != NodeState.Succeeded;
}

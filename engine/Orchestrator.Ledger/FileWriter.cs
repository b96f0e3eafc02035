using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Ledger;

/// <summary>Records files: those that attempts read, and where they were moved afterwards.</summary>
public static class FileWriter
{
    /// <summary>Records where files were moved, in one commit, and returns when that is on disk.</summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock.</param>
    /// <param name="fence">The lease of the run that moved them.</param>
    /// <param name="files">Number of each file, and where it lies since; empty = it stays where it is.</param>
    /// <param name="heldUp">Told of a second's wait for a file that another process has locked, on any thread.</param>
    /// <exception cref="LedgerException">
    /// The ledger cannot be opened or written. ORC4120: the lease is another's.
    /// </exception>
    public static void Moved(
        LedgerLocation location, TimeProvider time, LeaseFence fence,
        IReadOnlyList<(long File, string Place)> files, Action<LedgerHold>? heldUp = null) =>
        CrashPoint.Around("ledger.moved", () => SingleCommit.Do(location, time, fence, statements =>
        {
            foreach (var (file, place) in files)
            {
                statements["update_file_moved"].Bind(file).Bind(place).Run();
            }

            return files.Count;
        }, heldUp));

    /// <summary>Adds a file of an attempt, inside the transaction of the caller.</summary>
    internal static void Insert(
        StatementCache statements, long attempt, string environment, string node, ReadFile file) =>
        statements["insert_file"].Bind(attempt).Bind(environment).Bind(node).Bind(file.Connection).Bind(file.Name)
            .Bind(file.Size).Bind(Instant.Of(file.Written)).Bind(file.Hash)
            .Bind(EnumWords<FileOutcome>.Of(file.Outcome))
            .Bind(file.Move == FileMove.None ? "" : EnumWords<FileMove>.Of(file.Move)).Run();
}

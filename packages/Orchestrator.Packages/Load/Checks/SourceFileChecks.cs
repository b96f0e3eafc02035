using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>How a load may take its files, found in the metadata alone.</summary>
internal static class SourceFileChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        if (definition.Source is not { File: not null } source
            || solution.Connections.FirstOrDefault(each => each.Name == source.Connection) is not { } connection)
        {
            yield break;
        }

        if (connection.Formats.TryGetValue(source.Format, out var format) && !format.HasHeader
            && definition.Plugin is null && !definition.Columns.Any(column => IsInFile(column, connection)))
        {
            yield return NameChecks.Error("ORC1361", definition.At,
                $"The format '{source.Format}' of '{connection.Name}' says `header: none`, and '{definition.Name}' "
                + "declares no column of the file.",
                "Declare its `columns` in the order of the file.");
        }

        if (connection.Files.TakesOnce && definition.Target.Format is null
            && definition.Load.Pattern.Value == LoadPattern.Append
            && definition.SystemColumns.All(column => column.Role != "RowAuditId"))
        {
            yield return NameChecks.Error("ORC1334", definition.At,
                $"Append of files that are taken once (`files:` of '{connection.Name}') needs the system column "
                + "RowAuditId.",
                "By it the rows of an attempt that was killed are taken back, so that none stands there twice.");
        }

        if (connection.Files.Take == FileTake.New && definition.Load.Pattern.Value == LoadPattern.ReplaceRange)
        {
            yield return NameChecks.Error("ORC1337", definition.At,
                $"ReplaceRange empties its range, and of the files that lie there `take: new` (of '{connection.Name}') "
                + "reads only those that were not loaded yet: what the others have in the range would be gone.",
                "Write `take: all`, with `archive` where each delivery holds its range as a whole; or load by key "
                + "(`pattern: Merge`).");
        }

        foreach (var wrong in Moved(definition, solution, connection))
        {
            yield return wrong;
        }
    }

    private static bool IsInFile(ColumnDefinition column, Connection connection) =>
        column.Value is null && column.Name != connection.Files.NameColumn;

    // One of the two would move away what the other has not read.
    private static IEnumerable<Diagnostic> Moved(
        ObjectDefinition definition, Solution solution, Connection connection)
    {
        var pattern = definition.Source!.File!;
        if (connection.Files.IsMovedTo(pattern))
        {
            yield return NameChecks.Error("ORC1336", definition.At,
                $"'{pattern}' lies where '{connection.Name}' moves files to.",
                "Read them over a connection of their own, whose `folder` it is.");
        }

        if (!definition.Enabled || !solution.Connections.Any(each => each.Files.Moves))
        {
            yield break;
        }

        foreach (var other in FileReaders.Before(definition, solution))
        {
            if (other.Source is { File: { } file } source
                && solution.Connections.FirstOrDefault(each => each.Name == source.Connection) is { } from
                && (connection.Files.Moves || from.Files.Moves) && IsOneFolder(connection, from)
                && CanBeOne(file, pattern))
            {
                yield return NameChecks.Error("ORC1336", definition.At,
                    $"'{definition.FullName}' and '{other.FullName}' can read the same "
                    + $"file ('{pattern}' and '{file}'), and it is moved when one of them has.",
                    definition.Source!.Member is not null && source.Member is not null
                        ? "Write `take: new` in the place of `archive` and `rejected`: each loads its members once, "
                            + "and the zip file stays."
                        : "Give them patterns that have no file in common.");
            }
        }
    }

    private static bool IsOneFolder(Connection one, Connection other) => one.Name == other.Name
        || string.Equals(Trimmed(one.Folder), Trimmed(other.Folder), StringComparison.OrdinalIgnoreCase);

    private static string? Trimmed(string? folder) => folder is null ? null
        : folder.StartsWith("./", StringComparison.Ordinal) ? folder[2..].TrimEnd('/') : folder.TrimEnd('/');

    // Folded, so that the same is refused whether or not a system's file names know case.
    private static bool CanBeOne(string one, string other) =>
        FileReaders.FolderOf(one.ToLowerInvariant()) == FileReaders.FolderOf(other.ToLowerInvariant())
        && Wildcard.Overlap(NameOf(one.ToLowerInvariant()), NameOf(other.ToLowerInvariant()));

    private static string NameOf(string file) => file[(file.LastIndexOf('/') + 1)..];
}

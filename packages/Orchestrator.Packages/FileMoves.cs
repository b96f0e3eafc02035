using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages;

/// <summary>Moves files where `archive` and `rejected` of their connection say.</summary>
/// <param name="resolve">As <see cref="PackageContext.Resolve"/>.</param>
public sealed class FileMoves(Solution solution, Func<string, string> resolve)
{
    /// <summary>Whether any connection moves its files.</summary>
    public bool Any => solution.Connections.Any(connection => connection.Files.Moves);

    /// <summary>
    /// Moves a file as it was recorded, its own done file first: one that stayed would say that the next file of this
    /// name is complete. Returns its name below the folder; empty = it is not to be moved any more.
    /// </summary>
    /// <exception cref="Exception">What <see cref="Explain"/> explains.</exception>
    public string Move(ReadFile file, long attempt)
    {
        if (solution.Connections.FirstOrDefault(each => each.Name == file.Connection) is not { } connection
            || PlaceOf(file, connection.Files) is not { } into)
        {
            return "";
        }

        var folder = Path.GetFullPath(Path.Combine(
            solution.Folder, ConnectionValues.Of(() => resolve(connection.Folder ?? "."))));
        if (FileListing.StampOf(folder, file.Name) is not { } there)
        {
            // A run that was killed may have moved it and not said so.
            return MovedFile.Places(into, file.Name, attempt).Take(2)
                .FirstOrDefault(place => FileListing.StampOf(folder, place) is { } found && IsSame(found, file)) ?? "";
        }

        if (!IsSame(there, file))
        {
            return "";
        }

        foreach (var done in DoneFiles(connection.Files, folder, file.Name))
        {
            MovedFile.Move(folder, done, into, attempt);
            CrashPoint.Pass("file.done");
        }

        return MovedFile.Move(folder, file.Name, into, attempt);
    }

    /// <summary>Why a file could not be moved; null where that is a bug.</summary>
    public static string? Explain(Exception fault) => fault switch
    {
        PackageRefusedException refused => refused.Error.Message,
        DataRefusedException or IOException or UnauthorizedAccessException => fault.Message,
        _ => null,
    };

    private static string? PlaceOf(ReadFile file, FileIntake intake) => file.Move switch
    {
        FileMove.Archive => intake.Archive,
        FileMove.Reject => intake.Rejected,
        _ => null,
    };

    private static bool IsSame(FileStamp there, ReadFile file) =>
        there.Size == file.Size && NewFiles.TimeOf(there) == file.Written;

    // One without `*` stands for all files of the folder.
    private static IReadOnlyList<string> DoneFiles(FileIntake intake, string folder, string file) =>
        intake.DoneFile is { } done && done.Contains('*', StringComparison.Ordinal)
            ? TakenFiles.DoneFiles(done, folder, file)
            : [];
}

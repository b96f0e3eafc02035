using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages;

/// <summary>
/// Moves files where `archive` and `rejected` of their connection say. A server is signed in at once for all its files.
/// </summary>
/// <param name="resolve">As <see cref="PackageContext.Resolve"/>.</param>
/// <param name="time">The clock.</param>
/// <param name="send">As <see cref="PackageContext.SendHttp"/>.</param>
public sealed class FileMoves(
    Solution solution, Func<string, string> resolve, TimeProvider time,
    Func<HttpSending, CancellationToken, HttpReply> send)
{
    private readonly Dictionary<string, IFilePlace> _places = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PackageRefusedException> _lost = new(StringComparer.Ordinal);

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

        if (_lost.TryGetValue(connection.Name, out var before))
        {
            throw before;
        }

        try
        {
            return Move(PlaceOf(connection), connection.Files, file, into, attempt);
        }
        catch (PackageRefusedException lost) when (
            lost.Error.Code is FileServerFaults.Unreached or StoreFaults.Unreached
            || !_places.ContainsKey(connection.Name))
        {
            // A server that does not answer is waited for once, and not for each of its files.
            _lost[connection.Name] = lost;
            throw;
        }
    }

    /// <summary>Signs off from servers; who moves a file behind that signs in again.</summary>
    public void Close()
    {
        foreach (var place in _places.Values)
        {
            place.Dispose();
        }

        _places.Clear();
        _lost.Clear();
    }

    private static string Move(IFilePlace place, FileIntake intake, ReadFile file, string into, long attempt)
    {
        if (place.StampOf(file.Name) is not { } there)
        {
            // A run that was killed may have moved it and not said so.
            return MovedFile.Places(into, file.Name, attempt).Take(2)
                .FirstOrDefault(moved => IsMoved(place, moved, file)) ?? "";
        }

        if (!IsSame(there, file))
        {
            return "";
        }

        foreach (var done in DoneFiles(intake, place, file.Name))
        {
            place.Move(done, into, attempt);
            CrashPoint.Pass("file.done");
        }

        return place.Move(file.Name, into, attempt);
    }

    private IFilePlace PlaceOf(Connection connection)
    {
        if (!_places.TryGetValue(connection.Name, out var place))
        {
            place = connection.Stored is { } stored
                ? FilePlaces.Open(stored, new PlaceAccess(
                    solution.Folder, resolve, time, send, CancellationToken.None))
                : new LocalPlace(Path.GetFullPath(Path.Combine(
                    solution.Folder, ConnectionValues.Of(() => resolve(connection.Folder ?? ".")))));
            _places.Add(connection.Name, place);
        }

        return place;
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

    // Where a move is a copy it has the time of that, and what is in it tells.
    private static bool IsMoved(IFilePlace place, string moved, ReadFile file) => place.StampOf(moved) is { } found
        && (IsSame(found, file) || (place.Stored is not null && found.Size == file.Size
            && place.Hash(moved, CancellationToken.None).Hash == file.Hash));

    // One without `*` stands for all files of the folder.
    private static IReadOnlyList<string> DoneFiles(FileIntake intake, IFilePlace place, string file) =>
        intake.DoneFile is { } done && done.Contains('*', StringComparison.Ordinal)
            ? TakenFiles.DoneFiles(done, place, file)
            : [];
}

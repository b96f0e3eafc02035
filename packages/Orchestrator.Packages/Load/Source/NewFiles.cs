using Orchestrator.Core;
using Orchestrator.Data.Files;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// Which files have a content that was not loaded under their name. Size and time tell that where they can; the rest is
/// told by the hash, for which a file is read.
/// </summary>
internal static class NewFiles
{
    /// <summary>Divides those that are there.</summary>
    /// <param name="at">The connection that they are at.</param>
    /// <param name="there">The files.</param>
    /// <param name="before">What is recorded of files with their names and sizes.</param>
    /// <param name="step">As <see cref="IFilePlace.ClockStep"/>.</param>
    /// <param name="hash">Reads a file.</param>
    public static (IReadOnlyList<string> New, IReadOnlyList<KnownFile> Known) Among(
        string at, IReadOnlyList<FileStamp> there, IReadOnlyList<FileBefore> before, TimeSpan step,
        Func<FileStamp, FileStamp> hash)
    {
        var (files, known) = (new List<string>(), new List<KnownFile>());
        foreach (var file in there)
        {
            if (Known(at, file, before, step, hash) is { } one)
            {
                known.Add(one);
            }
            else
            {
                files.Add(file.File);
            }
        }

        return (files, known);
    }

    /// <summary>Those that were loaded and whose content is not there any more.</summary>
    public static IReadOnlyList<FileBefore> Gone(
        string at, IReadOnlyList<FileStamp> there, IReadOnlyList<FileBefore> before, TimeSpan step,
        Func<FileStamp, FileStamp> hash)
    {
        var hashes = new Dictionary<string, string>(StringComparer.Ordinal);
        return [.. before.Where(one => IsLoaded(one) && !there.Any(file => IsNamed(at, file, one)
            && (IsUntouched(file, one, step) || HashOf(file) == one.File.Hash)))];

        string HashOf(FileStamp file) => hashes.TryGetValue(file.File, out var known)
            ? known
            : hashes[file.File] = hash(file).Hash;
    }

    /// <summary>When a file was written last, as exactly as the ledger keeps it.</summary>
    public static DateTimeOffset TimeOf(FileStamp file) =>
        new(file.Written.AddTicks(-(file.Written.Ticks % TimeSpan.TicksPerMicrosecond)));

    /// <summary>Whether that attempt has loaded it, or knew that it was.</summary>
    public static bool IsLoaded(FileBefore one) =>
        one.File.Outcome is FileOutcome.Loaded or FileOutcome.AlreadyLoaded;

    private static KnownFile? Known(
        string at, FileStamp file, IReadOnlyList<FileBefore> before, TimeSpan step, Func<FileStamp, FileStamp> hash)
    {
        FileBefore[] same = [.. before.Where(one => IsLoaded(one) && IsNamed(at, file, one))];
        if (same.Length == 0)
        {
            return null;
        }

        if (Array.FindLast(same, one => IsUntouched(file, one, step)) is { } untouched)
        {
            return new KnownFile(file, untouched.Attempt, IsHashed: false, untouched.File.Move != FileMove.None);
        }

        var read = hash(file);
        return Array.FindLast(same, one => one.File.Hash == read.Hash) is { } equal
            ? new KnownFile(read, equal.Attempt, IsHashed: true, IsToMove: false)
            : null;
    }

    private static bool IsNamed(string at, FileStamp file, FileBefore one) =>
        one.File.Connection == at && one.File.Name == file.File && one.File.Size == file.Size;

    private static bool IsUntouched(FileStamp file, FileBefore one, TimeSpan step) =>
        one.File.Written == TimeOf(file) && one.File.Written <= one.Begun - step;
}

/// <summary>A file that is left because its content was loaded under its name.</summary>
/// <param name="Stamp">What it is now.</param>
/// <param name="Attempt">The attempt that loaded it.</param>
/// <param name="IsHashed">Whether it was read to know that.</param>
/// <param name="IsToMove">Whether it still waits to be moved.</param>
internal sealed record KnownFile(FileStamp Stamp, long Attempt, bool IsHashed, bool IsToMove);

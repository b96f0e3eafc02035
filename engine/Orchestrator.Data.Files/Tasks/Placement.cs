namespace Orchestrator.Data.Files.Tasks;

/// <summary>What stands where something is put: nothing, just that already, or something else.</summary>
public enum PlaceState { Free, Same, Other }

/// <summary>A name in a folder under which something is put, whole or not at all.</summary>
/// <param name="folder">The folder.</param>
/// <param name="place">The name below it.</param>
public sealed class Placement(TaskFolder folder, string place)
{
    /// <summary>The name below the folder.</summary>
    public string Place => place;

    /// <summary>Holds what stands there against what would.</summary>
    /// <exception cref="DataRefusedException">Both are one file, or it lies outside the folder.</exception>
    /// <exception cref="IOException">Somebody has it open.</exception>
    public PlaceState Compare(TaskContent content, CancellationToken cancellation)
    {
        try
        {
            using var held = folder.Root.Hold(place);
            if (!new FileInfo(held.Path).Exists)
            {
                return Directory.Exists(held.Path) ? throw IsFolder() : PlaceState.Free;
            }

            if (!IsThere(content, held, cancellation))
            {
                return PlaceState.Other;
            }

            // Killed in the middle of a renaming, a process may leave its file under both names.
            PendingFile.Sweep(held);
            return PlaceState.Same;
        }
        catch (DirectoryNotFoundException)
        {
            return PlaceState.Free;
        }
    }

    /// <summary>
    /// Puts it there: it is written under another name, brought to disk, and renamed; its name is on disk behind this.
    /// </summary>
    /// <param name="content">What.</param>
    /// <param name="attempt">The attempt, by which what it leaves behind is known.</param>
    /// <param name="replaces">Whether what stands there goes.</param>
    /// <param name="fence">Passed before it takes its place.</param>
    /// <param name="cancellation">Ends it; then nothing of it is there.</param>
    /// <exception cref="DataRefusedException">Another file has come there meanwhile, or the content was refused.
    /// </exception>
    public void Put(
        TaskContent content, long attempt, bool replaces, Action fence, CancellationToken cancellation)
    {
        using var pending = PendingFile.Begin(folder.Root, place, attempt);
        if (!OperatingSystem.IsWindows() && content.Mode is { } mode)
        {
            File.SetUnixFileMode(pending.Stream.SafeFileHandle, mode);
        }

        content.CopyTo(pending.Stream, cancellation);
        if (content.Written is { } written)
        {
            File.SetLastWriteTimeUtc(pending.Stream.SafeFileHandle, written);
        }

        var length = pending.Complete();
        fence();
        try
        {
            pending.Publish(length, replaces);
        }
        catch (IOException) when (!replaces && folder.StampOf(place) is not null)
        {
            throw Occupied();
        }

        pending.FlushName();
    }

    /// <summary>That something else stands there.</summary>
    public DataRefusedException Occupied() => new("ORC3531", $"'{place}' is there already, with other content: it "
        + "stays as it is. Take it away, or write `existing: replace` or `existing: keep`.")
    {
        File = place,
    };

    private static bool IsThere(TaskContent content, HeldFile held, CancellationToken cancellation)
    {
        using var there = new FileStream(held.Path, FileMode.Open, FileAccess.Read, FileShare.None);
        return content.IsIn(there, cancellation);
    }

    private DataRefusedException IsFolder() => new("ORC3531", $"'{place}' is a folder, and a file would have its "
        + "name. Name another place.")
    {
        File = place,
    };
}

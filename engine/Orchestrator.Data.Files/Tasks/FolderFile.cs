namespace Orchestrator.Data.Files.Tasks;

/// <summary>A file in the folder of a connection, as it was when it was looked at.</summary>
public sealed class FolderFile : TaskContent
{
    private readonly TaskFolder _folder;
    private readonly FileStamp _stamp;
    private readonly UnixFileMode _mode;

    /// <summary>Looks at it.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder, or is gone.</exception>
    public FolderFile(TaskFolder folder, string file)
    {
        (_folder, File) = (folder, file);
        var found = folder.Root.Find(file, one => Tuple.Create(TaskFolder.StampOf(file, one), one.UnixFileMode))
            ?? throw Changed();
        (_stamp, _mode) = (found.Item1, found.Item2);
    }

    /// <summary>Its name below the folder.</summary>
    public string File { get; }

    /// <inheritdoc />
    public override string Said => $"'{File}'";

    internal override DateTime? Written => _stamp.Written;

    /// <summary>Bytes that it has.</summary>
    internal long Length => _stamp.Size;

    // What only its owner may read stays so; nobody runs a copy in the name of another. The owner may always write, as
    // what a killed process leaves half written has to be opened to be taken away.
    internal override UnixFileMode? Mode => OperatingSystem.IsWindows() ? null
        : (_mode | UnixFileMode.UserRead | UnixFileMode.UserWrite) & ~(
            UnixFileMode.SetUser | UnixFileMode.SetGroup | UnixFileMode.StickyBit | UnixFileMode.OtherWrite);

    /// <summary>
    /// Removes it where it was moved from. What stands elsewhere by now has to be all of it: a file that was written to
    /// since stays.
    /// </summary>
    /// <exception cref="DataRefusedException">It is not what was copied any more.</exception>
    public void Remove()
    {
        _folder.RefuseLink(File);
        if (_folder.StampOf(File) is not { } now)
        {
            return;
        }

        if (now != _stamp)
        {
            throw Changed();
        }

        using var held = _folder.Root.Hold(File);
        CrashPoint.Around("file.taken", () => System.IO.File.Delete(held.Path));
    }

    // Both are opened so that nobody else has them: one file under two names cannot be opened twice like that, whatever
    // its names are, and one of them would be taken for a copy of the other.
    internal override bool IsIn(FileStream there, CancellationToken cancellation)
    {
        using var held = _folder.Root.Hold(File);
        using var alone = Alone(held);
        if (OpenedPath.Of(alone.SafeFileHandle) is { } real && real == OpenedPath.Of(there.SafeFileHandle))
        {
            throw Itself();
        }

        return alone.Length == there.Length && SameContent.Are(alone, there, cancellation);
    }

    /// <summary>Whether a stream gives just that.</summary>
    internal bool Holds(Stream content, CancellationToken cancellation)
    {
        using var from = _folder.Root.Open(File, cancellation: cancellation);
        return SameContent.Are(from, content, cancellation);
    }

    internal override void CopyTo(Stream target, CancellationToken cancellation)
    {
        using var from = _folder.Root.Open(File, cancellation: cancellation);
        if (!from.CanSeek)
        {
            throw new DataRefusedException("ORC3110", $"{File}: is a pipe, which has no content that could be there "
                + "twice. A load reads it, and a program.")
            { File = File };
        }

        Copy(from, target, _ => { }, cancellation);
        if (_folder.StampOf(File) != _stamp || from.Length != _stamp.Size)
        {
            throw Changed();
        }
    }

    private FileStream Alone(HeldFile held)
    {
        try
        {
            return new FileStream(held.Path, FileMode.Open, FileAccess.Read, FileShare.None);
        }
        catch (IOException problem) when (problem is not (FileNotFoundException or DirectoryNotFoundException))
        {
            throw Itself();
        }
    }

    private DataRefusedException Changed() => new("ORC3535", $"'{File}' was written to, or removed, while it was "
        + "copied: nothing came of it. Wait until whoever brings it is done: `waitFor` with `stableFor`.")
    {
        File = File,
    };

    private DataRefusedException Itself() => new("ORC3532", $"'{File}' is also what stands where it would be put, or "
        + "somebody has it open: it stays as it is. Let `to` lead elsewhere, or run it again once nobody has it open.")
    {
        File = File,
    };
}

using Orchestrator.Data.Files.Excel;

namespace Orchestrator.Data.Files;

/// <summary>
/// Opens what one object is read from: files below the folder, or the members of zip files there, of which one at a
/// time stays open.
/// </summary>
/// <param name="source">What is read.</param>
/// <param name="folder">Their folder; null = another machine has them.</param>
internal sealed class FileOpener(SourceFiles source, FileFolder? folder) : IDisposable
{
    private static readonly TimeSpan PipePatience = TimeSpan.FromSeconds(1);

    private readonly Dictionary<string, FileStamp> _listed = new(StringComparer.Ordinal);
    private OpenedZip? _zip;

    /// <summary>What the zip file is that is open, or was when all was closed; null = none is.</summary>
    public FileStamp? Zip => _zip?.Stamp;

    /// <summary>All that is read, in order. Zip files are looked through for it, each of them.</summary>
    /// <exception cref="DataRefusedException">A zip file is none, or holds nothing that can be read.</exception>
    public IReadOnlyList<RowFile> List(IReadOnlyList<string> files, CancellationToken cancellation)
    {
        if (source.Member is null)
        {
            return [.. files.Select(file => new RowFile(file))];
        }

        var found = new List<RowFile>();
        foreach (var file in files)
        {
            using var zip = Opened(file, cancellation);
            zip.RefuseUnreadable(cancellation);
            _listed[file] = zip.Stamp;
            found.AddRange(zip.Members.Select(member => new RowFile(file, member.Name, member.Entry.Length)));
        }

        RefuseWorkbook(found[0]);
        var twice = found.GroupBy(each => each.Name, StringComparer.Ordinal).FirstOrDefault(each => each.Count() > 1);
        return twice is null ? found : throw new DataRefusedException("ORC3565", $"{twice.Key}: members of two zip "
            + "files are called so. Give one of the files another name.")
        { File = twice.Key };
    }

    /// <summary>Opens one, and of a zip file that is not open the file.</summary>
    /// <param name="file">Which one.</param>
    /// <param name="isHashed">Whether the hash of the file is wanted.</param>
    /// <param name="cancellation">Ends the wait for a pipe, and the reading of what is left out.</param>
    public TextInput Open(RowFile file, bool isHashed, CancellationToken cancellation)
    {
        if (file.Member is null)
        {
            return Text(Raw(file.File, cancellation), file, isHashed, cancellation);
        }

        var zip = _zip;
        if (zip is null || zip.Stamp.File != file.File)
        {
            CloseZip();
            zip = _zip = Listed(file.File, cancellation);
        }

        if (isHashed)
        {
            zip.Hash(cancellation);
        }

        return Text(zip.Read(file.Member), file, isHashed: false, cancellation);
    }

    /// <summary>Opens one a second time, beside itself.</summary>
    public TextInput OpenAgain(RowFile file, CancellationToken cancellation)
    {
        if (file.Member is null)
        {
            return Open(file, isHashed: false, cancellation);
        }

        var zip = Listed(file.File, cancellation);
        try
        {
            return Text(zip.Read(file.Member, zip), file, isHashed: false, cancellation);
        }
        catch
        {
            zip.Dispose();
            throw;
        }
    }

    /// <summary>Whether one has no bytes that can be counted before it is read.</summary>
    public bool IsEmpty(RowFile file) => file.Member is not null ? file.Length == 0
        : source.Stored is { } stored ? stored.IsEmpty(file.File) : folder!.IsEmpty(file.File);

    /// <summary>Closes the zip file that is open, if one is.</summary>
    public void CloseZip()
    {
        _zip?.Dispose();
        _zip = null;
    }

    /// <inheritdoc />
    public void Dispose() => _zip?.Dispose();

    private TextInput Text(Stream opened, RowFile file, bool isHashed, CancellationToken cancellation) =>
        TextInput.Of(opened, file.Name, source, isHashed, cancellation);

    private Stream Raw(string file, CancellationToken cancellation) => source.Stored is { } stored
        ? new StoredStream(stored.Open(file)) : Local(file, cancellation);

    // Of other machines no zip files are read.
    private OpenedZip Opened(string file, CancellationToken cancellation) =>
        OpenedZip.Open(Local(file, cancellation), file, source);

    private FileStream Local(string file, CancellationToken cancellation)
    {
        if (!source.LooksOnly)
        {
            return folder!.Open(file, source.HeldUp, cancellation);
        }

        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(PipePatience);
        try
        {
            var opened = folder!.Open(file, source.HeldUp, patience.Token);
            if (opened.CanSeek)
            {
                return opened;
            }

            opened.Dispose();
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            // Only a pipe without a writer takes so long.
        }

        throw new DataRefusedException("ORC3110", $"{file}: is a pipe, and what is only looked at may be read a second "
            + "time, which no pipe can be. Write what it brings into a file, and name that.")
        { File = file };
    }

    private OpenedZip Listed(string file, CancellationToken cancellation)
    {
        var zip = Opened(file, cancellation);
        if (zip.Stamp == _listed[file])
        {
            return zip;
        }

        zip.Dispose();
        throw OpenedZip.Changed(file);
    }

    private void RefuseWorkbook(RowFile first)
    {
        if (source.Format.Style == TextStyle.Excel)
        {
            throw Workbook.NoWorkbook(first.Name, "is a member of a zip file, and a workbook is not read from its "
                + "beginning to its end", "Unpack it: what is in it is packed anyway");
        }
    }
}

using System.IO.Compression;

namespace Orchestrator.Data.Files;

/// <summary>The file that one load writes.</summary>
public sealed record TargetFile
{
    /// <summary>The connection's folder, absolute; nothing outside it is written, links included.</summary>
    public required string Folder { get; init; }

    /// <summary>Its name below the folder, with `/`; what ends with `.gz` is packed.</summary>
    public required string File { get; init; }

    /// <summary>How it is written.</summary>
    public TextFormat Format { get; init; } = TextFormat.Csv;

    /// <summary>Number of the attempt that writes it.</summary>
    public required long Attempt { get; init; }

    /// <summary>Asked before it takes its place: throws where its run may write no more.</summary>
    public Action Fence { get; init; } = () => { };
}

/// <summary>Writes row batches into a file that nobody sees before <see cref="Publish"/>. Used by one thread.</summary>
public sealed class FileRowWriter : IBulkWriter
{
    private static readonly byte[] PackedNothing =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    private readonly PendingFile _file;
    private readonly TextOutput _text;
    private readonly RowOutput _rows;
    private readonly Action _fence;
    private long _count;
    private long _length;
    private bool _isWhole;

    /// <summary>Removes what earlier attempts left behind, and begins the file.</summary>
    /// <exception cref="DataRefusedException">It lies outside the folder, cannot be made, or is being
    /// written.</exception>
    public FileRowWriter(
        TargetFile target, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled)
    {
        _fence = target.Fence;
        _rows = RowOutput.Of(target.Format, columns, filled);
        using (var folder = new FileFolder(target.Folder))
        {
            _file = PendingFile.Begin(folder, target.File, target.Attempt);
        }

        try
        {
            var isPacked = target.File.EndsWith(".gz", StringComparison.OrdinalIgnoreCase);
            _text = new TextOutput(
                isPacked ? new GZipStream(_file.Stream, CompressionLevel.Fastest, leaveOpen: true) : _file.Stream,
                target.Format.Encoding);
            _rows.Begin(_text);
        }
        catch
        {
            _file.Dispose();
            throw;
        }
    }

    /// <inheritdoc />
    public void Write(RowBatch batch, int from, int count)
    {
        for (var row = from; row < from + count; row++)
        {
            _rows.Row(_text, batch, row);
        }

        _count += count;
    }

    /// <summary>Writes what is left and waits until all of it is on the disk.</summary>
    public long Complete()
    {
        _text.Flush();
        if (!ReferenceEquals(_text.Stream, _file.Stream))
        {
            _text.Dispose();
            if (_file.Stream.Position == 0)
            {
                // The packer makes nothing of nothing, which is no gzip.
                _file.Stream.Write(PackedNothing);
            }
        }

        _length = _file.Complete();
        _isWhole = true;
        return _count;
    }

    /// <summary>Puts the file in its place; what had its name is gone.</summary>
    /// <exception cref="IOException">It cannot be put there.</exception>
    public void Publish()
    {
        if (!_isWhole)
        {
            throw new InvalidOperationException("a file is published once it is complete");
        }

        _fence();
        _file.Publish(_length);
    }

    /// <summary>Removes the file unless it was published.</summary>
    public void Dispose() => _file.Dispose();
}

using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>
/// The rejected rows of one load until they go into the error table: the first in memory, the rest in a private file
/// that vanishes with it, because they must outlive a load that is rolled back.
/// </summary>
internal sealed class RejectSpool(string folder, Func<string, long> freeBytes) : IDisposable
{
    private const int RowsInMemory = 256;
    private const int CharsInMemory = 2 << 20;
    private const int CharsAtOnce = 2 << 20;

    // What a row costs whose value and key are empty: itself, its message, the parameters that it is written with.
    private const int CharsOfAnyRow = 512;

    private const long BytesBetweenLooks = 16L << 20;
    private const long LeastFree = 32L << 20;

    private readonly List<RejectedRow> _first = [];
    private FileStream? _file;
    private BinaryWriter? _writer;
    private int _chars;
    private int _held;
    private long _looked;

    /// <summary>Rows in it.</summary>
    public long Count { get; private set; }

    /// <summary>The file of the row that was added last; empty = it came from none.</summary>
    public string LastFile { get; private set; } = "";

    public void Add(IEnumerable<RejectedRow> rows)
    {
        foreach (var row in rows)
        {
            Count++;
            LastFile = row.File;
            Pace(row);
            if (_writer is null && _first.Count < RowsInMemory && _held < CharsInMemory)
            {
                _held += CharsOf(row);
                _first.Add(row);
            }
            else
            {
                Spill(row);
            }
        }
    }

    /// <summary>All rows in the order in which they came.</summary>
    /// <exception cref="OperationCanceledException">The token fired.</exception>
    public IEnumerable<RejectedRow> Rows(CancellationToken cancellation = default)
    {
        foreach (var row in _first)
        {
            cancellation.ThrowIfCancellationRequested();
            yield return row;
        }

        if (_file is null)
        {
            yield break;
        }

        _writer!.Flush();
        _file.Position = 0;
        using var reader = new BinaryReader(_file, System.Text.Encoding.Unicode, leaveOpen: true);
        for (var left = Count - _first.Count; left > 0; left--)
        {
            cancellation.ThrowIfCancellationRequested();
            var row = Read(reader);
            Pace(row);
            yield return row;
        }
    }

    public void Dispose()
    {
        _writer?.Dispose();
        _file?.Dispose();
    }

    // On a machine with a large cache the collector would let values pile up for hundreds of megabytes. Those that it
    // meets on their way here it keeps once, so the generation that they are kept in is collected too.
    private void Pace(RejectedRow row)
    {
        _chars += CharsOf(row);
        if (_chars >= CharsAtOnce)
        {
            _chars = 0;
            GC.Collect(1);
        }
    }

    private static int CharsOf(RejectedRow row) =>
        CharsOfAnyRow + (row.Value?.Length ?? 0) + row.Key.Length + (row.SourceRow?.Length ?? 0);

    private void Spill(RejectedRow row)
    {
        _writer ??= Open();
        RefuseWithoutRoom();
        _writer.Write(row.Row);
        _writer.Write(row.File);
        _writer.Write(row.Column);
        Write(row.Value);
        _writer.Write(row.ActualSize);
        _writer.Write(row.AllowedSize);
        _writer.Write((int)row.Reason);
        _writer.Write(row.Code);
        _writer.Write(row.Message);
        _writer.Write(row.Key);
        Write(row.SourceRow);
    }

    private void Write(string? text)
    {
        _writer!.Write(text is not null);
        _writer.Write(text ?? "");
    }

    /// <summary>Rejected rows take the disk three times: here, in the write-ahead log and in the error table.</summary>
    private void RefuseWithoutRoom()
    {
        if (_file!.Position - _looked < BytesBetweenLooks)
        {
            return;
        }

        _looked = _file.Position;
        var free = freeBytes(folder);
        if (free < (2 * _looked) + LeastFree)
        {
            throw new PackageRefusedException(
                "ORC3405", ErrorClass.Data, "guard",
                $"The {Count} rejected rows fill the disk, which has {free >> 20} MB left. Correct them where they "
                + "come from, or bound them by `errors: {maxErrors: …}`.");
        }
    }

    private static RejectedRow Read(BinaryReader reader)
    {
        var row = new RejectedRow
        {
            Row = reader.ReadInt64(),
            File = reader.ReadString(),
            Column = reader.ReadString(),
            Value = ReadText(reader),
            Shown = "",
            ActualSize = reader.ReadInt64(),
            AllowedSize = reader.ReadInt64(),
            Reason = (RejectReason)reader.ReadInt32(),
            Code = reader.ReadString(),
            Message = reader.ReadString(),
            Key = reader.ReadString(),
            SourceRow = ReadText(reader),
        };
        return row;
    }

    private static string? ReadText(BinaryReader reader)
    {
        var isThere = reader.ReadBoolean();
        var text = reader.ReadString();
        return isThere ? text : null;
    }

    private BinaryWriter Open()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = FileShare.None,
            Options = FileOptions.DeleteOnClose,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        var path = Path.Combine(folder, $".rejected-{Guid.NewGuid():N}");
        _file = new FileStream(path, options);
        if (!OperatingSystem.IsWindows())
        {
            // Without its name it goes with the process, also with one that is killed; Windows does so by itself.
            File.Delete(path);
        }

        return new BinaryWriter(_file, System.Text.Encoding.Unicode, leaveOpen: true);
    }
}

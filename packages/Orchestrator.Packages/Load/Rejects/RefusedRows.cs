using System.Text;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>The rows that the server refused, made into rejected rows, and where in the source each stood.</summary>
/// <param name="reject">Told each.</param>
internal sealed class RefusedRows(LoadColumns columns, Action<RejectedRow> reject)
{
    private readonly List<SentPart> _parts = [];
    private long _written;
    private bool _areNumbersLost;
    private bool _areLostForGood;

    /// <summary>Whether the rows that are written go into a load table.</summary>
    public bool IsOfLoadTable { get; set; }

    /// <summary>Whether its rows are numbered.</summary>
    public bool HasNumbers { get; set; }

    /// <summary>Whether that was made as the target is, so that it refuses what the target refuses.</summary>
    public bool IsOfShadow { get; set; }

    /// <summary>How many there were.</summary>
    public long Count { get; private set; }

    /// <summary>Notes rows of a batch that were written.</summary>
    public void Wrote(RowBatch batch, int from, int count)
    {
        if (count == 0 || !IsOfLoadTable)
        {
            return;
        }

        if (_areNumbersLost)
        {
            _areLostForGood = true;
            return;
        }

        var isInOrder = batch.RowNumber(from + count - 1) - batch.RowNumber(from) == count - 1;
        if (isInOrder && GoesOn(batch, from))
        {
            _written += count;
            return;
        }

        _parts.Add(new SentPart(_written + 1, batch.File, batch.RowNumber(from),
            isInOrder ? null : [.. Enumerable.Range(from, count).Select(batch.RowNumber)]));
        _written += count;
    }

    // Rows that come few by few are not noted few by few.
    private bool GoesOn(RowBatch batch, int from) =>
        _parts is [.., { Rows: null } last] && last.File == batch.File
        && last.FirstRow + (_written + 1 - last.First) == batch.RowNumber(from);

    /// <summary>Whether the numbers of the load table that come next have to be asked for.</summary>
    public bool MustFindNumbers => _areNumbersLost && !_areLostForGood && IsOfLoadTable && HasNumbers;

    /// <summary>What was written was taken back in part: the next rows have numbers that nobody knows.</summary>
    /// <param name="isForGood">They are never asked for: numbers of the load table no longer tell the row.</param>
    public void LoseNumbers(bool isForGood = false) =>
        (_areNumbersLost, _areLostForGood) = (true, _areLostForGood || isForGood);

    /// <summary>Rows that are told next have the last numbers.</summary>
    /// <param name="last">The number of the last of them.</param>
    /// <param name="count">How many they are.</param>
    public void FindNumbers(long last, int count) => (_written, _areNumbersLost) = (last - count, false);

    /// <summary>Rejects a row of a batch.</summary>
    public void Reject(RowBatch batch, int row, Exception fault) => Reject(
        Make(fault, batch.File, batch.RowNumber(row), column => Text(batch.Columns[column], row)) with
        {
            SourceRow = Whole(batch, row),
        });

    /// <summary>Rejects a row of the load table.</summary>
    /// <param name="number">Its number there.</param>
    /// <param name="values">Its values as text.</param>
    /// <param name="whole">All of it, as <see cref="RejectedRow.SourceRow"/> has it; null = not known.</param>
    /// <param name="fault">Why.</param>
    public void Reject(long number, IReadOnlyList<string?> values, string? whole, Exception fault)
    {
        var (file, row) = Find(number);
        Reject(Make(fault, file, row, column => column < values.Count ? values[column] : null) with
        {
            SourceRow = whole,
        });
    }

    /// <summary>Where in the source a row of the load table stood; 0 = not known.</summary>
    public (string File, long Row) Find(long number)
    {
        var place = _parts.FindLastIndex(part => part.First <= number);
        return _areLostForGood || place < 0 ? ("", 0) : _parts[place].Find(number);
    }

    /// <summary>Rejects a row for what somebody else has found.</summary>
    public void Reject(RejectedRow row)
    {
        Count++;
        reject(row);
    }

    /// <summary>Rejects a row of a batch for a value that the load may not write.</summary>
    public void RejectOutside(
        RowBatch batch, int row, string column, RejectReason reason, string code, string message) =>
        Reject(Make(new DataRefusedException(code, message) { Column = column }, batch.File, batch.RowNumber(row),
            place => Text(batch.Columns[place], row)) with
        {
            Reason = reason,
            Code = code,
            Message = message,
            SourceRow = Whole(batch, row),
        });

    private string? Whole(RowBatch batch, int row) => columns.SourceRow(place => batch.Columns[place], row);

    private RejectedRow Make(Exception fault, string file, long row, Func<int, string?> value)
    {
        var server = fault is DataRefusedException { InnerException: { } inner } ? inner : fault;
        string Shown(int column) => $"{columns.Guarded[column].Name}={value(column) ?? "NULL"}";
        var key = columns.Guarded.Index().Where(x => x.Item.Key > 0).OrderBy(x => x.Item.Key).Select(x => x.Index);
        return new RejectedRow
        {
            Row = row,
            File = file,
            Column = (fault as DataRefusedException)?.Column ?? "",
            Value = ShownText.Kept(string.Join(", ", Enumerable.Range(0, columns.Guarded.Count).Select(Shown))),
            Shown = "",
            Reason = RejectReason.Refused,
            Code = "ORC3412",
            Message = Faults.Text(server),
            Key = ShownText.Kept(string.Join(", ", key.Select(Shown))),
        };
    }

    private static string? Text(ColumnVector vector, int row)
    {
        if (vector.IsNull(row))
        {
            return vector.TryBeyond(row, out var beyond) ? Encoding.ASCII.GetString(beyond) : null;
        }

        if (vector.Storage != ValueStorage.Bytes || vector.Type.Kind == Core.Types.SqlTypeKind.UniqueIdentifier)
        {
            Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
            return Encoding.ASCII.GetString(room[..ValueFormat.Write(vector, row, room)]);
        }

        var bytes = vector.Bytes(row);
        bytes = bytes[..Math.Min(bytes.Length, ShownText.KeptCharsMax)];
        return ValueStorages.IsText(vector.Type) ? Encoding.UTF8.GetString(bytes) : Convert.ToHexString(bytes);
    }

    private sealed record SentPart(long First, string File, long FirstRow, long[]? Rows)
    {
        public (string File, long Row) Find(long number) =>
            (File, Rows is { } rows ? rows[number - First] : FirstRow + number - First);
    }
}

namespace Orchestrator.Data.Files;

/// <summary>
/// One row per line, which ends with LF or CR LF; a line break is never part of a value, so that the next row is known
/// whatever is wrong with this one.
/// </summary>
internal abstract class LineParser(int[] columnOfField) : RowParser(columnOfField)
{
    private readonly List<int> _ends = [];

    public sealed override ReadOnlySpan<byte> RowTerminator => "\n"u8;

    public sealed override int RowLength(int row) => _ends[row] - (row == 0 ? 0 : _ends[row - 1]);

    protected sealed override void Scan(Span<byte> data, int rowsMax, bool isEnd)
    {
        _ends.Clear();
        var (row, seen) = (0, Seen);
        while (rowsMax-- > 0 && data[Math.Max(seen, Consumed)..].IndexOf((byte)'\n') is var next and >= 0)
        {
            var at = Math.Max(seen, Consumed) + next;
            var end = at > Consumed && data[at - 1] == '\r' ? at - 1 : at;

            // Of a row that is only measured the beginning is no longer there.
            if ((GoesOn ? null : Cut(data, Consumed, end, row)) is not { } problem)
            {
                _ends.Add(at);
                row++;
                Consumed = at + 1;
            }
            else if (!TryStepOver(problem with { At = end }, row, end, at + 1, data.Length))
            {
                Problem ??= problem with { At = end };
                break;
            }
        }

        (Rows, Field, FieldStart) = (row, 0, GoesOn && row == 0 ? FieldStart : Consumed);
        Seen = data.Length;
    }

    /// <summary>Stores the fields of a line; what is wrong with it where it is no row.</summary>
    protected abstract ParseProblem? Cut(Span<byte> data, int start, int end, int row);
}

using System.Buffers;
using System.Runtime.ExceptionServices;
using System.Text;
using Orchestrator.Core;

namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// The rows of a sheet below its header, where it has one, as lines of csv in UTF-8. Empty rows are rows of NULLs where
/// others follow, and nothing at the end.
/// </summary>
internal sealed class SheetText : ReadOnlyStream
{
    private const int FilledAtOnce = 32 * 1024;
    private const int ReadAtOnce = 1 << 16;

    private readonly Workbook _book;
    private readonly string _file;
    private readonly bool _hidesValues;
    private readonly SheetRange _range;
    private readonly CancellationToken _cancellation;
    private readonly ArrayBufferWriter<byte> _lines = new();
    private readonly int _first;
    private readonly int _last;
    private int _row;
    private int _taken;
    private int _empty;
    private bool _isFound;
    private bool _ended;
    private ExceptionDispatchInfo? _problem;

    private SheetText(Workbook book, string file, SourceFiles source, CancellationToken cancellation)
    {
        (_book, _file, _hidesValues, _range) = (book, file, source.HideValues, book.Range);
        _cancellation = cancellation;
        (_first, Header) = source.Format.HasHeader ? ReadHeader() : ReadFirst(source.Columns);
        _last = _first + Header.Count - 1;
    }

    /// <summary>Names of the columns.</summary>
    public IReadOnlyList<string> Header { get; }

    /// <summary>What somebody should look at in it.</summary>
    public IEnumerable<string> Warnings => _book.Review is { Errors: > 0 } review
        ? [$"{Words.Count(review.Errors, "cell")} of the sheet '{_book.Sheet}' of '{_file}' with an error such as #N/A "
            + $"became NULL, first {review.FirstError}"]
        : [];

    /// <summary>Opens a workbook and reads the header of its sheet.</summary>
    /// <param name="raw">The file, which is disposed of with it or where it cannot be read.</param>
    /// <param name="counted">The same, to be read to its end once, where that counts; null = it need not be.</param>
    /// <param name="file">Its name.</param>
    /// <param name="source">How it is read.</param>
    /// <param name="cancellation">Stops the reading at any time.</param>
    public static SheetText Of(
        Stream raw, Stream? counted, string file, SourceFiles source, CancellationToken cancellation)
    {
        try
        {
            if (!raw.CanSeek)
            {
                throw Workbook.NoWorkbook(file, "is a pipe, and a workbook is not read from its beginning to its end",
                    "Let what fills the pipe write into a file");
            }

            ReadThrough(counted, cancellation);
            raw.Position = 0;
            var book = Workbook.Open(raw, file, source, cancellation);
            if (book.Review is { Uncomputed: { Length: > 0 } cell })
            {
                throw Refused(file, book.Sheet, cell, "holds a formula whose value nobody has computed: the program "
                    + "that wrote the workbook does not compute. Open and save it in Excel, or have values written");
            }

            return new SheetText(book, file, source, cancellation);
        }
        catch
        {
            raw.Dispose();
            throw;
        }
    }

    public override int Read(Span<byte> buffer)
    {
        if (_taken == _lines.WrittenCount)
        {
            _lines.ResetWrittenCount();
            _taken = 0;
            Fill();
        }

        var count = Math.Min(buffer.Length, _lines.WrittenCount - _taken);
        _lines.WrittenSpan.Slice(_taken, count).CopyTo(buffer);
        _taken += count;
        return count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _book.Dispose();
        }

        base.Dispose(disposing);
    }

    private static void ReadThrough(Stream? counted, CancellationToken cancellation)
    {
        var buffer = new byte[counted is null ? 0 : ReadAtOnce];
        while (counted?.Read(buffer.AsSpan()) > 0)
        {
            cancellation.ThrowIfCancellationRequested();
        }
    }

    private static DataRefusedException Refused(string file, string sheet, string cell, string why) => new(
        "ORC3132", $"{file}: the cell {cell} of the sheet '{sheet}' {why}.")
    { File = file };

    private (int First, IReadOnlyList<string> Names) ReadHeader()
    {
        while (Next())
        {
            if (_row < _range.FirstRow)
            {
                continue;
            }

            if (HasValues())
            {
                return Names();
            }

            if (_range.FirstRow > 0)
            {
                break;
            }
        }

        throw NoHeader(_range.FirstRow > 0 ? $"row {_range.FirstRow} is empty" : "it is empty");
    }

    // Where no row names the columns, the first one with a value says where they begin, and is a row.
    private (int First, IReadOnlyList<string> Names) ReadFirst(IReadOnlyList<string> names)
    {
        while (Next())
        {
            if (_row >= _range.FirstRow && HasValues())
            {
                _isFound = true;
                return (_range.FirstColumn > 0 ? _range.FirstColumn
                    : Columns().First(column => _book.Value(column) is not null), names);
            }

            _empty += _range.FirstRow > 0 && _row >= _range.FirstRow ? 1 : 0;
        }

        _ended = true;
        return (Math.Max(_range.FirstColumn, 1), names);
    }

    private (int First, IReadOnlyList<string> Names) Names()
    {
        int[] named = [.. Columns().Where(column => _book.Value(column) is not null)];
        var first = _range.FirstColumn > 0 ? _range.FirstColumn : named[0];
        string[] names =
        [
            .. Enumerable.Range(first, named[^1] - first + 1).Select(column => _book.Value(column) is { } value
                ? SheetCellText.Of(value, _book, column)
                : throw NoHeader($"the cell {SheetRange.NameOf(column, _row)} has no name for its column")),
        ];
        var twice = names.GroupBy(name => name, StringComparer.OrdinalIgnoreCase).FirstOrDefault(x => x.Count() > 1);
        return twice is null ? (first, names)
            : throw NoHeader($"row {_row} names a column{Shown(twice.Key)} {twice.Count()} times");
    }

    private string Shown(string name) => _hidesValues ? "" : $" '{ShownText.Of(Encoding.UTF8.GetBytes(name))}'";

    private DataRefusedException NoHeader(string why) => new("ORC3103", $"{_file}: a header is expected in the sheet "
        + $"'{_book.Sheet}', and {why}. Write where the header and its columns stand as `range: \"A4:H\"` in the "
        + "format.")
    { File = _file };

    private bool Next()
    {
        _cancellation.ThrowIfCancellationRequested();
        _row++;
        return (_range.LastRow == 0 || _row <= _range.LastRow) && _book.Next();
    }

    private IEnumerable<int> Columns()
    {
        var last = _range.LastColumn == 0 ? _book.Columns : Math.Min(_range.LastColumn, _book.Columns);
        var first = Math.Max(_range.FirstColumn, 1);
        return Enumerable.Range(first, Math.Max(0, last - first + 1));
    }

    private bool HasValues() => Columns().Any(column => _book.Value(column) is not null);

    // The rows before a problem come first.
    private void Fill()
    {
        _problem?.Throw();
        try
        {
            while (!_ended && _lines.WrittenCount < FilledAtOnce)
            {
                AddRow();
            }
        }
        catch (Exception problem) when (_lines.WrittenCount > 0)
        {
            _problem = ExceptionDispatchInfo.Capture(problem);
        }
    }

    private void AddRow()
    {
        _isFound = _isFound || FindRow();
        if (!_isFound)
        {
            _ended = true;
        }
        else if (_empty > 0)
        {
            _empty--;
            AddEmpty();
        }
        else
        {
            _isFound = false;
            AddCells();
        }
    }

    private bool FindRow()
    {
        while (Next())
        {
            if (HasValues())
            {
                return true;
            }

            _empty++;
        }

        return false;
    }

    // A line of separators alone is a row of NULLs.
    private void AddEmpty()
    {
        _lines.GetSpan(Header.Count)[..Header.Count].Fill((byte)',');
        _lines.Advance(Header.Count - 1);
        _lines.Write("\n"u8);
    }

    private void AddCells()
    {
        foreach (var column in Columns().Where(one => one < _first || one > _last))
        {
            if (_book.Value(column) is not null)
            {
                throw Refused(_file, _book.Sheet, SheetRange.NameOf(column, _row), "holds a value, and the header has "
                    + "no column there. Leave it out by `range: \"A4:H\"` in the format, or name the column");
            }
        }

        for (var column = _first; column <= _last; column++)
        {
            SheetCellText.Write(_lines, _book, column);
            _lines.Write(column < _last ? ","u8 : "\n"u8);
        }
    }
}

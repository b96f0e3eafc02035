using System.Globalization;
using System.Text;
using System.Xml;
using Orchestrator.Core;

namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// What a sheet shows before its rows are read: rows and cells in their order and within the limits of Excel, and what
/// would become NULL without a word, which are errors and formulas that nobody has computed.
/// </summary>
internal sealed class SheetReview(SheetRange range)
{
    private const int LettersMax = 3;
    private const int DigitsMax = 7;

    private int _row;
    private int _column;
    private bool _isCell;
    private bool _isError;
    private bool _isText;
    private bool _isFormula;
    private bool _isInValue;
    private bool _hasValue;
    private bool _isFilled;

    /// <summary>Cells of the range that hold an error.</summary>
    public long Errors { get; private set; }

    /// <summary>The first of them; empty = there is none.</summary>
    public string FirstError { get; private set; } = "";

    /// <summary>The first formula of the range that has no value; empty = each has one.</summary>
    public string Uncomputed { get; private set; } = "";

    /// <summary>Looks at the next element of the sheet.</summary>
    /// <exception cref="InvalidDataException">It stands where Excel writes none.</exception>
    public void Look(XmlReader element)
    {
        switch (element.LocalName)
        {
            case "row":
                End();
                BeginRow(element.GetAttribute("r"));
                break;
            case "c":
                End();
                BeginCell(element);
                break;
            case "f":
                (_isFormula, _isInValue) = (true, false);
                break;
            case "v" or "is":
                (_hasValue, _isInValue) = (true, true);
                break;
        }
    }

    /// <summary>Notes that there is text behind the last element.</summary>
    public void LookAtText() => _isFilled |= _isInValue;

    /// <summary>Ends the last cell.</summary>
    public void End()
    {
        if (_isCell && range.Holds(_column, _row))
        {
            if (_isError)
            {
                AddError(_column, _row);
            }

            // The empty text is a value, too, of which nothing stands there.
            var isComputed = _isFilled || (_hasValue && _isText);
            if (_isFormula && !isComputed && Uncomputed.Length == 0)
            {
                Uncomputed = SheetRange.NameOf(_column, _row);
            }
        }

        _isCell = false;
    }

    /// <summary>Notes an error, where it is in the range.</summary>
    public void AddError(int column, int row)
    {
        if (range.Holds(column, row))
        {
            Errors++;
            FirstError = FirstError.Length > 0 ? FirstError : SheetRange.NameOf(column, row);
        }
    }

    private void BeginRow(string? number)
    {
        var row = int.TryParse(number, NumberStyles.Integer, CultureInfo.InvariantCulture, out var written)
            ? written : _row + 1;
        if (row < Math.Max(_row, 1) || row > SheetRange.RowsMax)
        {
            throw new InvalidDataException($"row {row} of a sheet stands behind row {_row}");
        }

        (_row, _column) = (row, 0);
    }

    private void BeginCell(XmlReader element)
    {
        var column = ColumnOf(element.GetAttribute("r")) ?? _column + 1;
        if (column > SheetRange.ColumnsMax || _row == 0)
        {
            throw new InvalidDataException($"a cell of row {_row} of a sheet stands in column {column}");
        }

        var type = element.GetAttribute("t");
        (_column, _isCell, _isError, _isText) = (column, true, type == "e", type == "str");
        (_isFormula, _isInValue, _hasValue, _isFilled) = (false, false, false, false);
    }

    // As the library reads it: great letters and digits, or else the column behind the last one.
    private static int? ColumnOf(string? reference)
    {
        var text = reference.AsSpan();
        var letters = text.IndexOfAnyExceptInRange('A', 'Z');
        if (letters <= 0 || text[letters..].ContainsAnyExceptInRange('0', '9'))
        {
            return null;
        }

        if (letters > LettersMax || text.Length - letters > DigitsMax)
        {
            throw new InvalidDataException(
                $"a sheet holds a cell '{ShownText.Of(Encoding.UTF8.GetBytes(reference!))}'");
        }

        var column = 0;
        foreach (var letter in text[..letters])
        {
            column = (column * 26) + (letter - 'A') + 1;
        }

        return column;
    }
}

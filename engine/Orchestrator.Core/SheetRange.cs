using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Orchestrator.Core;

/// <summary>
/// A part of a sheet as spreadsheets write it: `A4:H`, `A4:H100`, `B:F`, `A4`. Counted from 1; 0 = open to that side.
/// </summary>
public sealed record SheetRange(int FirstColumn, int FirstRow, int LastColumn, int LastRow)
{
    /// <summary>Columns that a sheet has at most.</summary>
    public const int ColumnsMax = 16_384;

    /// <summary>Rows that a sheet has at most.</summary>
    public const int RowsMax = 1_048_576;

    private const int Letters = 26;

    /// <summary>The whole sheet.</summary>
    public static SheetRange All { get; } = new(0, 0, 0, 0);

    /// <summary>Reads a range; false = it is none.</summary>
    public static bool TryParse(string text, [NotNullWhen(true)] out SheetRange? range)
    {
        range = null;
        var corners = text.Split(':');
        if (corners.Length > 2 || !TryCorner(corners[0], out var first) || !TryCorner(corners[^1], out var last))
        {
            return false;
        }

        if (corners.Length == 1)
        {
            last = default;
        }
        else if (last.Column < first.Column || (last.Row > 0 && last.Row < first.Row))
        {
            return false;
        }

        range = new SheetRange(first.Column, first.Row, last.Column, last.Row);
        return true;
    }

    /// <summary>What people call a cell: `C7`.</summary>
    public static string NameOf(int column, int row)
    {
        var name = "";
        for (; column > 0; column = (column - 1) / Letters)
        {
            name = (char)('A' + ((column - 1) % Letters)) + name;
        }

        return $"{name}{row}";
    }

    /// <summary>Whether a cell is in it.</summary>
    public bool Holds(int column, int row) => column >= FirstColumn && row >= FirstRow
        && (LastColumn == 0 || column <= LastColumn) && (LastRow == 0 || row <= LastRow);

    private static bool TryCorner(string text, out (int Column, int Row) corner)
    {
        var (column, row, at) = (0, 0, 0);
        for (; at < text.Length && column <= ColumnsMax && char.IsAsciiLetter(text[at]); at++)
        {
            column = (column * Letters) + (char.ToUpperInvariant(text[at]) - 'A') + 1;
        }

        var hasRow = at < text.Length;
        var isRow = !hasRow || int.TryParse(text.AsSpan(at), NumberStyles.None, CultureInfo.InvariantCulture, out row);
        corner = (column, row);
        return column is > 0 and <= ColumnsMax && isRow && row is >= 0 and <= RowsMax && (row > 0 || !hasRow);
    }
}

using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>Reads the cells of one column of a result into a column vector.</summary>
internal sealed unsafe class SqliteColumnReader
{
    private readonly int place;
    private readonly SqlType type;
    private readonly SqliteStorage storage;
    private readonly double scaleFactor;
    private readonly byte[] scratch = new byte[SqliteText.BytesMax];
    private int cell;

    /// <summary>For a column of that logical type at that place of the result, from 0.</summary>
    public SqliteColumnReader(SqlType type, int place)
    {
        this.type = type;
        this.place = place;
        storage = SqliteTypeMap.StorageOf(type);
        scaleFactor = Math.Pow(10, type.Scale);
    }

    /// <summary>Reads the cell of the current row. False = it holds something else than its type says.</summary>
    public bool Read(nint statement, ColumnVector column, int row)
    {
        cell = SqliteNative.ColumnType(statement, place);
        if (cell == SqliteNative.Null)
        {
            column.SetNull(row);
            return true;
        }

        switch (storage)
        {
            case SqliteStorage.Integer:
                column.Int64s[row] = SqliteNative.ColumnInt64(statement, place);
                return cell == SqliteNative.Integer && SqliteRange.Holds(type, column.Int64s[row]);
            case SqliteStorage.Real:
                return ReadReal(statement, column, row) && cell is SqliteNative.Float or SqliteNative.Integer;
            case SqliteStorage.Blob:
                column.SetBytes(row, Span(SqliteNative.ColumnBlob(statement, place), statement));
                return cell == SqliteNative.Blob;
            default:
                return ReadText(statement, column, row);
        }
    }

    /// <summary>Notes the cell that was read last as none of the column's type.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="column">The column.</param>
    /// <param name="row">The row.</param>
    /// <param name="what">What it is, for messages.</param>
    public void Note(nint statement, ColumnVector column, int row, string what) => column.SetUnread(
        row,
        cell switch
        {
            SqliteNative.Blob => Span(SqliteNative.ColumnBlob(statement, place), statement),
            SqliteNative.Float =>
                scratch.AsSpan(0, SqliteText.Double(SqliteNative.ColumnDouble(statement, place), scratch)),
            _ => Span(SqliteNative.ColumnText(statement, place), statement),
        },
        what,
        isText: cell != SqliteNative.Blob);

    /// <summary>What the cell that was read last holds, in SQLite's word.</summary>
    public string CellKind => cell switch
    {
        SqliteNative.Integer => "an INTEGER",
        SqliteNative.Float => "a REAL",
        SqliteNative.Blob => "a BLOB",
        _ => "a TEXT",
    };

    private ReadOnlySpan<byte> Span(byte* start, nint statement) =>
        start is null ? [] : new ReadOnlySpan<byte>(start, SqliteNative.ColumnBytes(statement, place));

    private bool ReadReal(nint statement, ColumnVector column, int row)
    {
        var value = SqliteNative.ColumnDouble(statement, place);
        if (type.IsFloat)
        {
            column.Doubles[row] = value;
            return true;
        }

        var unscaled = Math.Round(value * scaleFactor);
        column.Int64s[row] = (long)unscaled;
        return SqliteRange.IsWhole(value * scaleFactor, unscaled) && SqliteRange.Holds(type, (long)unscaled);
    }

    private bool ReadText(nint statement, ColumnVector column, int row)
    {
        if (cell == SqliteNative.Blob)
        {
            return false;
        }

        if (cell == SqliteNative.Float)
        {
            // SQLite would show 15 digits; 17 are needed to get the same number back.
            var length = SqliteText.Double(SqliteNative.ColumnDouble(statement, place), scratch);
            return Store(scratch.AsSpan(0, length), column, row);
        }

        return Store(Span(SqliteNative.ColumnText(statement, place), statement), column, row);
    }

    private bool Store(ReadOnlySpan<byte> text, ColumnVector column, int row)
    {
        Int128 wide;
        switch (type.Kind)
        {
            case SqlTypeKind.Decimal or SqlTypeKind.Money:
                var isNumber = SqliteTextParser.Decimal(text, type.Scale, out wide);
                return isNumber && StoreNumber(wide, column, row);
            case SqlTypeKind.DateTimeOffset:
                var isTime = SqliteTextParser.Offset(type, text, out wide);
                column.Int128s[row] = wide;
                return isTime && SqliteRange.Holds(type, OffsetTime.UtcTicks(wide));
            case SqlTypeKind.UniqueIdentifier:
                var isId = SqliteTextParser.Guid(text, scratch);
                column.SetBytes(row, scratch.AsSpan(0, 16));
                return isId;
            default:
                if (!type.IsTemporal)
                {
                    column.SetBytes(row, text);
                    return true;
                }

                var isTemporal = SqliteTextParser.Temporal(type, text, out var ticks);
                column.Int64s[row] = ticks;
                return isTemporal && SqliteRange.Holds(type, ticks);
        }
    }

    private bool StoreNumber(Int128 number, ColumnVector column, int row)
    {
        if (!SqliteRange.Holds(type, number))
        {
            return false;
        }

        if (column.Storage == ValueStorage.Int128)
        {
            column.Int128s[row] = number;
            return true;
        }

        column.Int64s[row] = (long)number;
        return true;
    }
}

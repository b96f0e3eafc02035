using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>Reads the cells of one column of a result into a column vector.</summary>
internal sealed unsafe class SqliteColumnReader
{
    private readonly int _place;
    private readonly SqlType _type;
    private readonly SqliteStorage _storage;
    private readonly double _scaleFactor;
    private readonly byte[] _scratch = new byte[SqliteText.BytesMax];
    private int _cell;

    /// <summary>For a column of that logical type at that place of the result, from 0.</summary>
    public SqliteColumnReader(SqlType type, int place)
    {
        _type = type;
        _place = place;
        _storage = SqliteTypeMap.StorageOf(type);
        _scaleFactor = Math.Pow(10, type.Scale);
    }

    /// <summary>Reads the cell of the current row. False = it holds something else than its type says.</summary>
    public bool Read(nint statement, ColumnVector column, int row)
    {
        _cell = SqliteNative.ColumnType(statement, _place);
        if (_cell == SqliteNative.Null)
        {
            column.SetNull(row);
            return true;
        }

        switch (_storage)
        {
            case SqliteStorage.Integer:
                column.Int64s[row] = SqliteNative.ColumnInt64(statement, _place);
                return _cell == SqliteNative.Integer && SqliteRange.Holds(_type, column.Int64s[row]);
            case SqliteStorage.Real:
                return ReadReal(statement, column, row) && _cell is SqliteNative.Float or SqliteNative.Integer;
            case SqliteStorage.Blob:
                column.SetBytes(row, Span(SqliteNative.ColumnBlob(statement, _place), statement));
                return _cell == SqliteNative.Blob;
            default:
                return ReadText(statement, column, row);
        }
    }

    /// <summary>Notes the cell that was read last as none of the column's type.</summary>
    /// <param name="what">What it is, for messages.</param>
    public void Note(nint statement, ColumnVector column, int row, string what) => column.SetUnread(
        row,
        _cell switch
        {
            SqliteNative.Blob => Span(SqliteNative.ColumnBlob(statement, _place), statement),
            SqliteNative.Float =>
                _scratch.AsSpan(0, SqliteText.Double(SqliteNative.ColumnDouble(statement, _place), _scratch)),
            _ => Span(SqliteNative.ColumnText(statement, _place), statement),
        },
        what,
        isText: _cell != SqliteNative.Blob);

    /// <summary>What the cell that was read last holds, in SQLite's word.</summary>
    public string CellKind => _cell switch
    {
        SqliteNative.Integer => "an INTEGER",
        SqliteNative.Float => "a REAL",
        SqliteNative.Blob => "a BLOB",
        _ => "a TEXT",
    };

    private ReadOnlySpan<byte> Span(byte* start, nint statement) =>
        start is null ? [] : new ReadOnlySpan<byte>(start, SqliteNative.ColumnBytes(statement, _place));

    private bool ReadReal(nint statement, ColumnVector column, int row)
    {
        var value = SqliteNative.ColumnDouble(statement, _place);
        if (_type.IsFloat)
        {
            column.Doubles[row] = value;
            return true;
        }

        var unscaled = Math.Round(value * _scaleFactor);
        column.Int64s[row] = (long)unscaled;
        return SqliteRange.IsWhole(value * _scaleFactor, unscaled) && SqliteRange.Holds(_type, (long)unscaled);
    }

    private bool ReadText(nint statement, ColumnVector column, int row)
    {
        if (_cell == SqliteNative.Blob)
        {
            return false;
        }

        if (_cell == SqliteNative.Float)
        {
            // SQLite would show 15 digits; 17 are needed to get the same number back.
            var length = SqliteText.Double(SqliteNative.ColumnDouble(statement, _place), _scratch);
            return Store(_scratch.AsSpan(0, length), column, row);
        }

        return Store(Span(SqliteNative.ColumnText(statement, _place), statement), column, row);
    }

    private bool Store(ReadOnlySpan<byte> text, ColumnVector column, int row)
    {
        Int128 wide;
        switch (_type.Kind)
        {
            case SqlTypeKind.Decimal or SqlTypeKind.Money:
                var isNumber = SqliteTextParser.Decimal(text, _type.Scale, out wide);
                return isNumber && StoreNumber(wide, column, row);
            case SqlTypeKind.DateTimeOffset:
                var isTime = SqliteTextParser.Offset(_type, text, out wide);
                column.Int128s[row] = wide;
                return isTime && SqliteRange.Holds(_type, OffsetTime.UtcTicks(wide));
            case SqlTypeKind.UniqueIdentifier:
                var isId = SqliteTextParser.Guid(text, _scratch);
                column.SetBytes(row, _scratch.AsSpan(0, 16));
                return isId;
            default:
                if (!_type.IsTemporal)
                {
                    column.SetBytes(row, text);
                    return true;
                }

                var isTemporal = SqliteTextParser.Temporal(_type, text, out var ticks);
                column.Int64s[row] = ticks;
                return isTemporal && SqliteRange.Holds(_type, ticks);
        }
    }

    private bool StoreNumber(Int128 number, ColumnVector column, int row)
    {
        if (!SqliteRange.Holds(_type, number))
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

namespace Orchestrator.Tds;

/// <summary>Decodes the stream of a bulk load: the columns, then the rows, then DONE.</summary>
internal sealed class BulkRows
{
    private const byte ColumnsToken = 0x81;
    private const byte RowToken = 0xD1;
    private const byte NullBitmapRowToken = 0xD2;
    private const int NullableFlag = 1;

    private readonly MessageReader _from;
    private readonly WireType[] _types;
    private bool _isOver;

    public BulkRows(MessageReader from)
    {
        _from = from;
        if (from.Byte() is var token && token != ColumnsToken)
        {
            throw new InvalidDataException($"a bulk load began with 0x{token:X2}, not with its columns");
        }

        Columns = new Column[from.UInt16()];
        _types = new WireType[Columns.Length];
        for (var i = 0; i < _types.Length; i++)
        {
            ReadColumn(i);
        }
    }

    public Column[] Columns { get; }

    public object?[]? Next()
    {
        if (_isOver)
        {
            return null;
        }

        var token = _from.Byte();
        if (token is not (RowToken or NullBitmapRowToken))
        {
            _isOver = true;
            _from.Skip(long.MaxValue);
            return null;
        }

        var nulls = token == NullBitmapRowToken ? _from.Span((_types.Length + 7) / 8).ToArray() : [];
        var row = new object?[_types.Length];
        for (var i = 0; i < row.Length; i++)
        {
            var isNull = nulls.Length > 0 && (nulls[i / 8] & (1 << (i % 8))) != 0;
            row[i] = isNull ? null : ValueFrame.Read(_from, _types[i]);
        }

        return row;
    }

    private void ReadColumn(int index)
    {
        _from.Int32();
        var flags = _from.UInt16();
        _types[index] = TypeInfo.Read(_from);
        if (_types[index].Type.Kind is TdsKind.Text or TdsKind.NText or TdsKind.Image)
        {
            _from.Unicode(_from.UInt16());
        }

        var name = _from.Unicode(_from.Byte());
        Columns[index] = new(name, _types[index].Type) { IsNullable = (flags & NullableFlag) != 0 };
    }
}

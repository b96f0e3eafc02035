using System.Collections;
using System.Data.Common;
using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Benchmarks.SqlServer;

/// <summary>What who writes a bulk copy gives it: each value as an object, and nothing is looked at.</summary>
internal sealed class BareReader(MemoryRows rows) : DbDataReader
{
    private readonly Func<ColumnVector, int, object>[] _values = [.. rows.Columns.Select(column => Of(column.Type))];
    private RowBatch? _batch;
    private int _row;
    private int _count;

    /// <inheritdoc/>
    public override int FieldCount => _values.Length;

    /// <inheritdoc/>
    public override bool Read()
    {
        if (++_row < _count)
        {
            return true;
        }

        ((_batch, _count), _row) = (rows.Next(), 0);
        return _count > 0;
    }

    /// <inheritdoc/>
    public override object GetValue(int ordinal) =>
        IsDBNull(ordinal) ? DBNull.Value : _values[ordinal](_batch!.Columns[ordinal], _row);

    /// <inheritdoc/>
    public override bool IsDBNull(int ordinal) => _batch!.Columns[ordinal].IsNull(_row);

    private static Func<ColumnVector, int, object> Of(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => static (column, row) => column.Int64s[row] != 0,
        SqlTypeKind.SmallInt => static (column, row) => (short)column.Int64s[row],
        SqlTypeKind.Int => static (column, row) => (int)column.Int64s[row],
        SqlTypeKind.BigInt => static (column, row) => column.Int64s[row],
        SqlTypeKind.Float => static (column, row) => column.Doubles[row],
        SqlTypeKind.Date or SqlTypeKind.DateTime2 => static (column, row) => new DateTime(column.Int64s[row]),
        SqlTypeKind.UniqueIdentifier => static (column, row) => new Guid(column.Bytes(row), bigEndian: true),
        SqlTypeKind.Decimal => (column, row) =>
            new decimal((int)column.Int64s[row], (int)(column.Int64s[row] >> 32), 0, false, (byte)type.Scale),
        _ => static (column, row) => Encoding.UTF8.GetString(column.Bytes(row)),
    };

#pragma warning disable CS1591, SA1600
    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => throw new NotSupportedException(name);

    public override int Depth => 0;

    public override bool HasRows => true;

    public override bool IsClosed => false;

    public override int RecordsAffected => -1;

    public override bool NextResult() => false;

    public override Type GetFieldType(int ordinal) => typeof(object);

    public override string GetName(int ordinal) => rows.Columns[ordinal].Name;

    public override int GetOrdinal(string name) => throw new NotSupportedException(name);

    public override string GetDataTypeName(int ordinal) => throw new NotSupportedException();

    public override int GetValues(object[] values) => throw new NotSupportedException();

    public override bool GetBoolean(int ordinal) => throw new NotSupportedException();

    public override byte GetByte(int ordinal) => throw new NotSupportedException();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override char GetChar(int ordinal) => throw new NotSupportedException();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        throw new NotSupportedException();

    public override DateTime GetDateTime(int ordinal) => throw new NotSupportedException();

    public override decimal GetDecimal(int ordinal) => throw new NotSupportedException();

    public override double GetDouble(int ordinal) => throw new NotSupportedException();

    public override float GetFloat(int ordinal) => throw new NotSupportedException();

    public override Guid GetGuid(int ordinal) => throw new NotSupportedException();

    public override short GetInt16(int ordinal) => throw new NotSupportedException();

    public override int GetInt32(int ordinal) => throw new NotSupportedException();

    public override long GetInt64(int ordinal) => throw new NotSupportedException();

    public override string GetString(int ordinal) => throw new NotSupportedException();

    public override IEnumerator GetEnumerator() => throw new NotSupportedException();
}

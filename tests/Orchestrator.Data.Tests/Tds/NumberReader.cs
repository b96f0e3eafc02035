using System.Data;
using System.Diagnostics.CodeAnalysis;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>Rows of 0, 1, 2 and so on, in columns a, b, c and so on.</summary>
internal sealed class NumberReader(int count, bool throwsAtEnd = false, int columns = 1) : IDataReader
{
    private int _row = -1;

    public int FieldCount => columns;

    public int Depth => 0;

    public bool IsClosed => false;

    public int RecordsAffected => -1;

    public object this[int i] => _row;

    public object this[string name] => _row;

    public bool Read() => ++_row < count
        || (throwsAtEnd ? throw new InvalidOperationException("the end") : false);

    public object GetValue(int i) => _row;

    public bool IsDBNull(int i) => false;

    public string GetName(int i) => ((char)('a' + i)).ToString();

    public int GetOrdinal(string name) => name[0] - 'a';

    [return: DynamicallyAccessedMembers(
        DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.PublicProperties)]
    public Type GetFieldType(int i) => typeof(int);

    public bool NextResult() => false;

    public void Close()
    {
    }

    public void Dispose()
    {
    }

    public DataTable? GetSchemaTable() => null;

    public int GetInt32(int i) => _row;

    public int GetValues(object[] values) => throw new NotSupportedException();

    public string GetDataTypeName(int i) => "int";

    public bool GetBoolean(int i) => throw new NotSupportedException();

    public byte GetByte(int i) => throw new NotSupportedException();

    public long GetBytes(int i, long fieldOffset, byte[]? buffer, int bufferoffset, int length) =>
        throw new NotSupportedException();

    public char GetChar(int i) => throw new NotSupportedException();

    public long GetChars(int i, long fieldoffset, char[]? buffer, int bufferoffset, int length) =>
        throw new NotSupportedException();

    public IDataReader GetData(int i) => throw new NotSupportedException();

    public DateTime GetDateTime(int i) => throw new NotSupportedException();

    public decimal GetDecimal(int i) => throw new NotSupportedException();

    public double GetDouble(int i) => throw new NotSupportedException();

    public float GetFloat(int i) => throw new NotSupportedException();

    public Guid GetGuid(int i) => throw new NotSupportedException();

    public short GetInt16(int i) => throw new NotSupportedException();

    public long GetInt64(int i) => throw new NotSupportedException();

    public string GetString(int i) => throw new NotSupportedException();
}

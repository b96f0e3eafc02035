using System.Collections;
using System.Data.Common;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Turns the pushing of row batches into the pulling of the client's bulk copy: one thread offers a batch and waits
/// until the other one, which copies, has taken its rows. The client asks a reader for nothing but its values.
/// </summary>
internal sealed class RowFeed(ColumnBox[] boxes, object[] filled) : DbDataReader
{
    // Who waits for them sleeps at once: a slim one looks again and again first, which takes processor time.
    private readonly AutoResetEvent _offered = new(false);
    private readonly AutoResetEvent _taken = new(false);
    private RowBatch? _batch;
    private int _row;
    private int _end;
    private bool _hasEnded;
    private bool _isStopped;

    // Only the copy's thread knows what it has taken: its first Read may come while a batch is being offered.
    private bool _isTaking;

    /// <summary>Rows that the copy has asked for.</summary>
    public long Rows { get; private set; }

    /// <summary>Place of the column that was asked for last, from 0.</summary>
    public int Column { get; private set; }

    /// <summary>The row at hand within its file or query, from 1; 0 = there is none.</summary>
    public long RowNumber => _isTaking && _row < _end ? _batch!.RowNumber(_row) : 0;

    public override int FieldCount => boxes.Length + filled.Length;

    /// <summary>Lets the copy take rows of a batch; returns when it has, or has failed.</summary>
    public void Offer(RowBatch rows, int from, int count)
    {
        (_batch, _row, _end) = (rows, from - 1, from + count);
        _offered.Set();
        _taken.WaitOne();
    }

    /// <summary>There are no more rows: the copy may end.</summary>
    public void End()
    {
        _hasEnded = true;
        _offered.Set();
    }

    /// <summary>Lets the copy end where it is, from any thread.</summary>
    public void Stop() => Volatile.Write(ref _isStopped, true);

    /// <summary>The copy has ended or failed: nobody waits for it any longer.</summary>
    public void Release() => _taken.Set();

    public override bool Read()
    {
        if (_isTaking && ++_row < _end && !Volatile.Read(ref _isStopped))
        {
            Rows++;
            return true;
        }

        return Next();
    }

    public override object GetValue(int ordinal)
    {
        Column = ordinal;
        return ordinal < boxes.Length
            ? boxes[ordinal].Of(_batch!.Columns[ordinal], _row)
            : filled[ordinal - boxes.Length];
    }

    public override bool IsDBNull(int ordinal) =>
        ordinal < boxes.Length ? _batch!.Columns[ordinal].IsNull(_row) : filled[ordinal - boxes.Length] is DBNull;

    public override Stream GetStream(int ordinal)
    {
        Column = ordinal;
        return ordinal < boxes.Length
            ? LongValues.Bytes(_batch!.Columns[ordinal], _row)
            : throw Unasked();
    }

    public override TextReader GetTextReader(int ordinal)
    {
        Column = ordinal;
        return ordinal < boxes.Length
            ? LongValues.Text(_batch!.Columns[ordinal], _row)
            : new StringReader((string)filled[ordinal - boxes.Length]);
    }

    private bool Next()
    {
        if (_isTaking)
        {
            (_isTaking, _batch) = (false, null);
            _taken.Set();
        }

        if (Volatile.Read(ref _isStopped))
        {
            return false;
        }

        _offered.WaitOne();
        _isTaking = !_hasEnded;
        return _isTaking && Read();
    }

    protected override void Dispose(bool disposing)
    {
        _offered.Dispose();
        _taken.Dispose();
        base.Dispose(disposing);
    }

#pragma warning disable CS1591, SA1600
    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => throw Unasked();

    public override int Depth => 0;

    public override bool HasRows => true;

    public override bool IsClosed => false;

    public override int RecordsAffected => -1;

    public override bool NextResult() => false;

    public override Type GetFieldType(int ordinal) => typeof(object);

    public override string GetName(int ordinal) => throw Unasked();

    public override int GetOrdinal(string name) => throw Unasked();

    public override string GetDataTypeName(int ordinal) => throw Unasked();

    public override int GetValues(object[] values) => throw Unasked();

    public override IEnumerator GetEnumerator() => throw Unasked();

    public override bool GetBoolean(int ordinal) => throw Unasked();

    public override byte GetByte(int ordinal) => throw Unasked();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        throw Unasked();

    public override char GetChar(int ordinal) => throw Unasked();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        throw Unasked();

    public override DateTime GetDateTime(int ordinal) => throw Unasked();

    public override decimal GetDecimal(int ordinal) => throw Unasked();

    public override double GetDouble(int ordinal) => throw Unasked();

    public override float GetFloat(int ordinal) => throw Unasked();

    public override Guid GetGuid(int ordinal) => throw Unasked();

    public override short GetInt16(int ordinal) => throw Unasked();

    public override int GetInt32(int ordinal) => throw Unasked();

    public override long GetInt64(int ordinal) => throw Unasked();

    public override string GetString(int ordinal) => throw Unasked();
#pragma warning restore CS1591, SA1600

    private static NotSupportedException Unasked() => new("a bulk copy asks for values only");
}

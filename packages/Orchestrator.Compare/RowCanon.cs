using System.Buffers.Binary;
using Orchestrator.Compare.Parts;
using Orchestrator.Compare.Values;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Compare;

/// <summary>Makes of the rows of one side what both sides are compared by. For one thread.</summary>
internal sealed class RowCanon
{
    private const ulong OfKey = 1;
    private const ulong OfRow = 2;
    private const ulong OfWhole = 3;
    private const ulong OfLong = 4;

    // A thousand rows with documents in them would fill any memory: of a long value two numbers stand for it.
    private const int KeptMax = 4096;

    private readonly CanonicalRow _row = new();
    private readonly KeyRecord _record;
    private readonly (int Place, CanonicalValue Value)[] _columns;
    private readonly int _keys;
    private readonly (int Place, CanonicalValue Value)? _late;

    /// <summary>For the rows of a side.</summary>
    /// <param name="pairs">What is compared.</param>
    /// <param name="isLeft">Which side it is.</param>
    /// <param name="rules">What is no difference.</param>
    public RowCanon(ColumnPairs pairs, bool isLeft, DataRules rules)
    {
        var zone = isLeft && rules.Zone is { } name ? TimeZoneInfo.FindSystemTimeZoneById(name) : null;
        _columns = [.. pairs.All.Select(pair => Of(pair, isLeft, rules, zone))];
        _keys = pairs.Keys;
        _late = pairs.Late is { } late ? Of(late, isLeft, rules, zone) : null;
        _record = new KeyRecord(pairs.Late is not null);
    }

    /// <summary>The last time that a row came; <see cref="long.MinValue"/> = none is known.</summary>
    public long Latest { get; private set; } = long.MinValue;

    /// <summary>What stands for the key of a row, and for all of it.</summary>
    public (ulong Key, ulong Row) Digest(RowBatch batch, int row)
    {
        _row.Clear();
        var keyBytes = 0;
        for (var at = 0; at < _columns.Length; at++)
        {
            _columns[at].Value.Write(batch.Columns[_columns[at].Place], row, _row);
            keyBytes = at == _keys - 1 ? _row.Length : keyBytes;
        }

        var bytes = _row.Bytes;
        return (
            RowDigest.Of(_keys == 0 ? bytes : bytes[..keyBytes], _keys == 0 ? OfWhole : OfKey),
            RowDigest.Of(bytes, OfRow));
    }

    /// <summary>What is kept of a row; valid until the next is asked for.</summary>
    public ReadOnlySpan<byte> Record(RowBatch batch, int row)
    {
        _record.Begin(TimeOf(batch, row));
        for (var at = 0; at < _keys; at++)
        {
            _record.Add(batch.Columns[_columns[at].Place], row);
        }

        return _record.Bytes;
    }

    /// <summary>The values of a row, each as it is compared or what stands for it, in the order of the pairs.</summary>
    public byte[][] Values(RowBatch batch, int row) => [.. _columns.Select(column =>
    {
        _row.Clear();
        column.Value.Write(batch.Columns[column.Place], row, _row);
        return _row.Length <= KeptMax ? _row.Bytes.ToArray() : Shortened(_row.Bytes);
    })];

    /// <summary>The values of a row as people read them, in the order of the pairs; null = NULL.</summary>
    public string?[] Texts(RowBatch batch, int row) =>
        [.. _columns.Select(column => ValueWords.Shown(batch.Columns[column.Place], row))];

    private static byte[] Shortened(ReadOnlySpan<byte> value)
    {
        var kept = new byte[1 + (2 * sizeof(ulong))];
        kept[0] = CanonicalRow.Other;
        BinaryPrimitives.WriteUInt64LittleEndian(kept.AsSpan(1), RowDigest.Of(value, OfLong));
        BinaryPrimitives.WriteUInt64LittleEndian(kept.AsSpan(1 + sizeof(ulong)), RowDigest.Of(value, OfWhole));
        return kept;
    }

    private long TimeOf(RowBatch batch, int row)
    {
        if (_late is not var (place, value))
        {
            return long.MinValue;
        }

        _row.Clear();
        value.Write(batch.Columns[place], row, _row);
        var ticks = CanonicalRow.TicksOf(_row.Bytes) ?? long.MinValue;
        Latest = Math.Max(Latest, ticks);
        return ticks;
    }

    private static (int, CanonicalValue) Of(ColumnPair pair, bool isLeft, DataRules rules, TimeZoneInfo? zone) => (
        isLeft ? pair.LeftPlace : pair.RightPlace,
        new CanonicalValue(
            pair.Form, isLeft ? pair.Left : pair.Right, rules, pair.IsPadded, pair.IsZoned ? zone : null));
}

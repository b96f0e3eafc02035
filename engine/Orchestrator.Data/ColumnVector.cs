using System.Runtime.CompilerServices;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// The values of one column of a row batch: an array of its storage and a bitmap of NULLs. What stands at a NULL is
/// undefined. Not for several threads at once.
/// </summary>
public sealed class ColumnVector
{
    private readonly int _capacity;
    private readonly ByteBlock _ownBlock;
    private readonly ulong[] _ownNulls;
    private ulong[] _nulls;
    private bool _adopted;
    private Dictionary<int, Beyond>? _beyond;

    internal ColumnVector(SqlType type, int capacity, ByteBlock block)
    {
        Type = type;
        Storage = ValueStorages.Of(type);
        Block = _ownBlock = block;
        _capacity = capacity;
        _nulls = _ownNulls = new ulong[(capacity + 63) / 64];
    }

    /// <summary>The type of the values.</summary>
    public SqlType Type { get; }

    /// <summary>Which of the arrays holds them.</summary>
    public ValueStorage Storage { get; }

    /// <summary>The values of <see cref="ValueStorage.Int64"/>.</summary>
    public long[] Int64s { get => field ??= new long[_capacity]; private set; }

    /// <summary>The values of <see cref="ValueStorage.Double"/>.</summary>
    public double[] Doubles { get => field ??= new double[_capacity]; private set; }

    /// <summary>The values of <see cref="ValueStorage.Int128"/>.</summary>
    public Int128[] Int128s { get => field ??= new Int128[_capacity]; private set; }

    /// <summary>Where each value of <see cref="ValueStorage.Bytes"/> begins in <see cref="Block"/>.</summary>
    public int[] Starts { get => field ??= new int[_capacity]; private set; }

    /// <summary>How many bytes each value of <see cref="ValueStorage.Bytes"/> has.</summary>
    public int[] Lengths { get => field ??= new int[_capacity]; private set; }

    /// <summary>What <see cref="Starts"/> points into; another batch's where the guard passed it on.</summary>
    public ByteBlock Block { get; private set; }

    /// <summary>Whether any value is NULL.</summary>
    public bool HasNulls { get; internal set; }

    /// <summary>Whether the value of a row is NULL.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsNull(int row) => HasNulls && (_nulls[row >> 6] >> row & 1) != 0;

    /// <summary>Makes the value of a row NULL.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetNull(int row)
    {
        HasNulls = true;
        _nulls[row >> 6] |= 1UL << row;
    }

    /// <summary>Takes back that the value of a row is NULL.</summary>
    public void ClearNull(int row) => _nulls[row >> 6] &= ~(1UL << row);

    /// <summary>The bytes of a value of <see cref="ValueStorage.Bytes"/>; empty for NULL is not promised.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> Bytes(int row) => new(Block.Array, Starts[row], Lengths[row]);

    /// <summary>Whether a value is beyond its type; see <see cref="SetBeyond"/>.</summary>
    public bool HasBeyond => _beyond is { Count: > 0 };

    /// <summary>
    /// Notes a value that the source has and its type has not, as text: infinity, NaN, a date before year 1. It counts
    /// as NULL until the guard has refused it or found that the target takes it.
    /// </summary>
    public void SetBeyond(int row, ReadOnlySpan<byte> text)
    {
        SetNull(row);
        (_beyond ??= [])[row] = new Beyond(Block.Append(text), text.Length, null, IsText: true);
    }

    /// <summary>
    /// Notes a value that the source keeps and that is none of its column's type at all, to be read by people. It
    /// counts as NULL until the guard has refused it, which it does whatever the target takes.
    /// </summary>
    /// <param name="value">The value: text, or bytes.</param>
    /// <param name="what">What it is, for messages: "a BLOB".</param>
    /// <param name="isText">Whether it is text.</param>
    public void SetUnread(int row, ReadOnlySpan<byte> value, string what, bool isText)
    {
        SetNull(row);
        (_beyond ??= [])[row] = new Beyond(Block.Append(value), value.Length, what, isText);
    }

    /// <summary>Whether the value of a row was noted as none of the type; see <see cref="SetUnread"/>.</summary>
    /// <param name="what">What it is.</param>
    /// <param name="isText">Whether what <see cref="TryBeyond"/> gives is text; else bytes.</param>
    public bool TryUnread(int row, out string what, out bool isText)
    {
        var found = _beyond is not null && _beyond.TryGetValue(row, out var beyond) ? beyond : default;
        (what, isText) = (found.What ?? "", found.IsText);
        return found.What is not null;
    }

    /// <summary>The text of a value beyond its type; false = it is none.</summary>
    public bool TryBeyond(int row, out ReadOnlySpan<byte> text)
    {
        text = default;
        if (_beyond is null || !_beyond.TryGetValue(row, out var place))
        {
            return false;
        }

        text = new ReadOnlySpan<byte>(Block.Array, place.Start, place.Length);
        return true;
    }

    /// <summary>Copies bytes into the block as the value of a row.</summary>
    public void SetBytes(int row, ReadOnlySpan<byte> value)
    {
        Starts[row] = Block.Append(value);
        Lengths[row] = value.Length;
    }

    /// <summary>Shows another vector's values as its own, without copying, until it is reset.</summary>
    internal void Adopt(ColumnVector source)
    {
        _adopted = true;
        _nulls = source._nulls;
        HasNulls = source.HasNulls;
        Block = source.Block;
        switch (Storage)
        {
            case ValueStorage.Int64:
                Int64s = source.Int64s;
                break;
            case ValueStorage.Double:
                Doubles = source.Doubles;
                break;
            case ValueStorage.Int128:
                Int128s = source.Int128s;
                break;
            default:
                Starts = source.Starts;
                Lengths = source.Lengths;
                break;
        }
    }

    /// <summary>The rows whose value is beyond its type, in ascending order.</summary>
    internal IEnumerable<int> BeyondRows => _beyond?.Keys.Order() ?? Enumerable.Empty<int>();

    /// <summary>Takes over which rows are NULL.</summary>
    internal void CopyNulls(ColumnVector source)
    {
        HasNulls = source.HasNulls;
        if (HasNulls)
        {
            source._nulls.CopyTo(_nulls, 0);
        }
    }

    /// <summary>Points at another vector's bytes with starts and lengths of its own.</summary>
    internal void PointAt(ColumnVector source, int count)
    {
        CopyNulls(source);
        Block = source.Block;
        source.Starts.AsSpan(0, count).CopyTo(Starts);
        source.Lengths.AsSpan(0, count).CopyTo(Lengths);
    }

    /// <summary>Keeps the rows named, in ascending order, and forgets the others.</summary>
    internal void Keep(ReadOnlySpan<int> rows)
    {
        KeepBeyond(rows);
        for (var to = 0; to < rows.Length; to++)
        {
            var from = rows[to];
            switch (Storage)
            {
                case ValueStorage.Int64:
                    Int64s[to] = Int64s[from];
                    break;
                case ValueStorage.Double:
                    Doubles[to] = Doubles[from];
                    break;
                case ValueStorage.Int128:
                    Int128s[to] = Int128s[from];
                    break;
                default:
                    (Starts[to], Lengths[to]) = (Starts[from], Lengths[from]);
                    break;
            }

            if (HasNulls)
            {
                var bit = 1UL << to;
                _nulls[to >> 6] = IsNull(from) ? _nulls[to >> 6] | bit : _nulls[to >> 6] & ~bit;
            }
        }
    }

    internal void Reset()
    {
        _beyond?.Clear();
        if (_adopted)
        {
            Release();
        }
        else if (HasNulls)
        {
            Array.Clear(_nulls);
        }

        Block = _ownBlock;
        HasNulls = false;
    }

    private void KeepBeyond(ReadOnlySpan<int> rows)
    {
        if (!HasBeyond)
        {
            return;
        }

        var kept = new Dictionary<int, Beyond>();
        for (var to = 0; to < rows.Length; to++)
        {
            if (_beyond!.TryGetValue(rows[to], out var place))
            {
                kept[to] = place;
            }
        }

        _beyond = kept;
    }

    private void Release()
    {
        _adopted = false;
        _nulls = _ownNulls;
        Array.Clear(_nulls);
        (Int64s, Doubles, Int128s, Starts, Lengths) = (null!, null!, null!, null!, null!);
    }

    private readonly record struct Beyond(int Start, int Length, string? What, bool IsText);
}

using System.Buffers.Binary;
using System.Security.Cryptography;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Fills the last column of a batch with SHA-256 over the others, in their order. Each value is a mark (0 NULL, 1 a
/// value, 2 a value beyond its type as text), and but for NULL its length in four bytes, the highest first, and its
/// bytes: text as UTF-8, binary as it is, everything else in the form of <see cref="ValueFormat"/> without zeros at the
/// end of a fraction, so that equal values are equal whatever scale a platform keeps. Not for several threads at once.
/// </summary>
/// <param name="places">The places of the columns that are hashed, in order; null = all but the last.</param>
public sealed class RowHashes(IReadOnlyList<int>? places = null)
{
    /// <summary>Length of a hash.</summary>
    public const int Bytes = 32;

    private const int FrameBytes = 5;
    private byte[] _row = new byte[1024];
    private int _used;

    /// <summary>Fills it for all rows.</summary>
    public void Fill(RowBatch batch)
    {
        var hash = batch.Columns[^1];
        var columns = places is null ? batch.Columns[..^1] : [.. places.Select(place => batch.Columns[place])];
        Span<byte> result = stackalloc byte[Bytes];
        for (var i = 0; i < batch.Count; i++)
        {
            _used = 0;
            foreach (var column in columns)
            {
                Add(column, i);
            }

            SHA256.HashData(_row.AsSpan(0, _used), result);
            hash.SetBytes(i, result);
            hash.ClearNull(i);
        }
    }

    private void Add(ColumnVector column, int at)
    {
        if (column.HasBeyond && column.TryBeyond(at, out var beyond))
        {
            Add(2, beyond);
        }
        else if (column.IsNull(at))
        {
            Reserve(1);
            _row[_used++] = 0;
        }
        else if (column.Storage == ValueStorage.Bytes && column.Type.Kind != SqlTypeKind.UniqueIdentifier)
        {
            Add(1, column.Bytes(at));
        }
        else
        {
            Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
            Add(1, Canonical(column.Type, room[..ValueFormat.Write(column, at, room)]));
        }
    }

    private static ReadOnlySpan<byte> Canonical(SqlType type, Span<byte> text)
    {
        if (type.IsFloat)
        {
            return text.SequenceEqual("-0"u8) ? "0"u8 : text;
        }

        var point = text.IndexOf((byte)'.');
        if (point < 0)
        {
            return text;
        }

        // Behind the digits of an offset time stands its offset.
        var rest = text[(point + 1)..].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        rest = rest < 0 ? text.Length : point + 1 + rest;
        var end = text[..rest].TrimEnd((byte)'0').TrimEnd((byte)'.').Length;
        text[rest..].CopyTo(text[end..]);
        return text[..(end + text.Length - rest)];
    }

    private void Add(byte mark, ReadOnlySpan<byte> value)
    {
        Reserve(FrameBytes + value.Length);
        _row[_used] = mark;
        BinaryPrimitives.WriteInt32BigEndian(_row.AsSpan(_used + 1), value.Length);
        value.CopyTo(_row.AsSpan(_used + FrameBytes));
        _used += FrameBytes + value.Length;
    }

    private void Reserve(int bytes)
    {
        if (_row.Length - _used < bytes)
        {
            Array.Resize(ref _row, Math.Max(_row.Length * 2, _used + bytes));
        }
    }
}

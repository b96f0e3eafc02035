using System.Buffers;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>Bytes as they are, or from hex with or without 0x.</summary>
internal sealed class BinaryConversion(SqlType to, bool fromBinary, bool adopt) : Conversion
{
    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        if (adopt)
        {
            target.Adopt(source);
        }
        else if (fromBinary)
        {
            target.PointAt(source, count);
        }
        else
        {
            target.CopyNulls(source);
            Unhex(source, target, count, check);
        }

        for (var row = 0; row < count; row++)
        {
            if (!target.IsNull(row) && target.Lengths[row] is var length && length > to.LengthMax
                && check.Report(row, RejectReason.Truncation, length, to.LengthMax))
            {
                target.Lengths[row] = to.LengthMax;
            }
        }
    }

    private static void Unhex(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        var isText = ValueStorages.IsText(source.Type);
        for (var row = 0; row < count; row++)
        {
            target.Lengths[row] = 0;
            if (!source.IsNull(row) && (!isText || !Unhex(source.Bytes(row), target, row)))
            {
                check.Report(row, ValueResult.NotAValue);
            }
        }
    }

    private static bool Unhex(ReadOnlySpan<byte> text, ColumnVector target, int row)
    {
        if (text.StartsWith("0x"u8) || text.StartsWith("0X"u8))
        {
            text = text[2..];
        }

        var block = target.Block;
        block.Reserve(text.Length / 2);
        var status = Convert.FromHexString(text, block.Array.AsSpan(block.Used), out _, out var written);
        if (status != OperationStatus.Done)
        {
            return false;
        }

        (target.Starts[row], target.Lengths[row]) = (block.Used, written);
        block.Used += written;
        return true;
    }
}

/// <summary>uniqueidentifier from its text, or as it is.</summary>
internal sealed class GuidConversion : Conversion
{
    private const int Size = 16;

    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        if (source.Type.Kind == SqlTypeKind.UniqueIdentifier)
        {
            target.PointAt(source, count);
            return;
        }

        target.CopyNulls(source);
        var isText = ValueStorages.IsText(source.Type);
        for (var row = 0; row < count; row++)
        {
            target.Lengths[row] = 0;
            if (!source.IsNull(row) && (!isText || !Read(source.Bytes(row), target, row)))
            {
                check.Report(row, ValueResult.NotAValue);
            }
        }
    }

    private static bool Read(ReadOnlySpan<byte> text, ColumnVector target, int row)
    {
        if (!Guid.TryParse(text.Trim((byte)' '), out var guid))
        {
            return false;
        }

        Span<byte> bytes = stackalloc byte[Size];
        guid.TryWriteBytes(bytes, bigEndian: true, out _);
        target.SetBytes(row, bytes);
        return true;
    }
}

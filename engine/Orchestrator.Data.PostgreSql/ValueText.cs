using System.Buffers;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Values as the text that PostgreSQL reads, for types whose binary form is not known here.</summary>
internal sealed class ValueText
{
    private readonly ArrayBufferWriter<byte> _hex = new();
    private readonly byte[] _room = new byte[ValueFormat.BytesMax];

    /// <summary>The text of a value that is neither NULL nor beyond its type; valid until the next one.</summary>
    public ReadOnlySpan<byte> Of(ColumnVector column, int row)
    {
        if (ValueStorages.IsText(column.Type))
        {
            return column.Bytes(row);
        }

        if (column.Type.IsBinary)
        {
            return Hex(column.Bytes(row));
        }

        return column.Type.Kind == SqlTypeKind.DateTimeOffset || column.Storage != ValueStorage.Double
            || double.IsFinite(column.Doubles[row])
            ? _room.AsSpan(0, ValueFormat.Write(column, row, _room))
            : NotFinite(column.Doubles[row]);
    }

    private static ReadOnlySpan<byte> NotFinite(double value) => double.IsNaN(value) ? "NaN"u8
        : value > 0 ? "Infinity"u8
        : "-Infinity"u8;

    private ReadOnlySpan<byte> Hex(ReadOnlySpan<byte> bytes)
    {
        _hex.ResetWrittenCount();
        _hex.Write("\\x"u8);
        Encoding.ASCII.GetBytes(Convert.ToHexStringLower(bytes), _hex);
        return _hex.WrittenSpan;
    }
}

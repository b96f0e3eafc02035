using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Compare.Values;

/// <summary>Values as people read them, and as a statement finds them again.</summary>
internal static class ComparedText
{
    /// <summary>The text of a value that is not NULL.</summary>
    /// <param name="room">At least <see cref="ValueFormat.BytesMax"/> bytes.</param>
    public static ReadOnlySpan<byte> Of(ColumnVector values, int row, Span<byte> room) =>
        ValueStorages.IsText(values.Type) ? values.Bytes(row)
        : values.Storage == ValueStorage.Bytes && values.Type.Kind != SqlTypeKind.UniqueIdentifier
            ? Encoding.ASCII.GetBytes(Convert.ToHexString(values.Bytes(row)))
        : room[..ValueFormat.Write(values, row, room)];

    /// <summary>The text of a value as a message shows it; null = NULL.</summary>
    public static string? Shown(ColumnVector values, int row)
    {
        if (values.IsNull(row))
        {
            return values.TryBeyond(row, out var beyond) ? ShownText.Of(beyond) : null;
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return ShownText.Of(Of(values, row, room));
    }
}

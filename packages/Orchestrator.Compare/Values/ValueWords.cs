using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Compare.Values;

/// <summary>Values as people read them, and as a statement finds them again.</summary>
internal static class ValueWords
{
    private const int CharsMax = 200;

    /// <summary>The text of a value that is not NULL.</summary>
    /// <param name="room">At least <see cref="ValueFormat.BytesMax"/> bytes.</param>
    public static ReadOnlySpan<byte> Of(ColumnVector values, int row, Span<byte> room)
    {
        if (ValueStorages.IsText(values.Type))
        {
            return values.Bytes(row);
        }

        return values.Storage == ValueStorage.Bytes && values.Type.Kind != SqlTypeKind.UniqueIdentifier
            ? Encoding.ASCII.GetBytes(Convert.ToHexString(values.Bytes(row)))
            : room[..ValueFormat.Write(values, row, room)];
    }

    /// <summary>A text as a message shows it; null = NULL.</summary>
    public static string? Shown(string? text) =>
        text is null || text.Length <= CharsMax ? text : ShownText.Of(Encoding.UTF8.GetBytes(text), CharsMax);

    /// <summary>The text of a value as a message shows it; null = NULL.</summary>
    public static string? Shown(ColumnVector values, int row)
    {
        if (values.IsNull(row))
        {
            return values.TryBeyond(row, out var beyond) ? ShownText.Of(beyond, CharsMax) : null;
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return ShownText.Of(Of(values, row, room), CharsMax);
    }
}

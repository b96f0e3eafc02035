using System.Buffers;
using static Orchestrator.Tds.TdsKind;

namespace Orchestrator.Tds;

/// <summary>
/// A value on the wire: how its length, its NULL and its pieces stand around its bytes (MS-TDS 2.2.5.2). What the bytes
/// mean is <see cref="ValueBytes"/>.
/// </summary>
internal static class ValueFrame
{
    private const int ShortNull = 0xFFFF;
    private const long PiecesNull = -1;
    private const long PiecesUnknown = -2;
    private const int PieceSize = 4096;
    private const int TextPointerSize = 16;
    private const int TextStampSize = 8;

    public static void Write(MessageWriter to, WireType wire, object? value)
    {
        var (type, isFixed) = wire;
        var bytes = value is null ? null : ValueBytes.Encode(type, value);
        if (isFixed)
        {
            to.Bytes(bytes ?? throw new ArgumentException($"a {type} not null cannot be NULL"));
        }
        else if (type.IsInPieces)
        {
            WritePieces(to, bytes);
        }
        else if (type.Kind is Text or NText or Image)
        {
            WriteText(to, bytes);
        }
        else if (type.Kind == Variant)
        {
            to.Int32(bytes?.Length ?? 0);
            to.Bytes(bytes);
        }
        else if (HasShortLength(type.Kind))
        {
            to.UInt16(bytes?.Length ?? ShortNull);
            to.Bytes(bytes);
        }
        else
        {
            to.Byte((byte)(bytes?.Length ?? 0));
            to.Bytes(bytes);
        }
    }

    /// <summary>Reads a value of a row.</summary>
    public static object? Read(MessageReader from, WireType wire)
    {
        var (type, isFixed) = wire;
        if (isFixed)
        {
            return ValueBytes.Decode(type, from.Span(TypeTokens.SizeOf(type.Kind)));
        }

        if (type.IsInPieces)
        {
            return ReadPieces(from, type);
        }

        if (type.Kind is Text or NText or Image)
        {
            return ReadText(from, type);
        }

        if (type.Kind == Variant)
        {
            return from.Int32() is var size && size == 0 ? null : ValueBytes.Decode(type, from.Span(size));
        }

        if (HasShortLength(type.Kind))
        {
            return from.UInt16() is var length && length == ShortNull
                ? null
                : ValueBytes.Decode(type, from.Span(length));
        }

        return from.Byte() is var count && count == 0 ? null : ValueBytes.Decode(type, from.Span(count));
    }

    /// <summary>Reads a value of a parameter, where text and image have no pointer before them.</summary>
    public static object? ReadParameter(MessageReader from, WireType wire)
    {
        if (wire.Type.Kind is not (Text or NText or Image))
        {
            return Read(from, wire);
        }

        return from.Int32() is var size && size < 0 ? null : ValueBytes.Decode(wire.Type, from.Span(size));
    }

    private static bool HasShortLength(TdsKind kind) =>
        kind is TdsKind.Char or VarChar or NChar or NVarChar or Binary or VarBinary or RowVersion;

    private static void WritePieces(MessageWriter to, byte[]? bytes)
    {
        to.Int64(bytes?.Length ?? PiecesNull);
        if (bytes is null)
        {
            return;
        }

        foreach (var piece in bytes.Chunk(PieceSize))
        {
            to.Int32(piece.Length);
            to.Bytes(piece);
        }

        to.Int32(0);
    }

    private static object? ReadPieces(MessageReader from, TdsType type)
    {
        var total = from.Int64();
        if (total == PiecesNull)
        {
            return null;
        }

        var bytes = new ArrayBufferWriter<byte>(total > 0 ? checked((int)total) : PieceSize);
        while (from.Int32() is var size && size > 0)
        {
            bytes.Write(from.Span(size));
        }

        if (total != PiecesUnknown && total != bytes.WrittenCount)
        {
            throw new InvalidDataException($"{total} bytes were announced, {bytes.WrittenCount} came");
        }

        return ValueBytes.Decode(type, bytes.WrittenSpan);
    }

    private static void WriteText(MessageWriter to, byte[]? bytes)
    {
        to.Byte(bytes is null ? (byte)0 : (byte)TextPointerSize);
        if (bytes is null)
        {
            return;
        }

        to.Bytes(new byte[TextPointerSize + TextStampSize]);
        to.Int32(bytes.Length);
        to.Bytes(bytes);
    }

    private static object? ReadText(MessageReader from, TdsType type)
    {
        if (from.Byte() is var pointer && pointer == 0)
        {
            return null;
        }

        from.Span(pointer + TextStampSize);
        return ValueBytes.Decode(type, from.Span(from.Int32()));
    }
}

namespace Orchestrator.Tds;

/// <summary>The tokens of an answer (MS-TDS 2.2.7).</summary>
internal static class TokenWriter
{
    private const byte ColMetadata = 0x81;
    private const byte ReturnStatusToken = 0x79;
    private const byte ReturnValueToken = 0xAC;
    private const byte ErrorToken = 0xAA;
    private const byte InfoToken = 0xAB;
    private const byte EnvironmentToken = 0xE3;
    private const byte RowToken = 0xD1;
    private const byte NullBitmapRowToken = 0xD2;

    public static void Columns(this MessageWriter to, IReadOnlyList<Column> columns)
    {
        to.Byte(ColMetadata);
        to.UInt16(columns.Count);
        foreach (var column in columns)
        {
            to.Int32(column.Type.Kind == TdsKind.RowVersion ? 80 : 0);
            to.UInt16((column.IsNullable ? 1 : 0) | (column.IsIdentity ? 0x10 : column.IsComputed ? 0x20 : 0x08));
            TypeInfo.Write(to, WireTypeOf(column));
            if (column.Type.Kind is TdsKind.Text or TdsKind.NText or TdsKind.Image)
            {
                to.Byte(1);
                to.Text("");
            }

            to.ShortText(column.Name);
        }
    }

    /// <summary>A row; with a bitmap of its NULLs where most columns are NULL, as the server does it.</summary>
    public static void Row(this MessageWriter to, IReadOnlyList<Column> columns, IReadOnlyList<object?> values)
    {
        var withBitmap = columns.Count > 1 && values.Count(value => value is null) > columns.Count / 2;
        to.Byte(withBitmap ? NullBitmapRowToken : RowToken);
        if (withBitmap)
        {
            to.Bytes(NullBitmap(values));
        }

        for (var i = 0; i < columns.Count; i++)
        {
            if (!withBitmap || values[i] is not null)
            {
                ValueFrame.Write(to, WireTypeOf(columns[i]), values[i]);
            }
        }
    }

    public static void Message(this MessageWriter to, ServerMessage message, string server)
    {
        var text = message.Text.Length * 2;
        var names = (server.Length + message.Procedure.Length) * 2;
        to.Byte(message.IsError ? ErrorToken : InfoToken);
        to.UInt16(4 + 1 + 1 + 2 + text + 1 + 1 + names + 4);
        to.Int32(message.Number);
        to.Byte(message.State);
        to.Byte(message.Class);
        to.Text(message.Text);
        to.ShortText(server);
        to.ShortText(message.Procedure);
        to.Int32(message.Line);
    }

    public static void Environment(this MessageWriter to, EnvironmentChange change, byte[] after, byte[] before)
    {
        to.Byte(EnvironmentToken);
        to.UInt16(3 + after.Length + before.Length);
        to.Byte((byte)change);
        to.Byte((byte)after.Length);
        to.Bytes(after);
        to.Byte((byte)before.Length);
        to.Bytes(before);
    }

    public static void Environment(this MessageWriter to, EnvironmentChange change, string after, string before)
    {
        to.Byte(EnvironmentToken);
        to.UInt16(3 + ((after.Length + before.Length) * 2));
        to.Byte((byte)change);
        to.ShortText(after);
        to.ShortText(before);
    }

    public static void ReturnStatus(this MessageWriter to, int status)
    {
        to.Byte(ReturnStatusToken);
        to.Int32(status);
    }

    public static void ReturnValue(this MessageWriter to, int ordinal, string name, TdsType type, object? value)
    {
        to.Byte(ReturnValueToken);
        to.UInt16(ordinal);
        to.ShortText(name);
        to.Byte(1);
        to.Int32(0);
        to.UInt16(1);
        TypeInfo.Write(to, new(type, IsFixed: false));
        ValueFrame.Write(to, new(type, IsFixed: false), value);
    }

    public static void Done(this MessageWriter to, Done done, bool isLast)
    {
        to.Byte((byte)done.Token);
        to.UInt16((int)(done.Status | (isLast ? DoneStatus.Final : DoneStatus.More)));
        to.UInt16((int)done.Command);
        to.Int64(done.Count);
    }

    private static WireType WireTypeOf(Column column) =>
        new(column.Type, !column.IsNullable && TypeTokens.HasFixed(column.Type.Kind));

    private static byte[] NullBitmap(IReadOnlyList<object?> values)
    {
        var bitmap = new byte[(values.Count + 7) / 8];
        for (var i = 0; i < values.Count; i++)
        {
            bitmap[i / 8] |= (byte)((values[i] is null ? 1 : 0) << (i % 8));
        }

        return bitmap;
    }
}

using MySqlConnector;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>Which reader a column has: by its type, and by how its values come.</summary>
internal static class MariaDbColumnReaders
{
    // Digits that the client's own decimal holds.
    private const int DecimalDigits = 28;

    /// <summary>The reader of a column.</summary>
    /// <param name="sent">How its values come.</param>
    /// <param name="room">Room for text and bytes.</param>
    public static MariaDbColumnReader For(RowColumn column, MySqlDbType sent, ValueRoom room) => column.Type switch
    {
        { IsInteger: true } => new WholeReader(WholeOf(sent)),
        { Kind: SqlTypeKind.Decimal } => Exact(column, sent, room),
        { Kind: SqlTypeKind.Real } => new FloatingReader(static (from, place) => from.GetFloat(place)),
        { Kind: SqlTypeKind.Float } => new FloatingReader(static (from, place) => from.GetDouble(place)),
        { Kind: SqlTypeKind.Time } => new SpanReader(),
        { IsTemporal: true } => new MomentReader(column.Type.Kind),
        { Kind: SqlTypeKind.UniqueIdentifier } => new UuidReader(),
        { IsBinary: true } => new SentBytesReader(room),
        _ => new SentTextReader(room, TextOf(column, sent, room)),
    };

    // The client boxes all numbers but these.
    private static Func<MySqlDataReader, int, long> WholeOf(MySqlDbType sent) => sent switch
    {
        MySqlDbType.UInt32 or MySqlDbType.Int64 => static (from, place) => from.GetInt64(place),
        MySqlDbType.Bit => static (from, place) => (long)from.GetUInt64(place),
        _ => static (from, place) => from.GetInt32(place),
    };

    private static MariaDbColumnReader Exact(RowColumn column, MySqlDbType sent, ValueRoom room)
    {
        var (precision, scale) = (column.Type.Precision, column.Type.Scale);
        if (sent is MySqlDbType.UInt64 or MySqlDbType.Bit)
        {
            return new WideReader(static (from, place) => from.GetUInt64(place));
        }

        if (ValueStorages.Of(column.Type) == ValueStorage.Int64)
        {
            return new WholeReader((from, place) => (long)Unscaled(from.GetDecimal(place), scale));
        }

        var digits = Digits(column, room);
        return precision <= DecimalDigits
            ? new WideReader((from, place) => Unscaled(from.GetDecimal(place), scale))
            : new WideReader((from, place) => Int128.Parse(
                digits(from, place).Replace(".", "", StringComparison.Ordinal)));
    }

    // Numbers that are text to the guard, because no neutral type has their digits or rounds as they do.
    private static Func<MySqlDataReader, int, string> TextOf(RowColumn column, MySqlDbType sent, ValueRoom room) =>
        sent switch
        {
            MySqlDbType.Float => static (from, place) => from.GetFloat(place).ToString("R"),
            MySqlDbType.Double => static (from, place) => from.GetDouble(place).ToString("R"),
            MySqlDbType.Decimal or MySqlDbType.NewDecimal => Digits(column, room),
            _ => static (from, place) => from.GetString(place),
        };

    private static Func<MySqlDataReader, int, string> Digits(RowColumn column, ValueRoom room) => (from, place) =>
    {
        try
        {
            return from.GetMySqlDecimal(place).ToString();
        }
        catch (FormatException fault)
        {
            throw room.TooManyDigits(column.Name, fault);
        }
    };

    private static Int128 Unscaled(decimal value, int scale)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        var number = (Int128)new UInt128((uint)parts[2], ((ulong)(uint)parts[1] << 32) | (uint)parts[0]);
        for (var missing = scale - value.Scale; missing > 0; missing--)
        {
            number *= 10;
        }

        return value < 0 ? -number : number;
    }
}

using System.Runtime.CompilerServices;
using MySqlConnector;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Hands the values of one column to a parameter, which takes objects only: one box is filled anew for each row, so
/// that nothing is allocated. Text and bytes are shown where they lie in the batch. The client must be done with a
/// value when the next one is taken, as it is when a statement has run.
/// </summary>
internal abstract class MariaDbValue
{
    // Of all times beyond its type the guard lets pass this one alone.
    private static readonly object EndOfDay = TimeSpan.FromDays(1);

    private MariaDbValue(MySqlDbType type, int place) =>
        Parameter = new MySqlParameter($"@p{place}", type);

    public MySqlParameter Parameter { get; }

    /// <summary>Takes the value of a row.</summary>
    /// <exception cref="FormatException">The server would make another value of it.</exception>
    public void Take(ColumnVector column, int row) => Parameter.Value =
        !column.IsNull(row) ? Filled(column, row)
        : column.Type.Kind == SqlTypeKind.Time && column.TryBeyond(row, out _) ? EndOfDay
        : DBNull.Value;

    /// <summary>The box with a value that is not NULL.</summary>
    protected abstract object Filled(ColumnVector column, int row);

    /// <summary>The parameter for a type at a place, from 1.</summary>
    /// <param name="type">The type of the values.</param>
    /// <param name="isYear">Whether the column that takes them is a year.</param>
    public static MariaDbValue For(SqlType type, int place, bool isYear = false) => type.Kind switch
    {
        _ when isYear && type.IsInteger => new BoxOf<long>(MySqlDbType.Int64, place, Year),
        _ when type.IsInteger => new BoxOf<long>(
            MySqlDbType.Int64, place, static (column, row) => column.Int64s[row]),
        SqlTypeKind.Real => new BoxOf<float>(
            MySqlDbType.Float, place, static (column, row) => (float)column.Doubles[row]),
        SqlTypeKind.Float => new BoxOf<double>(
            MySqlDbType.Double, place, static (column, row) => column.Doubles[row]),
        SqlTypeKind.Time => new BoxOf<TimeSpan>(
            MySqlDbType.Time, place, static (column, row) => new TimeSpan(column.Int64s[row])),
        SqlTypeKind.DateTimeOffset => new BoxOf<DateTime>(
            MySqlDbType.DateTime, place,
            static (column, row) => new DateTime(OffsetTime.UtcTicks(column.Int128s[row]))),
        _ when type.IsTemporal => new BoxOf<DateTime>(
            MySqlDbType.DateTime, place, static (column, row) => new DateTime(column.Int64s[row])),
        _ when type.IsNumber => Written(MySqlDbType.NewDecimal, place),
        SqlTypeKind.UniqueIdentifier => Written(MySqlDbType.VarString, place),
        _ when type.IsBinary => new BoxOf<ReadOnlyMemory<byte>>(MySqlDbType.LongBlob, place, Lying),
        _ => new BoxOf<ReadOnlyMemory<byte>>(MySqlDbType.VarString, place, Lying),
    };

    /// <summary>Whether the values of a type are sent as text, which is longer than they are in a batch.</summary>
    public static bool IsWritten(SqlType type) => type.Kind == SqlTypeKind.UniqueIdentifier
        || (type.IsNumber && !type.IsInteger && !type.IsFloat);

    // As text: the client has no number of 38 digits; and of the bytes of some uuids (version 8 to F, ninth byte 01 to
    // 80) the server makes another one in silence, where it refuses their text.
    private static BoxOf<ReadOnlyMemory<byte>> Written(MySqlDbType type, int place)
    {
        var room = new byte[ValueFormat.BytesMax];
        return new BoxOf<ReadOnlyMemory<byte>>(
            type, place, (column, row) => room.AsMemory(0, ValueFormat.Write(column, row, room)));
    }

    private static ReadOnlyMemory<byte> Lying(ColumnVector column, int row) =>
        new(column.Block.Array, column.Starts[row], column.Lengths[row]);

    private static long Year(ColumnVector column, int row)
    {
        var year = column.Int64s[row];
        return year is > 0 and < 100
            ? throw new FormatException(
                $"the server would take the year {year} for {year + (year < 70 ? 2000 : 1900)}")
            : year;
    }

    private sealed class BoxOf<T>(MySqlDbType type, int place, Func<ColumnVector, int, T> read)
        : MariaDbValue(type, place)
        where T : struct
    {
        private readonly object _box = default(T);

        protected override object Filled(ColumnVector column, int row)
        {
            Unsafe.Unbox<T>(_box) = read(column, row);
            return _box;
        }
    }
}

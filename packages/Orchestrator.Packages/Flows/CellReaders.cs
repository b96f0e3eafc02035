using System.Globalization;
using System.Numerics;
using System.Text;
using Orchestrator.Data;
using Orchestrator.Types;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// Reads values of row batches as the types of C#; a value that is none throws <see cref="FormatException"/> or
/// <see cref="OverflowException"/>. Text is read in invariant form, so that files give numbers and dates.
/// </summary>
internal static class CellReaders
{
    private static readonly CultureInfo Invariant = CultureInfo.InvariantCulture;

    private static readonly Dictionary<Type, Delegate> ByType = new()
    {
        [typeof(bool)] = (Func<ColumnVector, int, bool>)Flag,
        [typeof(byte)] = (Func<ColumnVector, int, byte>)Number<byte>,
        [typeof(short)] = (Func<ColumnVector, int, short>)Number<short>,
        [typeof(int)] = (Func<ColumnVector, int, int>)Number<int>,
        [typeof(long)] = (Func<ColumnVector, int, long>)Number<long>,
        [typeof(float)] = (Func<ColumnVector, int, float>)Float<float>,
        [typeof(double)] = (Func<ColumnVector, int, double>)Float<double>,
        [typeof(decimal)] = (Func<ColumnVector, int, decimal>)Number<decimal>,
        [typeof(string)] = (Func<ColumnVector, int, string>)Text,
        [typeof(byte[])] = (Func<ColumnVector, int, byte[]>)Bytes,
        [typeof(Guid)] = (Func<ColumnVector, int, Guid>)Id,
        [typeof(DateTime)] = (Func<ColumnVector, int, DateTime>)Moment,
        [typeof(DateOnly)] = (Func<ColumnVector, int, DateOnly>)Date,
        [typeof(TimeOnly)] = (Func<ColumnVector, int, TimeOnly>)Time,
        [typeof(DateTimeOffset)] = (Func<ColumnVector, int, DateTimeOffset>)Instant,
    };

    /// <summary>What reads values of a type that are not NULL; null where none does.</summary>
    public static Delegate? Of(Type type) => ByType.GetValueOrDefault(type);

    /// <summary>A value that is not NULL, in invariant form.</summary>
    public static string Text(ColumnVector vector, int row)
    {
        if (ValueStorages.IsText(vector.Type))
        {
            return Encoding.UTF8.GetString(vector.Bytes(row));
        }

        if (vector.Storage == ValueStorage.Bytes && vector.Type.Kind != SqlTypeKind.UniqueIdentifier)
        {
            return Convert.ToHexString(vector.Bytes(row));
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return Encoding.ASCII.GetString(room[..ValueFormat.Write(vector, row, room)]);
    }

    private static T Number<T>(ColumnVector vector, int row)
        where T : INumber<T> => IsWhole(vector.Type.Kind)
            ? T.CreateChecked(vector.Int64s[row])
            : T.Parse(Text(vector, row), NumberStyles.Float, Invariant);

    private static T Float<T>(ColumnVector vector, int row)
        where T : IFloatingPoint<T> => vector.Storage == ValueStorage.Double
            ? T.CreateChecked(vector.Doubles[row])
            : Number<T>(vector, row);

    private static bool IsWhole(SqlTypeKind kind) => kind is SqlTypeKind.Bit or SqlTypeKind.TinyInt
        or SqlTypeKind.SmallInt or SqlTypeKind.Int or SqlTypeKind.BigInt;

    private static bool Flag(ColumnVector vector, int row) => IsWhole(vector.Type.Kind)
        ? vector.Int64s[row] switch { 0 => false, 1 => true, _ => throw new FormatException("neither 0 nor 1") }
        : Text(vector, row).Trim().ToLowerInvariant() switch
        {
            "0" or "false" => false,
            "1" or "true" => true,
            _ => throw new FormatException("neither true nor false"),
        };

    private static byte[] Bytes(ColumnVector vector, int row) => vector.Storage == ValueStorage.Bytes
        ? vector.Bytes(row).ToArray()
        : throw new FormatException($"{vector.Type} has no bytes");

    private static Guid Id(ColumnVector vector, int row) => vector.Type.Kind == SqlTypeKind.UniqueIdentifier
        ? new Guid(vector.Bytes(row), bigEndian: true)
        : Guid.Parse(Text(vector, row), Invariant);

    private static bool HasDate(SqlType type) => type.IsTemporal
        && type.Kind is not (SqlTypeKind.Time or SqlTypeKind.DateTimeOffset);

    private static DateTime Moment(ColumnVector vector, int row) => HasDate(vector.Type)
        ? new DateTime(vector.Int64s[row])
        : DateTime.Parse(Text(vector, row), Invariant, DateTimeStyles.NoCurrentDateDefault);

    private static DateOnly Date(ColumnVector vector, int row) => Moment(vector, row) is var moment
        && moment.TimeOfDay == TimeSpan.Zero ? DateOnly.FromDateTime(moment)
        : throw new FormatException("it has a time behind the date");

    private static TimeOnly Time(ColumnVector vector, int row) => vector.Type.Kind == SqlTypeKind.Time
        ? new TimeOnly(vector.Int64s[row])
        : TimeOnly.Parse(Text(vector, row), Invariant);

    private static DateTimeOffset Instant(ColumnVector vector, int row)
    {
        if (vector.Type.Kind != SqlTypeKind.DateTimeOffset)
        {
            return DateTimeOffset.Parse(Text(vector, row), Invariant, DateTimeStyles.AssumeUniversal);
        }

        var packed = vector.Int128s[row];
        return new DateTimeOffset(OffsetTime.UtcTicks(packed), TimeSpan.Zero)
            .ToOffset(TimeSpan.FromMinutes(OffsetTime.OffsetMinutes(packed)));
    }
}

using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Values of columns that the engine has made itself: numbers, flags and times, which a database without such types
/// gives as text. A value that is none throws <see cref="FormatException"/> or <see cref="OverflowException"/>.
/// </summary>
internal static class OwnCells
{
    public static long Number(ColumnVector vector, int row) => IsWhole(vector.Type.Kind)
        ? vector.Int64s[row] : long.Parse(Text(vector, row), NumberStyles.Float, CultureInfo.InvariantCulture);

    public static bool Flag(ColumnVector vector, int row) => IsWhole(vector.Type.Kind)
        ? vector.Int64s[row] switch { 0 => false, 1 => true, _ => throw new FormatException("neither 0 nor 1") }
        : Text(vector, row).Trim().ToLowerInvariant() switch
        {
            "0" or "false" => false,
            "1" or "true" => true,
            _ => throw new FormatException("neither true nor false"),
        };

    public static DateTime Time(ColumnVector vector, int row) => vector.Type.IsTemporal
        && vector.Type.Kind is not (SqlTypeKind.Time or SqlTypeKind.DateTimeOffset)
        ? new DateTime(vector.Int64s[row])
        : DateTime.Parse(Text(vector, row), CultureInfo.InvariantCulture, DateTimeStyles.NoCurrentDateDefault
            | DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal);

    private static bool IsWhole(SqlTypeKind kind) => kind is SqlTypeKind.Bit or SqlTypeKind.TinyInt
        or SqlTypeKind.SmallInt or SqlTypeKind.Int or SqlTypeKind.BigInt;

    private static string Text(ColumnVector vector, int row)
    {
        if (ValueStorages.IsText(vector.Type))
        {
            return Encoding.UTF8.GetString(vector.Bytes(row));
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return Encoding.ASCII.GetString(room[..ValueFormat.Write(vector, row, room)]);
    }
}

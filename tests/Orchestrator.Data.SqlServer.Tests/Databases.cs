using System.Text;
using Orchestrator.Types;

namespace Orchestrator.Data.SqlServer.Tests;

/// <summary>Short ways to open a database and to read values.</summary>
internal static class Databases
{
    public static SqlServerPlatform Platform { get; } = new();

    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    public static IDatabase Open(
        string connectionString, bool isTarget = true, ReadIsolation isolation = default,
        long rowBytesMax = int.MaxValue, Action<string?>? heldUp = null, TimeProvider? time = null) =>
        Platform.Open(
            new DatabaseAddress
            {
                Connection = "Dwh",
                ConnectionString = connectionString,
                Isolation = isolation,
                RowBytesMax = rowBytesMax,
            },
            new DatabaseUse
            {
                IsTarget = isTarget,
                Time = time ?? TimeProvider.System,
                HeldUp = heldUp,
                Application = "orchestrator 7 Stage/customer",
            });

    /// <summary>A value as text, whatever its storage; null = NULL; beyond its type with a mark.</summary>
    public static string? Text(ColumnVector vector, int row)
    {
        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return vector.IsNull(row)
            ? vector.TryBeyond(row, out var text) ? "beyond " + Encoding.ASCII.GetString(text) : null
            : vector.Type.IsBinary ? Convert.ToHexString(vector.Bytes(row))
            : ValueStorages.IsText(vector.Type) ? Encoding.UTF8.GetString(vector.Bytes(row))
            : Encoding.UTF8.GetString(room[..ValueFormat.Write(vector, row, room)]);
    }
}

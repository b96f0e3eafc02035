using Orchestrator.Core.Types;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Evidence;
using Orchestrator.Data.SqlServer;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Short ways to open a database and to read values.</summary>
internal static class Databases
{
    public static SqlServerPlatform Platform { get; } = new();

    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    public static IDatabase Open(
        string connectionString, bool isTarget = true, ReadIsolation isolation = default,
        long rowBytesMax = int.MaxValue, Action<string?>? heldUp = null, TimeProvider? time = null,
        AttemptMeter? meter = null) => Platform.Open(
            Address(connectionString, isolation, rowBytesMax), Use(isTarget, heldUp, time) with { Meter = meter });

    /// <summary>What the driver needs to connect to a server.</summary>
    public static string ConnectionTo(TdsServer server) =>
        $"Server=tcp:127.0.0.1,{server.Port};Database=Staging;User ID=loader;Password=s3cret;Encrypt=Optional";

    public static IDurability OpenDurability(
        string connectionString, Action<string?>? heldUp = null, SqlServerPlatform? platform = null) =>
        (platform ?? Platform).OpenDurability(
            Address(connectionString), Use(isTarget: true, heldUp, time: null), ofDatabase: true);

    /// <summary>Row batch of one column a, int, that counts from 1; whoever takes it disposes it.</summary>
    public static RowBatch Numbers(int count)
    {
        var pool = new RowBatchPool(new RunResources().Memory, [new RowColumn("a", Type("int"))]);
        var batch = pool.RentNow();
        for (batch.Count = 0; batch.Count < count; batch.Count++)
        {
            batch.Columns[0].Int64s[batch.Count] = batch.Count + 1;
        }

        return batch;
    }

    private static DatabaseAddress Address(
        string connectionString, ReadIsolation isolation = default, long rowBytesMax = int.MaxValue) => new()
        {
            Connection = "Dwh",
            ConnectionString = connectionString,
            Isolation = isolation,
            RowBytesMax = rowBytesMax,
        };

    private static DatabaseUse Use(bool isTarget, Action<string?>? heldUp, TimeProvider? time) => new()
    {
        IsTarget = isTarget,
        Time = time ?? TimeProvider.System,
        HeldUp = heldUp,
        Application = "orchestrator 7 Stage/customer",
    };
}

using System.Globalization;
using Orchestrator.Benchmarks;
using Orchestrator.Benchmarks.Allocations;
using Orchestrator.Benchmarks.Bursts;
using Orchestrator.Benchmarks.Compared;
using Orchestrator.Benchmarks.Durability;
using Orchestrator.Benchmarks.Flows;
using Orchestrator.Benchmarks.Loads;
using Orchestrator.Benchmarks.Loops;
using Orchestrator.Benchmarks.MariaDb;
using Orchestrator.Benchmarks.Nights;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.Benchmarks.Sampling;
using Orchestrator.Benchmarks.SqlServer;
using Orchestrator.Benchmarks.Versions;

CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var benchmarks = new Dictionary<string, Func<string[], int>>
{
    ["empty-packages"] = _ => EmptyPackages.Run(),
    ["delimited-to-sqlite"] = DelimitedToSqlite.Run,
    ["memory"] = LoadMemory.Run,
    ["postgres-pass-through"] = PostgresContests.PassThrough,
    ["postgres-typed"] = PostgresContests.Typed,
    ["file-to-postgres"] = PostgresContests.File,
    ["pgcopydb"] = PostgresContests.CopyDb,
    ["pgloader"] = PostgresContests.PgLoader,
    ["sqlserver-bulk"] = BulkCopyContest.Run,
    ["mariadb-rows"] = InsertContests.Run,
    ["mariadb-plans"] = JoinTimes.Run,
    ["delayed-durability"] = DelayedDurability.Run,
    ["sampling-cost"] = SamplingCost.Run,
    ["monitor-cost"] = MonitorCost.Run,
    ["allocations"] = _ => LoadAllocations.Run(),
    ["dataflow-links"] = LinkContests.Run,
    ["dataflow-peers"] = PeerContests.Run,
    ["dataflow-table"] = WorkTable.Run,
    ["scd-set"] = VersionContests.Set,
    ["scd-rows"] = VersionContests.Rows,
    ["absorb-merge"] = MergeContests.Run,
    ["absorb-burst"] = BurstNight.Run,
    ["absorb-writer"] = BurstWriter.Run,
    ["nights-sqlite"] = SqliteNights.Run,
    ["nights-postgres"] = PostgresNights.Run,
    ["start-up"] = StartUp.Run,
    ["loops"] = LoopContests.Run,
    ["compare-data"] = CompareRows.Run,
};
return args is [var name, .. var rest] && benchmarks.TryGetValue(name, out var run) ? run(rest) : Usage();

int Usage()
{
    Console.Error.WriteLine($"usage: Orchestrator.Benchmarks {string.Join(" | ", benchmarks.Keys)}");
    Console.Error.WriteLine(
        "those against a peer take [ROUNDS [PERCENT of the rows [5 or 24 columns]]], for a short look");
    return 2;
}

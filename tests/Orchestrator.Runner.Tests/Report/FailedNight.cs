using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>
/// A night of 3 × 2 × 10 packages in which two loads fail, one more after a second try, and what stands behind them is
/// blocked; some rows are rejected, some packages warn, some wait for their turn to write.
/// </summary>
internal static class FailedNight
{
    public const string FirstError =
        "Column 'Name' allows 40 characters, row 17 of customer.csv has 52: 'Wolfeschlegelsteinhausenbergerdorff…'. "
        + "Widen the column, or set its policy to truncate or redirect.";

    public static Plan Plan { get; } = NightPlan.Of(3, 10);

    public static Work Of(int node, int attempt)
    {
        var random = new Random((node * 7) + attempt);
        var rows = random.Next(1_000, 200_000);
        var work = new Work
        {
            Takes = TimeSpan.FromSeconds(20 + random.Next(0, 400)),
            Held = TimeSpan.FromSeconds(random.Next(0, 18)),
            Rows = new RowCounts(rows, rows - 7, 0, 0, 0, 0, node % 9 == 0 ? 7 : 0, node % 11 == 0 ? 3 : 0)
            {
                Filtered = node % 9 == 0 ? 0 : 7,
            },
            Warnings = node % 11 == 0 ? ["3 rows were truncated"] : [],
        };
        return Error(node) is { } error && work.Rows is var loaded
            ? work with { Error = error, Rows = new RowCounts(loaded.Read, 0, 0, 0, 0, 0, 0, 0), Warnings = [] }
            : work;
    }

    /// <summary>
    /// The same night with the database of the second project relaxed; at the end two of its packages are not known to
    /// be on disk.
    /// </summary>
    /// <param name="isWell">Whether nothing fails, and all of it is on disk.</param>
    public static Night Relaxed(bool isWell = false)
    {
        var project = Plan.Nodes.Single(node => node is { Kind: NodeKind.Project, Name: "Stage2" }).Index;
        var packages = Plan.Nodes.Where(node => node.Kind == NodeKind.Package
            && Plan.Nodes[Plan.Nodes[node.Parent].Parent].Parent == project).Select(node => node.Index).ToHashSet();
        Work Well(int node, int attempt) => Of(node, attempt) with { Error = null, Warnings = [] };
        return new Night(Plan, isWell ? Well : Of, around: (writer, run) =>
        {
            var scope = Scope(run);
            scope = scope with { Number = writer.Open(scope) };
            writer.Change(scope with { State = ScopeState.Closed, Changed = scope.Opened, Closed = scope.Opened });
            writer.Observe([Evidence("Staging", 1), Evidence("Unknown", null)]);
            writer.Relax(packages.ToDictionary(package => package, _ => scope.Number));
        }, hardened: packages.Order().Take(isWell ? packages.Count : packages.Count - 4).ToHashSet());
    }

    private static DatabaseEvidence Evidence(string connection, long? flushes)
    {
        var began = new DateTimeOffset(2026, 1, 31, 2, 0, 1, TimeSpan.Zero);
        return new DatabaseEvidence
        {
            Connection = connection,
            Platform = "PostgreSql",
            Began = began,
            Ended = began.AddMinutes(40),
            Looks = 40,
            Samples = [.. Enumerable.Range(1, 40).Select(minute => new EvidenceSample(
                began.AddMinutes(minute), minute * (400L + (minute * 20)), flushes * minute * 30, minute * 1_000_000L,
                new Dictionary<WaitClass, TimeSpan>
                {
                    [WaitClass.LogWrite] = TimeSpan.FromSeconds(minute * 40),
                    [WaitClass.Lock] = TimeSpan.FromSeconds(minute * 3),
                }))],
            Waits =
            [
                new ServerWait("IO:WALSync", WaitClass.LogWrite, TimeSpan.FromSeconds(1_600), 1_200, true),
                new ServerWait("Lock:tuple", WaitClass.Lock, TimeSpan.FromSeconds(120), 90, true),
            ],
            Missing = flushes is null ? ["flushes: not available: needs PostgreSQL 14"] : [],
        };
    }

    private static ScopeRecord Scope(long run) => new()
    {
        Run = run,
        Token = 1,
        Connection = "Staging",
        Platform = "SqlServer",
        Server = "etl-sql-01",
        Database = "STG",
        Kind = ScopeRecord.OfDatabase,
        Found = "DISABLED",
        Set = "FORCED",
        Owner = "night@etl-01 4711",
        State = ScopeState.Intended,
        Opened = new DateTimeOffset(2026, 1, 31, 2, 0, 1, TimeSpan.Zero),
    };

    private static PackageError? Error(int node) => Plan.Nodes[node].Name switch
    {
        "Stage2/table_2_003" => Work.ErrorOf(FirstError),
        "Stage2/table_2_007" => Work.ErrorOf("The server did not answer within 30 s.", ErrorClass.Transient) with
        {
            Code = "ORC3402",
            Phase = "read",
            Connection = "Shop",
            ServerCode = "53300",
        },
        _ => null,
    };
}

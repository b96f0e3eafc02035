using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.SqlServer;

namespace Orchestrator.Benchmarks.MariaDb;

/// <summary>
/// Rows into MariaDB through the driver, guard on, against the client's prepared INSERTs in a bare loop, from the same
/// row batches in memory; then these INSERTs with fewer rows, and LOAD DATA LOCAL of a file, against them.
/// </summary>
internal static class InsertContests
{
    private const double TimeMax = 1.5;

    private static readonly RowShape Shape = new("10 columns", 204_800,
    [
        "bigint", "int", "int", "decimal(18,4)", "float", "datetime2(6)", "date", "nvarchar(40)", "nvarchar(60)",
        "nvarchar(8)",
    ]);

    /// <summary>`mariadb-rows [ROUNDS [PERCENT]]`.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        using var target = new InsertTarget(Shape, options.Rows(Shape.RowsMax));
        var contest = new Contest("", $"INSERT of {InsertTarget.RowsMax}", target.Rows) { Rounds = options.Rounds };
        var isReached = (contest with
        {
            Name = $"row batches in memory → MariaDB, {Shape.Name}",
            Beyond = "checks every value, reads and guards on a thread of its own, cuts a rest into powers of two",
        }).Run(target.Engine, Most, Goal.Time(TimeMax));
        foreach (var rows in new[] { 16, 1 })
        {
            (contest with { Name = $"INSERTs of {rows} rows as ours, {Shape.Name}" }).Run(
                () => target.Bare(rows), Most);
        }

        (contest with { Name = $"LOAD DATA LOCAL of a file as ours, {Shape.Name}" }).Run(target.LoadData, Most);
        return isReached ? 0 : 1;

        Cost Most() => target.Bare(InsertTarget.RowsMax);
    }
}

using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Postgres;

namespace Orchestrator.Benchmarks.Nights;

/// <summary>
/// The second to the tenth night into PostgreSQL as whole processes, against `psql \copy` into a fresh table.
/// </summary>
internal static class PostgresNights
{
    private const int RowsMax = 2_000_000;
    private const double SlowerMax = 1.1;

    private const string Ddl = "CREATE TABLE peer (id integer, name varchar(40), amount numeric(12,2), day date, "
        + "rate double precision)";

    /// <summary>`[ROUNDS [PERCENT]]`: 1000 percent are 20 million rows.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        using var pair = new PostgresPair();
        using var solution = new NightSolution();
        var rows = options.Rows(RowsMax);
        var file = Path.Combine(solution.Data, "rows.csv");
        NightFile.Write(file, rows);
        solution.Variables["ORCHESTRATOR_SECRET_NIGHTS"] = pair.Target.ConnectionString!;
        solution.Write(
            "platform: PostgreSql, stage: STG, connectionString: \"${secret:NIGHTS}\"",
            [NightSolution.ObjectOf("rows")]);
        var nights = new List<Cost>();
        var contest = new Contest("a night into PostgreSQL, whole process", "psql \\copy", rows)
        {
            Rounds = options.Rounds,
        };
        var isFaster = contest.Run(
            () =>
            {
                var cost = pair.Ours(() => solution.Run("run -q"));
                nights.Add(cost);
                return cost;
            },
            () => pair.Peer($"{PostgresPair.Psql("target")} -c 'DROP TABLE IF EXISTS peer' -c '{Ddl}' "
                + $"-c \"\\copy peer FROM '{file}' (FORMAT csv, HEADER)\""),
            Goal.Speed(1.0) with { SpreadMax = NightGoals.SpreadMax });
        return NightGoals.IsEven(nights, SlowerMax) && isFaster ? 0 : 1;
    }
}

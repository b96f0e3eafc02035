using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>When a target was last loaded well, in an environment.</summary>
internal sealed record Freshness(string Environment, LastLoad Load);

/// <summary>How old what stands in the targets is, the stalest first.</summary>
internal static class FreshnessScreen
{
    public static IEnumerable<Line> Lines(IReadOnlyList<Freshness> all, DateTimeOffset now)
    {
        // Of a loop with many turns the stalest ones.
        var turns = new Dictionary<(string Environment, string Name), int>();
        Freshness[] loads = [.. all.Where(one => NumberOf(one, turns) <= LoopState.ListedMax)];
        return loads.Length == 0 ? ["no run has had a load"]
            : Shown(loads, now).Concat(turns.Where(one => one.Value > LoopState.ListedMax).Select(one => new Line(
                $"and {Words.Number(one.Value - LoopState.ListedMax)} more of {one.Key.Name} in {one.Key.Environment} "
                + "(all with -o json)", Ink.Dim)));
    }

    /// <summary>Which of its loop it is, from 1; 0 = it is in none.</summary>
    private static int NumberOf(Freshness one, Dictionary<(string Environment, string Name), int> turns)
    {
        var key = (one.Environment, LoopTemplates.BareName(one.Load.Node));
        return key.Item2 == one.Load.Node ? 0 : turns[key] = turns.GetValueOrDefault(key) + 1;
    }

    private static IEnumerable<Line> Shown(Freshness[] loads, DateTimeOffset now) =>
        Table.Lines(
            ["object", "environment", "loaded", "age", "rows", "run"],
            loads.Select(one => one.Load.Attempt is { } attempt
                ?
                [
                    one.Load.Node, one.Environment, Words.Moment(LoadedAt(attempt)),
                    Words.Duration(now - LoadedAt(attempt)), Words.Number(Rows(attempt)), attempt.Run.ToString(),
                ]
                : new[] { one.Load.Node, one.Environment, "never", "", "", "" }),
            (row, column) => column == 2 && loads[row].Load.Attempt is null ? Ink.Warn : Ink.Plain);

    public static object Document(IReadOnlyList<Freshness> loads, DateTimeOffset now) => new
    {
        schema_version = Json.SchemaVersion,
        objects = loads.Select(one => new
        {
            name = one.Load.Node,
            environment = one.Environment,
            loaded_at = one.Load.Attempt is { } attempt ? LoadedAt(attempt).UtcDateTime : (DateTime?)null,
            age_seconds = one.Load.Attempt is { } last ? (now - LoadedAt(last)).TotalSeconds : (double?)null,
            rows = one.Load.Attempt is { } counted ? Rows(counted) : (long?)null,
            run = one.Load.Attempt?.Run,
            attempt = one.Load.Attempt?.Id,
        }),
    };

    private static DateTimeOffset LoadedAt(AttemptRecord attempt) => attempt.Ended ?? attempt.Started;

    private static long Rows(AttemptRecord attempt) => attempt.Counts.Inserted + attempt.Counts.Updated;
}

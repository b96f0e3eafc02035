using Orchestrator.Cli.Output;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Cli.Rejects;

/// <summary>Which rejected rows a replay would load, and why not the others.</summary>
internal static class ReplayScreen
{
    public static IEnumerable<Line> Lines(string package, IReadOnlyList<ReplayCount> counts)
    {
        var toLoad = counts.Sum(one => one.ToLoad);
        yield return toLoad == 0
            ? $"{package}: no rejected row can be loaded"
            : $"{package}: {Words.Count(toLoad, "rejected row")} to load again";
        if (counts.Count == 0)
        {
            yield break;
        }

        foreach (var line in Table.Lines(
            ["run", "attempt", "kept", "replayed", "to load", "left because"], counts.Select(Cells),
            (_, _) => Ink.Plain))
        {
            yield return line;
        }
    }

    public static object Document(string package, IReadOnlyList<ReplayCount> counts) => new
    {
        schema_version = Json.SchemaVersion,
        node = package,
        to_load = counts.Sum(one => one.ToLoad),
        attempts = counts.Select(one => new
        {
            run = one.Attempt.Run,
            attempt_id = one.Attempt.Attempt,
            kept = one.Kept,
            replayed = one.Replayed,
            to_load = one.ToLoad,
            in_part = one.InPart,
            left_because = Why(one) is { Length: > 0 } why ? why : null,
        }),
    };

    private static string[] Cells(ReplayCount one) =>
    [
        $"{one.Attempt.Run}", $"{one.Attempt.Attempt}", Words.Number(one.Kept), Words.Number(one.Replayed),
        Words.Number(one.ToLoad), Why(one),
    ];

    private static string Why(ReplayCount one) => one.Kept == one.Replayed ? ""
        : one.Attempt.Refusal
        ?? (one.InPart > 0 ? $"{Words.Count(one.InPart, "row")} not kept as a whole" : "");
}

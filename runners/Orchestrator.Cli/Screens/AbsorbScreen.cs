using Orchestrator.Cli.Output;
using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Cli.Screens;

/// <summary>What the verb absorb shows.</summary>
internal static class AbsorbScreen
{
    public static IEnumerable<Line> Lines(IReadOnlyList<(string Name, BufferStatus Status)> all) => Table.Lines(
        ["object", "buffer", "backlog", "oldest", "drained", "drainer"],
        all.Select(one => new[]
        {
            one.Name, one.Status.Buffer + (one.Status.IsLossy ? " (lossy)" : ""),
            one.Status.IsThere ? Words.Number(one.Status.Backlog) : "not made yet",
            one.Status.Backlog > 0 ? Words.Duration(one.Status.Age) : "",
            one.Status.IsThere ? Words.Number(one.Status.Drained) : "",
            one.Status.Heard is { } heard ? $"{one.Status.Drainer}, heard {Words.Duration(heard)} ago"
                : one.Status.IsThere ? "nobody" : "",
        }), (row, column) => column == 1 && all[row].Status.IsLossy ? Ink.Warn : Ink.Plain);

    public static object Document(IReadOnlyList<(string Name, BufferStatus Status)> all) => new
    {
        schema_version = Json.SchemaVersion,
        buffers = all.Select(one => new
        {
            name = one.Name,
            buffer = one.Status.Buffer,
            target = one.Status.Target,
            there = one.Status.IsThere,
            lossy = one.Status.IsLossy,
            backlog = one.Status.Backlog,
            age_seconds = one.Status.Age.TotalSeconds,
            drained = one.Status.Drained,
            drainer = one.Status.Drainer,
            heard_seconds = one.Status.Heard?.TotalSeconds,
        }),
    };

    /// <summary>What was drained: "1,204 drained = 900 inserted + 300 updated + 4 duplicate + 0 older".</summary>
    public static string Rows(DrainedRows rows) =>
        $"{Words.Number(rows.Taken)} drained = {Words.Number(rows.Inserted)} inserted + "
        + $"{Words.Number(rows.Updated)} updated + {Words.Number(rows.Duplicate)} duplicate + "
        + $"{Words.Number(rows.Older)} older";

    /// <summary>The same with the time that it took and what that makes in a second.</summary>
    public static string Rows(DrainedRows rows, TimeSpan took) =>
        $"{Rows(rows)}, {Words.Duration(took)}"
        + (took > TimeSpan.Zero ? $", {Words.Number((long)(rows.Taken / took.TotalSeconds))} rows/s" : "");

    public static object Document(string name, DrainedRows rows, TimeSpan took) => new
    {
        schema_version = Json.SchemaVersion,
        name,
        drained = rows.Taken,
        inserted = rows.Inserted,
        updated = rows.Updated,
        duplicate = rows.Duplicate,
        older = rows.Older,
        duration_seconds = took.TotalSeconds,
    };
}

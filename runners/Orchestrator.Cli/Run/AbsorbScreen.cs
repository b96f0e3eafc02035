using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Cli.Run;

/// <summary>What the verb absorb shows.</summary>
internal static class AbsorbScreen
{
    public static IEnumerable<Line> Lines(IReadOnlyList<(string Name, BufferStatus Status)> all) => Table.Lines(
        ["object", "buffer", "backlog", "oldest", "in", "out", "drained", "drainer"],
        all.Select(one => new[]
        {
            one.Name, one.Status.Buffer + (one.Status.IsLossy ? " (lossy)" : ""),
            one.Status.IsThere ? Words.Number(one.Status.Backlog) : "not made yet",
            one.Status.Backlog > 0 ? Words.Duration(one.Status.Age) : "",
            one.Status.Heard is null ? "" : $"{Words.Number(one.Status.Arriving)}/s",
            one.Status.Heard is null ? "" : $"{Words.Number(one.Status.Draining)}/s",
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
            arriving_per_second = one.Status.Arriving,
            draining_per_second = one.Status.Draining,
            drained = one.Status.Drained,
            drainer = one.Status.Drainer,
            heard_seconds = one.Status.Heard?.TotalSeconds,
        }),
    };

    /// <summary>How a buffer stands: "12,004 waiting, the oldest for 1.2 s; 98,000 rows/s come, 99,500 rows/s go".
    /// </summary>
    public static string Standing(BufferStatus status) =>
        $"{Words.Number(status.Backlog)} waiting"
        + (status.Backlog > 0 ? $", the oldest for {Words.Duration(status.Age)}" : "")
        + $"; {Words.Number(status.Arriving)} rows/s come, {Words.Number(status.Draining)} rows/s go";

    /// <summary>What was read into a buffer.</summary>
    public static void Write(Call call, string name, RowCounts counts, long lines)
    {
        call.Write(
            () => new
            {
                schema_version = Json.SchemaVersion,
                name,
                lines,
                read = counts.Read,
                inserted = counts.Inserted,
                rejected = counts.Rejected,
            },
            () => [$"{counts}, into the buffer"]);
    }

    /// <summary>What was drained: "1,204 drained = 900 inserted + 300 updated + 4 duplicate + 0 older",
    /// and the rejected ones where there are any.</summary>
    public static string Rows(DrainedRows rows) =>
        $"{Words.Number(rows.Taken)} drained = {Words.Number(rows.Inserted)} inserted + "
        + $"{Words.Number(rows.Updated)} updated + {Words.Number(rows.Duplicate)} duplicate + "
        + $"{Words.Number(rows.Older)} older"
        + (rows.Rejected > 0 ? $" + {Words.Number(rows.Rejected)} rejected" : "");

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
        rejected = rows.Rejected,
        duration_seconds = took.TotalSeconds,
    };
}

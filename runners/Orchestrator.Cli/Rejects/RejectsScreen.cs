using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status;
using Orchestrator.Ledger;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Rejects;

/// <summary>What an attempt of a package rejected.</summary>
/// <param name="Node">The package.</param>
/// <param name="Attempt">The attempt, with its counts.</param>
internal sealed record PackageRejects(string Node, AttemptRecord Attempt)
{
    /// <summary>The connection and the table or file that keeps them; null where the object is gone.</summary>
    public (string Connection, string Name)? Place { get; init; }

    /// <summary>The rows that are kept, by reason; null where nobody can tell.</summary>
    public IReadOnlyList<(string Reason, long Rows)>? Reasons { get; init; }

    /// <summary>How many of these were loaded later; null where nobody can tell.</summary>
    public long? Replayed { get; init; }

    /// <summary>The first of them; null where nobody asked.</summary>
    public IReadOnlyList<KeptRow>? Values { get; init; }

    /// <summary>How many are kept; null where nobody can tell.</summary>
    public long? Kept => Reasons?.Sum(one => one.Rows);
}

/// <summary>Which rows were rejected, why, and where they are kept.</summary>
internal static class RejectsScreen
{
    private const int ValueMax = 60;

    public static IEnumerable<Line> Lines(IReadOnlyList<PackageRejects> rows, Secrets secrets)
    {
        if (rows.Count == 0)
        {
            return [];
        }

        var outside = new OutsideText(secrets);
        string[][] values = [.. rows.SelectMany(one => one.Values ?? [], (one, row) => Cells(one, row, outside))];
        return Table.Lines(
                ["package", "run", "attempt", "began", "state", "rejected", "replayed", "kept in", "why"],
                rows.Select(Cells), (_, column) => column == 5 ? Ink.Warn : Ink.Plain)
            .Concat(rows.Where(one => one.Kept is { } kept && kept != one.Attempt.Counts.Rejected).Select(Note))
            .Concat(values.Length == 0 ? [] : Table.Lines(
                ["package", "attempt", "row", "column", "why", "value", "key", "file"], values, (_, _) => Ink.Plain)
                .Prepend(""));
    }

    public static object Document(string environment, IReadOnlyList<PackageRejects> rows, Secrets secrets) => new
    {
        schema_version = Json.SchemaVersion,
        environment,
        rejects = rows.Select(one => new
        {
            node = one.Node,
            attempt = RunJson.Attempt(one.Attempt),
            connection = one.Place?.Connection,
            kept_in = one.Place?.Name,
            kept = one.Kept,
            replayed = one.Replayed,
            reasons = one.Reasons?.Select(each => new { reason = each.Reason, rows = each.Rows }),
            values = one.Values?.Select(row => Value(row, new OutsideText(secrets))),
        }),
    };

    private static object Value(KeptRow row, OutsideText outside) => new
    {
        row = row.Row == 0 ? null : (long?)row.Row,
        file = row.File.Length == 0 ? null : row.File,
        column = row.Column.Length == 0 ? null : row.Column,
        reason = row.Reason,
        key = row.Key.Length == 0 ? null : outside.Redacted(row.Key),
        value = row.Value is null ? null : outside.Redacted(row.Value),
    };

    private static string[] Cells(PackageRejects one) =>
    [
        one.Node, $"{one.Attempt.Run}", $"{one.Attempt.Number}", Words.Moment(one.Attempt.Started),
        Words.Of(one.Attempt.State), Words.Number(one.Attempt.Counts.Rejected),
        one.Replayed is { } replayed ? Words.Number(replayed) : "",
        one.Place is { } place ? $"{place.Connection}: {place.Name}" : "",
        string.Join(", ", (one.Reasons ?? []).Select(each => $"{each.Reason} {Words.Number(each.Rows)}")),
    ];

    // Cut only behind the gate, or half of a secret could stay.
    private static string[] Cells(PackageRejects one, KeptRow row, OutsideText outside) =>
    [
        one.Node, $"{one.Attempt.Run}.{one.Attempt.Number}", row.Row == 0 ? "" : $"{row.Row}", row.Column, row.Reason,
        row.Value is null ? "NULL" : $"'{Words.Fit(outside.Line(row.Value), ValueMax)}'",
        Words.Fit(outside.Line(row.Key), ValueMax), row.File,
    ];

    private static Line Note(PackageRejects one)
    {
        var (kept, rejected) = (one.Kept!.Value, one.Attempt.Counts.Rejected);
        return new Line($"  {one.Node}, run {one.Attempt.Run}: "
            + (kept < rejected
                ? $"of {Words.Count(rejected, "rejected row")} {Words.Number(kept)} "
                    + $"{(kept == 1 ? "is" : "are")} kept in {one.Place!.Value.Name}"
                : $"{one.Place!.Value.Name} keeps {Words.Count(kept, "row")}, and the ledger counts "
                    + Words.Number(rejected)), Ink.Warn);
    }
}

using Orchestrator.Cli.Output;
using Orchestrator.Lab.Calibrate;
using Orchestrator.Lab.Calibrate.Inserts;
using Orchestrator.Report.Calibration;

namespace Orchestrator.Cli.Lab;

/// <summary>What a ladder of inserts came to: a table, a chart, and what to write for it.</summary>
internal sealed class LadderScreen(string connection, string platform, LadderResult ladder)
{
    private static readonly string[] Heads =
        ["step", "writers", "time", "rows", "rows/s", "client", "server", "log waits", "limited by"];

    private readonly Recommendation _recommended = LadderRecommendation.Of(connection, ladder);

    /// <summary>What the server does not tell, and why.</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    public DateTimeOffset Began { get; init; }

    /// <summary>What would be done.</summary>
    public static IEnumerable<Line> DryLines(
        string connection, string table, IReadOnlyList<Rung> steps, LadderTerms terms) =>
    [
        $"would measure inserts on '{connection}' in {table}, which is made for it and removed at the end",
        $"at most {Words.Count(steps.Count, "step")} of {Words.Duration(terms.RungTime)} or "
            + $"{Words.Count(terms.RowsMax, "row")}, each once more for at most {Words.Duration(terms.TwinTime)} with "
            + $"commits that do not wait for the log; none begins after {Words.Limit(terms.TimeMax)}",
        .. steps.Select(step => (Line)$"  {step.Name}, {Words.Count(step.Writers, "writer")}"),
        "a series of writers ends where more of them bring no more; the steps behind it take their best number",
    ];

    /// <summary>The same as a document.</summary>
    public static object Dry(string connection, string table, IReadOnlyList<Rung> steps, LadderTerms terms) => new
    {
        schema_version = Json.SchemaVersion,
        connection,
        table,
        rung_seconds = terms.RungTime.TotalSeconds,
        rows_max = terms.RowsMax,
        seconds_max = terms.TimeMax.TotalSeconds,
        steps = steps.Select(step => new { step = step.Name, writers = step.Writers }),
    };

    /// <summary>One step, as soon as it is over.</summary>
    public static Line Step(RungMeasure rung) =>
        $"{rung.Rung.Name}, {Words.Count(rung.Rung.Writers, "writer")}: "
        + (rung.Refusal ?? $"{Words.Rate(rung.RowsPerSecond)}, limited by {RungLimit.Find(rung).Text}");

    public IEnumerable<Line> Lines(string? file) => CalibrationLines.Of(Figures(), marked: 1, file);

    public CalibrationFigures Figures() => new()
    {
        Title = $"Inserts on {connection} ({platform})",
        Lead = Lead,
        Facts =
        [
            ("processors", $"{Environment.ProcessorCount}"),
            ("rows", "a GUID and 20 characters each"),
            ("began", Words.Moment(Began)),
        ],
        Measure = Measure,
        Bars = Bars(),
        Heads = Heads,
        Rows = [.. ladder.Rungs.Select(Cells)],
        Yaml = _recommended.Yaml,
        Why = _recommended.Why,
        Notes = [.. Notes],
    };

    public object Document(string? file) => new
    {
        schema_version = Json.SchemaVersion,
        connection,
        platform,
        processors = Environment.ProcessorCount,
        is_whole = ladder.IsWhole,
        writers_at_knee = ladder.Writers,
        bulk_writers_at_knee = ladder.BulkWriters,
        steps = ladder.Rungs.Select(Document),
        recommendation = new { yaml = _recommended.Yaml, why = _recommended.Why },
        missing = Missing,
        report = file,
    };

    private const string Measure = "rows/s (logarithmic: a bar half as long is the square root)";

    private string Lead => ladder.Rungs is not [var first, ..] || ladder.Top is not { } top ? "nothing was measured"
        : $"{Words.Rate(first.RowsPerSecond)} at the bottom, {Words.Rate(top.RowsPerSecond)} at the top "
            + $"({top.Rung.Name}, {Words.Count(top.Rung.Writers, "writer")})";

    private IEnumerable<string> Notes =>
    [
        .. ladder.IsWhole ? [] : new[] { "not all steps were measured: somebody asked to stop, or the time was over" },
        .. Missing,
        .. ladder.Rungs.Where(rung => rung.Refusal is not null).Select(rung =>
            $"{rung.Rung.Name}, {Words.Count(rung.Rung.Writers, "writer")}: refused: {rung.Refusal}"),
        "log waits: their share of the time that the writers waited for the server, found by "
            + (ladder.Rungs.FirstOrDefault(rung => rung.LogTimeHow.Length > 0)?.LogTimeHow is { } how
                ? how.StartsWith("counted", StringComparison.Ordinal) ? how
                    : "doing the same with commits that did not wait for the log" : "nothing here"),
    ];

    private IReadOnlyList<CalibrationBar> Bars()
    {
        var most = Math.Log10(Math.Max(10, ladder.Rungs.Select(rung => rung.RowsPerSecond).DefaultIfEmpty().Max()));
        return [.. ladder.Rungs.Select(rung => new CalibrationBar(
            $"{rung.Rung.Name}, {rung.Rung.Writers}",
            rung.RowsPerSecond <= 1 ? 0 : Math.Log10(rung.RowsPerSecond) / most * 100,
            Words.Number((long)rung.RowsPerSecond), ladder.IsKnee(rung.Rung)))];
    }

    private static string[] Cells(RungMeasure rung) =>
    [
        rung.Rung.Name, $"{rung.Rung.Writers}", $"{rung.Elapsed.TotalSeconds:0.00} s", Words.Number(rung.Rows),
        Words.Number((long)rung.RowsPerSecond), $"{rung.ClientTime.TotalSeconds:0.00} s",
        rung.ServerTime is { } server ? $"{server.TotalSeconds:0.00} s" : "",
        rung.LogShare is { } share ? $"{share:0 %}" : "",
        rung.Refusal is null ? RungLimit.Find(rung).Text : "refused",
    ];

    private object Document(RungMeasure rung) => new
    {
        step = rung.Rung.Name,
        kind = $"{rung.Rung.Kind}".ToLowerInvariant(),
        writers = rung.Rung.Writers,
        rows_per_statement = rung.Rung.Kind == RungKind.Bulk ? (int?)null : rung.Rung.RowsPerStatement,
        commit_rows = rung.Rung.Kind == RungKind.Bulk ? rung.Rung.CommitRows : rung.Rung.RowsPerStatement,
        is_knee = ladder.IsKnee(rung.Rung),
        duration_seconds = rung.Elapsed.TotalSeconds,
        rows = rung.Rows,
        commits = rung.Commits,
        rows_per_second = rung.RowsPerSecond,
        client_processor_seconds = rung.ClientTime.TotalSeconds,
        server_processor_seconds = rung.ServerTime?.TotalSeconds,
        log_wait_seconds = rung.LogTime?.TotalSeconds,
        log_share_of_waiting = rung.LogShare,
        log_known_by = rung.LogTimeHow.Length == 0 ? null : rung.LogTimeHow,
        flushes = rung.Flushes,
        log_bytes = rung.LogBytes,
        waits = rung.Waits.Select(wait => new
        {
            name = wait.Name,
            @class = wait.Class,
            seconds = wait.Duration.TotalSeconds,
            is_sampled = wait.IsSampled,
        }),
        limited_by = rung.Refusal is null ? $"{RungLimit.Find(rung).Of}" : null,
        limit = rung.Refusal is null ? RungLimit.Find(rung).Text : null,
        refusal = rung.Refusal,
    };
}

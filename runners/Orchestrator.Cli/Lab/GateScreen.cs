using Orchestrator.Cli.Output;
using Orchestrator.Lab.Calibrate;
using Orchestrator.Lab.Calibrate.Concurrency;
using Orchestrator.Report.Calibration;

namespace Orchestrator.Cli.Lab;

/// <summary>How long a batch took at several gates, whether −1 is right, and what to write.</summary>
/// <param name="batch">The batch.</param>
/// <param name="result">What was measured, or recorded.</param>
/// <param name="processors">The processors that there are.</param>
internal sealed class GateScreen(string batch, GateResult result, ProcessorFacts processors)
{
    private const string Measure = "seconds from the begin of a run to its end, the median of each gate";

    private static readonly string[] Heads = ["gate", "runs", "median", "shortest", "longest", "run numbers"];

    private readonly Recommendation _recommended = GateRecommendation.Of(batch, result);

    /// <summary>Whether the runs were there already.</summary>
    public bool IsRecorded { get; init; }

    /// <summary>Recorded runs that do not count.</summary>
    public int LeftOut { get; init; }

    public DateTimeOffset Began { get; init; }

    /// <summary>What would be done, as a sentence without its end.</summary>
    public static string What(string batch, GateTerms terms) =>
        $"run the batch '{batch}' whole, {Words.Count(terms.Rounds, "time")} at each of several gates from 1 to "
        + $"{terms.Most} ({terms.Automatic} is -1 here), after one run that only warms up; none begins that would end "
        + $"later than {Words.Duration(terms.TimeMax)} from now";

    public static object Dry(string batch, GateTerms terms) => new
    {
        schema_version = Json.SchemaVersion,
        batch,
        gate_most = terms.Most,
        gate_automatic = terms.Automatic,
        rounds = terms.Rounds,
        seconds_max = terms.TimeMax.TotalSeconds,
    };

    // What is said of the processors was said before the first run.
    public IEnumerable<Line> Lines(string? file) =>
        CalibrationLines.Of(Figures() with { Notes = [.. Notes] }, marked: 0, file);

    public CalibrationFigures Figures() => new()
    {
        Title = $"Gates of {batch}",
        Lead = Lead,
        Facts =
        [
            ("processors", $"{processors.Runtime}, of which this process may use {processors.Available:0.##}"),
            ("-1 is", $"{result.Terms.Automatic}"),
            ("written", Words.Moment(Began)),
        ],
        Measure = Measure,
        Bars = Bars(),
        Heads = Heads,
        Rows = [.. result.Gates.Select(Cells)],
        Yaml = _recommended.Yaml,
        Why = _recommended.Why,
        Notes = [.. Notes, .. processors.Warnings],
    };

    public object Document(string? file) => new
    {
        schema_version = Json.SchemaVersion,
        batch,
        is_recorded = IsRecorded,
        is_whole = result.IsWhole,
        gate_automatic = result.Terms.Automatic,
        is_automatic_right = result.IsAutomaticRight,
        knee = result.Knee?.Gate,
        best = result.Best?.Gate,
        gates = result.Gates.Select(gate => new
        {
            gate = gate.Gate,
            median_seconds = gate.Median.TotalSeconds,
            seconds = gate.Makespans.Select(makespan => makespan.TotalSeconds),
            runs = RunsOf(gate),
        }),
        processors = new
        {
            runtime = processors.Runtime,
            variable = processors.Variable,
            machine = processors.Machine,
            affinity = processors.Affinity,
            quota = processors.Quota,
            warnings = processors.Warnings,
        },
        recommendation = new { yaml = _recommended.Yaml, why = _recommended.Why },
        runs_left_out = IsRecorded ? (int?)LeftOut : null,
        report = file,
    };

    private string Lead => result.Best is not { } best ? "nothing is known"
        : $"{Words.Duration(result.Gates[0].Median)} at gate {result.Gates[0].Gate}, "
            + $"{Words.Duration(best.Median)} at gate {best.Gate}";

    private IEnumerable<string> Notes =>
    [
        .. result.IsWhole ? []
            : new[] { "not all gates were tried: a run failed, somebody asked to stop, or the time was over" },
        .. LeftOut == 0 ? [] : new[]
        {
            $"{Words.Count(LeftOut, "run")} left out: not of just the packages of today, continued, at work, or "
                + "without success",
        },
    ];

    private IReadOnlyList<CalibrationBar> Bars()
    {
        var most = result.Gates.Select(gate => gate.Median.TotalSeconds).DefaultIfEmpty(1).Max();
        return [.. result.Gates.Select(gate => new CalibrationBar(
            $"gate {gate.Gate}{(gate.Gate == result.Terms.Automatic ? " (-1)" : "")}",
            gate.Median.TotalSeconds / Math.Max(most, 1e-9) * 100, $"{gate.Median.TotalSeconds:0.00} s",
            gate == result.Knee))];
    }

    private string[] Cells(GateFigure gate) =>
    [
        $"{gate.Gate}", $"{gate.Makespans.Count}", $"{gate.Median.TotalSeconds:0.00} s",
        $"{gate.Makespans.Min().TotalSeconds:0.00} s", $"{gate.Makespans.Max().TotalSeconds:0.00} s",
        string.Join(", ", RunsOf(gate)),
    ];

    private IEnumerable<long> RunsOf(GateFigure gate) =>
        result.Trials.Where(trial => trial.Gate == gate.Gate).Select(trial => trial.Run);
}

using Orchestrator.Cli.Grammar;
using Orchestrator.Compare;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Report.Parity;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Compare;

/// <summary>Makes the page about comparisons of what came of them; each text passes the gate.</summary>
internal static class ParityPageOf
{
    public static ParityFigures Report(Call call, ParityOutcome report)
    {
        var gate = new OutsideText(call.Host.Secrets);
        var different = report.All.Count(one => one.ExitCode != ExitCode.Done);
        return new ParityFigures
        {
            Title = gate.Line($"Parity of {report.Solution.Name}"),
            Lead = different == 0 ? $"{Words.Count(report.All.Count, "comparison")}: all are equal."
                : $"{Words.Count(report.All.Count, "comparison")}: {different} not equal.",
            IsGood = different == 0,
            Facts =
            [
                ("environment", gate.Line(report.Solution.Environment)), ("at", Words.Moment(report.At)),
            ],
            Comparisons = [.. report.All.Select(one => Of(one, gate, call))],
        };
    }

    private static ParityComparison Of(ComparedEntry one, OutsideText gate, Call call)
    {
        var (old, now) = (gate.Line(one.Entry.Old), gate.Line(one.Entry.New));
        if (one.Error is { } error)
        {
            return new ParityComparison(old, now, ParityOutcome.State(one), IsGood: false)
            {
                Notes = [gate.Block($"{error.Code}: {error.Message}")],
                Allowed = Allowed(one.Entry.Allow, gate),
            };
        }

        var result = ShownComparison.Of(one, call.Host.Secrets).Result;
        return new ParityComparison(old, now, ParityOutcome.State(one), result.AreEqual)
        {
            Counts =
            [
                ("old rows", result.LeftRows), ("new rows", result.RightRows), ("equal", result.Equal),
                ("missing", result.Missing), ("extra", result.Extra), ("differ", result.Differing),
                ("late", result.Late),
            ],
            Key = result.Key.Count > 0 ? gate.Line(string.Join(", ", result.Key)) : "whole rows",
            Allowed = Allowed(one.Entry.Allow, gate),
            Causes = [.. result.Causes.Select(cause => (ComparisonWords.Of(cause.Cause), cause.Rows))],
            Examined = result.Examined,
            Notes = [.. Alone(result).Select(gate.Line)],
            Rows = [.. result.Shown.SelectMany(Rows).Select(cells => cells.Select(gate.Line).ToArray())],
        };
    }

    private static IEnumerable<string> Alone(ComparisonResult result)
    {
        if (result.LeftAlone.Count > 0)
        {
            yield return $"Only the old side has {string.Join(", ", result.LeftAlone)}.";
        }

        if (result.RightAlone.Count > 0)
        {
            yield return $"Only the new side has {string.Join(", ", result.RightAlone)}.";
        }
    }

    private static IEnumerable<string[]> Rows(DifferingRow row)
    {
        var (kind, key) = (ComparisonWords.Of(row.Kind), ComparisonWords.Key(row.Key));
        return row.Values.Count == 0
            ? [[kind, key, "", "", "", row.IsGone ? "changed meanwhile" : ComparisonWords.Of(row.Cause)]]
            : row.Values.Select(value => new[]
            {
                kind, key, value.Column, ComparisonWords.Value(value.Left), ComparisonWords.Value(value.Right),
                ComparisonWords.Of(value.Cause),
            });
    }

    // As they are told of a plan: name and value of what is not the default.
    private static IReadOnlyList<string> Allowed(DataRules rules, OutsideText gate) =>
        [.. AllowKeys.Section.Told(rules).Where(told => !told.IsDefault)
            .Select(told => gate.Line($"{told.Key[(AllowKeys.Section.Path.Length + 1)..]}: {told.Value}"))];
}

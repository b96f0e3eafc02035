using Orchestrator.Cli.Output;
using Orchestrator.Metadata.Model;
using Orchestrator.Report.Parity;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Compare;

/// <summary>What came of all comparisons of a solution.</summary>
/// <param name="Solution">The solution.</param>
/// <param name="All">Each of them.</param>
/// <param name="At">When they were made.</param>
internal sealed record ParityOutcome(Solution Solution, IReadOnlyList<ComparedEntry> All, DateTimeOffset At)
{
    /// <summary>What the call ends with: the worst of them, a failure before a difference.</summary>
    public int ExitCode => All.Max(one => one.ExitCode);

    /// <summary>How one came out, in a word.</summary>
    public static string State(ComparedEntry one) =>
        one.Error is { } error ? $"failed, {error.Code}" : one.Result!.AreEqual ? "equal" : "different";

    public IEnumerable<Line> Lines()
    {
        string[] heads = ["old", "new", "state", "rows", "missing", "extra", "differ", "late", "cause"];
        return Table.Lines(heads, All.Select(Row), (row, column) => column != 2 ? Ink.Plain
            : All[row].ExitCode == Runner.ExitCode.Done ? Ink.Good : Ink.Bad)
            .Concat(All.Where(one => one.Error is not null).SelectMany(Failure));
    }

    public object Document(Secrets secrets)
    {
        var gate = new OutsideText(secrets);
        return new
        {
            schema_version = Json.SchemaVersion,
            kind = ParityReport.Mark,
            solution = Solution.Name,
            environment = Solution.Environment,
            at = At,
            equal = ExitCode == Runner.ExitCode.Done,
            comparisons = All.Select(one => one.Error is not { } error
                ? ComparisonDocument.One(ShownComparison.Of(one, secrets))
                : new
                {
                    old = new { name = gate.Redacted(one.Entry.Old) },
                    @new = new { name = gate.Redacted(one.Entry.New) },
                    equal = false,
                    error = new
                    {
                        code = error.Code,
                        @class = error.Class,
                        connection = error.Connection,
                        server_code = error.ServerCode,
                        message = gate.Redacted(error.Message),
                    },
                }),
        };
    }

    private static string[] Row(ComparedEntry one)
    {
        if (one.Result is not { } result)
        {
            return [one.Entry.Old, one.Entry.New, State(one), "", "", "", "", "", ""];
        }

        return
        [
            one.Entry.Old, one.Entry.New, State(one), Words.Number(result.RightRows), Words.Number(result.Missing),
            Words.Number(result.Extra), Words.Number(result.Differing), Words.Number(result.Late),
            string.Join(", ", result.Causes.Select(cause => ComparisonWords.Of(cause.Cause))),
        ];
    }

    private static IEnumerable<Line> Failure(ComparedEntry one)
    {
        yield return "";
        yield return new Line("failed ", Ink.Bad).Add($"{one.Entry.Old} and {one.Entry.New}", Ink.Strong)
            .Add($"  {one.Error!.Code} {one.Error.Class}");
        foreach (var line in QuotedText.Lines(one.Error.Message))
        {
            yield return $"  {line.TrimEnd('\r')}";
        }
    }
}

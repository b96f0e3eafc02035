using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Lab.Bench;

namespace Orchestrator.Cli.Lab;

/// <summary>`bench dataflow`: how many rows this machine moves between workers of a dataflow.</summary>
internal static class BenchVerb
{
    private const long RowsDefault = 1_000_000_000;
    private const long RowsMax = 1_000_000_000_000;

    private static readonly string[] Actions = ["dataflow"];

    private static readonly Argument<string> Action = Verb.Required("ACTION", "dataflow");

    private static readonly Option<string> Rows = CommonOptions.Text("--rows", "N",
        $"Rows of each case, over all its links together [default: {RowsDefault}]");

    private static readonly Option<string> Kind = CommonOptions.Text("--kind", "KIND",
        $"{string.Join(", ", RowKinds.All.Select(kind => kind.Name))}: only such rows [default: all]");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        Kind.CompletionSources.Add([.. RowKinds.All.Select(kind => kind.Name)]);
        return new Verb("bench", "Measure how many rows this machine moves in memory", Run)
        {
            Takes = [Action, Rows, Kind],
            Examples = ["bench dataflow", "bench dataflow --kind class --rows 100000000", "bench dataflow -o json"],
        };
    }

    private static int Run(Call call)
    {
        _ = VerbAction.Of(call, Action, Actions);
        var (kinds, rows) = (KindsOf(call), RowsOf(call));
        try
        {
            if (call.IsJson)
            {
                PrintJson(call, kinds, rows);
            }
            else
            {
                PrintText(call, kinds, rows);
            }

            return ExitCode.Done;
        }
        catch (WrongChecksumException wrong)
        {
            call.Messages.Write(UsageErrors.Lines("no figure counts, because rows were lost or changed on their way: "
                + wrong.Message, "please report this: it is a mistake of orchestrator's own"));
            return ExitCode.OwnBug;
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }
    }

    private static void PrintText(Call call, IReadOnlyList<RowKind> kinds, long rows)
    {
        foreach (var kind in kinds)
        {
            call.Results.Write($"# {kind.Says}; {Environment.ProcessorCount} processors");
            call.Results.Write(LinkFigure.Heads);
            foreach (var figure in Figures(call, kind, rows))
            {
                call.Results.Write(figure.ToString());
            }
        }
    }

    private static void PrintJson(Call call, IReadOnlyList<RowKind> kinds, long rows) =>
        call.Host.Out.WriteLine(Json.Document(new
        {
            schema_version = Json.SchemaVersion,
            processors = Environment.ProcessorCount,
            cases = kinds.SelectMany(kind => Figures(call, kind, rows).Select(figure => new
            {
                kind = kind.Name,
                rows = figure.Rows,
                workers = figure.Case.Workers,
                sources = figure.Case.Sources,
                links_per_source = figure.Case.Links,
                links = figure.Case.TotalLinks,
                duration_seconds = figure.Took.TotalSeconds,
                million_rows_per_second = figure.MillionRowsPerSecond,
            })).ToArray(),
        }));

    /// <summary>Each case, behind two that only warm up: a link, and a transform.</summary>
    private static IEnumerable<LinkFigure> Figures(Call call, RowKind kind, long rows)
    {
        kind.Run(new LinkCase(1, 1), rows, call.Host.Stop);
        kind.Run(new LinkCase(2, 2), rows, call.Host.Stop);
        return LinkCase.All.Select(links => kind.Run(links, rows, call.Host.Stop));
    }

    private static IReadOnlyList<RowKind> KindsOf(Call call)
    {
        var (text, from) = call.Text(Kind);
        var names = RowKinds.All.Select(kind => kind.Name).ToArray();
        return text is null ? RowKinds.All
            : names.Contains(text) ? [RowKinds.All.Single(kind => kind.Name == text)]
            : throw new UsageException($"expected {from} to be one of {string.Join(", ", names)}, got: '{text}'",
                NearName.Hint(text, names));
    }

    private static long RowsOf(Call call)
    {
        var (text, from) = call.Text(Rows);
        return text is null ? RowsDefault
            : long.TryParse(text, NumberStyles.None, null, out var rows) && rows is > 0 and <= RowsMax ? rows
            : throw new UsageException(
                $"expected {from} to be a whole number from 1 to {RowsMax}, got: '{text}'");
    }
}

using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Screens;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Verbs;

/// <summary>`history [NODE]`: the runs, or the attempts of one package; from the ledger alone.</summary>
internal static class HistoryVerb
{
    private const int ShownMax = 30;

    private static readonly Argument<string?> Node =
        Verb.Optional("NODE", "A package, project/object [default: the runs]");

    public static Verb Create()
    {
        Node.CompletionSources.Add(Completions.Nodes);
        return new Verb("history", "Show past runs, or the attempts of a package", Run)
        {
            Takes = [Node],
            Examples = ["history", "history Staging/customer", "history -o json"],
        };
    }

    private static int Run(Call call)
    {
        using var reader = LedgerAtHand.Open(call);
        if (reader is null)
        {
            call.Say($"nothing has run yet: there is no ledger {LedgerAtHand.Location(call).Name}");
        }

        if (call.Argument(Node) is { } node)
        {
            Attempts(call, reader, node);
        }
        else
        {
            var runs = reader?.Runs(environment: call.EnvironmentName, limit: ShownMax)
                .Select(run => StatusVerb.Moment(call, reader, run.Number)).ToList() ?? [];
            Write(call, StatusScreen.Overview(runs), RunDocument.Overview(runs));
        }

        return ExitCode.Done;
    }

    private static void Attempts(Call call, LedgerReader? reader, string name)
    {
        var full = Full(reader, name);
        var attempts = reader?.Attempts(full, call.EnvironmentName, ShownMax) ?? [];
        if (attempts.Count == 0)
        {
            call.Say($"no attempt of '{full}' is in the ledger");
        }

        Write(call, HistoryScreen.Attempts(attempts), RunDocument.Attempts(full, attempts));
    }

    /// <summary>A bare object name stands for the package of that name in the newest run.</summary>
    private static string Full(LedgerReader? reader, string name)
    {
        if (name.Contains('/') || reader is null || reader.Runs(limit: 1) is not [var newest])
        {
            return name;
        }

        var found = reader.Nodes(newest.Number).Select(node => node.Name)
            .Where(each => each.EndsWith("/" + name, StringComparison.Ordinal)).Distinct().ToArray();
        return found.Length < 2 ? found.FirstOrDefault() ?? name : throw new UsageException(
            $"'{name}' is the name of {found.Length} nodes: give one of them in full", string.Join(", ", found));
    }

    private static void Write(Call call, IEnumerable<Line> lines, object document)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(document));
        }
        else
        {
            call.Results.Write(lines);
        }
    }
}

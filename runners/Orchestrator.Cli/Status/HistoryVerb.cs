using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

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
            Look = "history",
            Examples = ["history", "history Staging/customer", "history -o json"],
        };
    }

    private static int Run(Call call)
    {
        using var reader = CallLedger.Open(call);
        if (reader is null)
        {
            call.Say($"nothing has run yet: there is no ledger {CallLedger.Location(call).Name}");
        }

        if (call.Argument(Node) is { } node)
        {
            Attempts(call, reader, node);
        }
        else
        {
            var runs = reader?.Runs(environment: call.EnvironmentName, limit: ShownMax)
                .Select(run => StatusVerb.Moment(call, reader, run.Number)).ToList() ?? [];
            call.Write(() => RunJson.Overview(runs), () => StatusScreen.Overview(runs));
        }

        return ExitCode.Done;
    }

    private static void Attempts(Call call, LedgerReader? reader, string name)
    {
        var full = Full(call, reader, name);
        var attempts = reader?.Attempts(full, call.EnvironmentName, ShownMax) ?? [];
        if (attempts.Count == 0)
        {
            call.Say(TurnOf(reader, full) is { } turn
                ? $"'{full}' stands for the turns of a loop, of which each has attempts of its own: `history '{turn}'`"
                : $"no attempt of '{full}' is in the ledger");
        }

        call.Write(() => RunJson.Attempts(full, attempts), () => HistoryScreen.Attempts(attempts));
    }

    private static string? TurnOf(LedgerReader? reader, string template) => reader?.Runs(limit: 1) is [var newest]
        ? reader.Nodes(newest.Number).Where(node => node is { Kind: NodeKind.Package, Template: >= 0 })
            .Select(node => node.Name).FirstOrDefault(name => LoopTemplates.BareName(name) == template)
        : null;

    /// <summary>
    /// A bare object name stands for the package of that name in the newest run. What the ledger does not know the
    /// solution may: only then is it read, as somebody may just have broken it.
    /// </summary>
    /// <exception cref="UsageException">There is none, or the name may mean several.</exception>
    private static string Full(Call call, LedgerReader? reader, string name)
    {
        if (reader?.Attempts(name, call.EnvironmentName, 1) is [_])
        {
            return name;
        }

        string[] known = reader?.Runs(limit: 1) is [var newest]
            ? [.. reader.Nodes(newest.Number).Select(node => node.Name)] : [];
        var meant = PackageNames.Meant(name, known);
        if (meant is [var one])
        {
            return one;
        }

        // Of a solution with mistakes nobody knows what it has.
        var solution = CallSolution.Load(call).Solution;
        return solution is null && meant.Length == 0 ? name
            : PackageNames.Full(name, known.Concat(PackageNames.Of(solution)));
    }
}

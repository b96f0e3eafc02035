using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// For which turns of loops a chain of runs was asked, where runs find them out. The ledger knows turns that were left
/// out by their names; those that are new, or that no run has come to, only the selection itself leaves out.
/// </summary>
internal static class TurnsAskedThen
{
    // Who has selected by what had changed or failed then cannot be asked again: all turns are meant.
    private static readonly SelectionAnswer Unknown = new([], "nobody can be asked for it any more");

    private static readonly SelectionSources Sources = new()
    {
        ChangedSince = _ => Unknown,
        ResultsOf = (_, _) => Unknown,
    };

    /// <summary>By what stands for the turns: those of the first run, and what later ones asked for besides. Of what is
    /// asked for now there is none.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="request">What is asked for now.</param>
    /// <param name="last">The last run of the chain, which has ended.</param>
    public static IReadOnlyDictionary<int, AskedTurns> Of(LedgerReader reader, RunRequest request, RunRecord last)
    {
        var found = new Dictionary<int, AskedTurns>();
        if (!request.Plan.Nodes.Any(node => node.Loop is not null))
        {
            return found;
        }

        var chain = new List<RunRecord> { last };
        while (chain[^1].Continues is { } number && reader.Run(number) is { } before)
        {
            chain.Add(before);
        }

        // What the first one was asked for is gone with it.
        var first = chain[^1];
        if (first.Continues is not null)
        {
            return found;
        }

        var later = chain.SkipLast(1).Select(run => SelectedIn(reader, request, run)).ToArray();
        foreach (var (package, keys) in SelectedIn(reader, request, first)
            .Where(one => !request.SelectedTurns.ContainsKey(one.Key)))
        {
            found[package] = new AskedTurns(
                [.. keys, .. later.SelectMany(turns => turns.GetValueOrDefault(package, []))],
                $"{RunMachineOptions.NotSelected} in run {first.Number}");
        }

        return found;
    }

    private static IReadOnlyDictionary<int, IReadOnlyList<string>> SelectedIn(
        LedgerReader reader, RunRequest request, RunRecord run) =>
        reader.Options(run.Number).FirstOrDefault(option => option.Name == RunOption.Select) is { } select
            ? Selector.Select(
                new SelectionRequest { Select = [select.Value] }, request.Plan, request.Solution, Sources).Turns
            : new Dictionary<int, IReadOnlyList<string>>();
}

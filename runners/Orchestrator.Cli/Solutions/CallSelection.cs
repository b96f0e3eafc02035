using System.CommandLine;
using System.CommandLine.Completions;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Git;
using Orchestrator.Metadata.Selection;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Solutions;

/// <summary>The packages that a call picks with `-s`, `--from`, `--to` and `--exclude`.</summary>
internal static class CallSelection
{
    public static Option<string[]> Select { get; } = CommonOptions.Texts(
        "--select", "SELECTOR", "Only these packages; may be repeated (see `help selection`)", "-s");

    public static Option<string[]> Exclude { get; } = CommonOptions.Texts(
        "--exclude", "SELECTOR", "All but these packages; may be repeated");

    public static Option<string[]> From { get; } = CommonOptions.Texts(
        "--from", "NODE", "Only from here on along the data: NODE and all behind it");

    public static Option<string[]> To { get; } = CommonOptions.Texts(
        "--to", "NODE", "Only up to here along the data: NODE and all that it needs");

    /// <summary>All of them, for a verb that takes packages.</summary>
    public static IReadOnlyList<Option<string[]>> All => [Select, From, To, Exclude];

    static CallSelection()
    {
        foreach (var option in All)
        {
            option.CompletionSources.Add(
                context => Completions.Nodes(context).Select(name => new CompletionItem(name)));
        }
    }

    /// <summary>
    /// Indices of the packages, with a warning where there is none; null where nothing was picked, which means all.
    /// </summary>
    /// <exception cref="UsageException">A selector means nothing, or asks a ledger on a server that the call does not
    /// name for a verb that connects to nothing.</exception>
    public static IReadOnlySet<int>? Of(Call call, CompiledBatch batch) =>
        Of(call, batch, CallLedger.OpenNamed)?.Packages!.ToHashSet();

    /// <summary>The same for a run, of which a verb may connect: with the turns of loops that are meant.</summary>
    public static RunRequest OfRun(Call call, CompiledBatch batch, RunRequest request)
    {
        var result = Of(call, batch, CallLedger.Open);
        return request with
        {
            Selected = result?.Packages!.ToHashSet(),
            SelectedTurns = result?.Turns ?? request.SelectedTurns,
            Named = Named(call, batch),
        };
    }

    /// <summary>Indices of the packages that `-s` names one by one.</summary>
    private static IReadOnlySet<int> Named(Call call, CompiledBatch batch) =>
        Selector.Named(call.Texts(Select), batch.Plan);

    private static SelectionResult? Of(Call call, CompiledBatch batch, Func<Call, LedgerReader?> open)
    {
        var request = new SelectionRequest
        {
            Select = call.Texts(Select),
            From = call.Texts(From),
            To = call.Texts(To),
            Exclude = call.Texts(Exclude),
        };
        if (request.IsEmpty)
        {
            return null;
        }

        var result = Selector.Select(request, batch.Plan, batch.Solution, new SelectionSources
        {
            ChangedSince = revision => ChangedSince(call, revision),
            ResultsOf = (state, run) => ResultsOf(open(call), batch.Plan, state, run),
        });
        if (result.Packages is { } packages)
        {
            if (packages.Count == 0)
            {
                call.Warn("nothing is selected");
            }

            return result;
        }

        var first = result.Diagnostics[0];
        throw new UsageException(
            $"{first.Code}: {first.Message}" + (first.Suggestion is { } near ? $"; did you mean '{near}'?" : ""),
            first.Hint);
    }

    private static SelectionAnswer ChangedSince(Call call, string revision)
    {
        try
        {
            return new SelectionAnswer(WorkTree.ChangedSince(call.SolutionFolder, revision));
        }
        catch (Exception refused) when (refused is GitException or IOException or InvalidDataException)
        {
            return new SelectionAnswer([], refused.Message);
        }
    }

    private static SelectionAnswer ResultsOf(LedgerReader? opened, Plan plan, NodeState state, string run)
    {
        using var reader = opened;
        if (reader is null)
        {
            return new SelectionAnswer([], "nothing has run yet, so no run has results");
        }

        try
        {
            // "latest" means the latest run of this batch: another one says nothing about these packages.
            // What is hardened has succeeded, too.
            NodeState[] states = state == NodeState.Succeeded ? [state, NodeState.Hardened] : [state];
            return new SelectionAnswer(reader.PackagesIn(Number(reader, plan, run), states));
        }
        catch (LedgerException missing) when (missing.Code == LedgerCodes.NoSuchRun)
        {
            return new SelectionAnswer([], missing.Message);
        }
    }

    private static long Number(LedgerReader reader, Plan plan, string name)
    {
        const string latest = "latest";
        var back = name == latest ? 0 : name.StartsWith(latest + "~", StringComparison.Ordinal)
            && int.TryParse(name[(latest.Length + 1)..], out var count) && count >= 0 ? count : -1;
        return back >= 0 && reader.Runs(plan.Batch, plan.Environment, limit: 1, skip: back) is [var run]
            ? run.Number
            : reader.Find(name, plan.Environment).Number;
    }
}

using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Runner;

/// <summary>
/// Whether a selection leaves out whoever sets a value that it needs: then who reads it could never start. A retry of
/// all that is not done leaves nothing out: who reads what nobody has set, as its setter was skipped, fails by itself.
/// </summary>
internal static class UnsetValues
{
    /// <summary>What is missing, as sentences for whoever asked for the run; null = nothing.</summary>
    /// <param name="request">The run, as it was asked for.</param>
    /// <param name="continued">How it goes on from another one; null = it begins anew.</param>
    public static string? Refusal(RunRequest request, ContinuedRun? continued)
    {
        if (request.Selected is null)
        {
            return null;
        }

        var asked = continued?.Of(request) ?? request;
        var values = continued?.Continuation.Values;
        var missing = from node in request.Plan.Nodes
                      where node.ReadsValues.Count > 0 && Runs(asked, node)
                      from read in node.ReadsValues
                      where !read.Setters.Any(setter => Runs(asked, setter)
                          || values?.ContainsKey((setter, read.Variable)) == true
                          || IsSetInTurns(request, continued?.Continuation, node, (setter, read.Variable)))
                      select Sentence(request.Plan, node, read);
        return missing.FirstOrDefault();
    }

    // A container or project asks its condition where anything in it is to run.
    private static bool Runs(RunRequest request, PlanNode node) => node.Kind == NodeKind.Package
        ? Runs(request, node.Index)
        : request.Plan.Nodes.Any(each => each is { Kind: NodeKind.Package, IsHook: false } && Runs(request, each.Index)
            && request.Plan.IsWithin(each, node.Index));

    private static bool Runs(RunRequest request, int node) => request.Plan.Nodes[node].Enabled
        && request.Selected?.Contains(node) != false;

    /// <summary>
    /// Whether what is made after the setter has set the value in each turn that is meant of the reader: a turn has the
    /// values of then, and what it is made after has none.
    /// </summary>
    private static bool IsSetInTurns(
        RunRequest request, Continuation? then, PlanNode reader, (int Node, int Variable) set)
    {
        var setter = request.Plan.Nodes[set.Node];
        var around = request.Plan.GroupsAround(reader).Select(group => group.Index).ToHashSet();
        PlanNode[] loops = [.. request.Plan.GroupsAround(setter).Where(group => group.Loop is not null)];
        if (then is null || loops.Length == 0 || !Array.TrueForAll(loops, loop => around.Contains(loop.Index)))
        {
            return false;
        }

        var before = setter.Name.EndsWith(']') ? $"{setter.Name[..^1]}," : $"{setter.Name}[";
        string[] turns = [.. then.DoneInTurns
            .Where(one => one.Key.StartsWith(before, StringComparison.Ordinal)
                && one.Value.Values.ContainsKey(set.Variable))
            .Select(one => LoopTemplates.KeysIn(setter.Name, one.Key))];
        return request.SelectedTurns.TryGetValue(reader.Index, out var meant)
            ? meant.All(each => Array.Exists(turns, keys => TurnSelection.IsAmong([each], keys)))
            : turns.Length > 0 && then.Done.ContainsKey(set.Node);
    }

    private static string Sentence(Plan plan, PlanNode reader, ValueRead read) =>
        $"{reader.Name} reads '{plan.Variables[read.Variable].Name}', and {plan.Nodes[read.Setters[0]].Name}, which "
        + "sets it, is not part of this run. Select that as well (+ before the name of a package takes what it reads), "
        + "or leave both out (without + behind a name nobody is added who reads it).";
}

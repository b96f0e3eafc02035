using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Selection;

/// <summary>
/// Carries out `-s`, `--from`, `--to` and `--exclude`. What is not selected counts as satisfied: it does not run, and
/// nothing waits for it.
/// </summary>
public static class Selector
{
    /// <summary>The packages of the plan that were asked for; all mistakes are reported together.</summary>
    public static SelectionResult Select(
        SelectionRequest request, Plan plan, Solution solution, SelectionSources sources)
    {
        var diagnostics = new List<Diagnostic>();
        var match = new TermMatch(plan, solution, sources, diagnostics);
        var reach = new DataReach(plan);
        var turns = new TurnsMeant(plan);
        HashSet<int> Union(string option, IReadOnlyList<string> expressions)
        {
            var all = new HashSet<int>();
            foreach (var part in expressions.SelectMany(expression =>
                new SelectionParser(option, expression, diagnostics).Parse()))
            {
                var found = Intersection(part, match, reach);
                turns.Add(found, [.. part.SelectMany(match.TurnsOf)],
                    [.. part.Select(term => Ended(term, match, reach, turns))]);
                all.UnionWith(found);
            }

            return all;
        }

        var selected = request.Select.Count > 0
            ? Union("-s", request.Select)
            : plan.Nodes.Where(node => node.Kind == NodeKind.Package).Select(node => node.Index).ToHashSet();
        foreach (var part in new[]
        {
            request.From.Count == 0 ? null : reach.Around(match.Within("--from", request.From), 0, Term.All),
            request.To.Count == 0 ? null : reach.Around(match.Within("--to", request.To), Term.All, 0),
        }.OfType<HashSet<int>>())
        {
            selected.IntersectWith(part);
        }

        var keys = turns.Keys;
        var excluded = Union("--exclude", request.Exclude);
        selected.ExceptWith(excluded);
        selected = HooksAround.Add(plan, selected, hasNamed: request.Select.Count > 0);
        selected.ExceptWith(excluded);
        return diagnostics.Count > 0
            ? new SelectionResult { Diagnostics = diagnostics }
            : new SelectionResult { Packages = [.. selected.Order()], Turns = keys, Diagnostics = [] };
    }

    /// <summary>
    /// The packages that `-s` names one by one; patterns, properties and what hangs on them name none. A `?` that
    /// stands for a sign which no selection can hold is part of a name, and of no pattern.
    /// </summary>
    public static IReadOnlySet<int> Named(IReadOnlyList<string> select, Plan plan) => select
        .SelectMany(expression => new SelectionParser("-s", expression, []).Parse()).SelectMany(part => part)
        .Where(term => term.Method == "name")
        .SelectMany(term => Wildcard.IsPattern(term.Value) ? Masked(plan, term.Value) : Exactly(plan, term.Value))
        .Where(node => node.Kind == NodeKind.Package).Select(node => node.Index).ToHashSet();

    private static IEnumerable<PlanNode> Exactly(Plan plan, string name)
    {
        var match = PlanNames.Find(plan, name, packagesOnly: true);
        return match.Node is { } node ? [node]
            : match.Candidates.Count > 0 ? match.Candidates : new TurnTerms(plan).Packages(name);
    }

    private static IEnumerable<PlanNode> Masked(Plan plan, string name) => plan.Nodes.Where(node =>
        ShellWord.Masked(node.Name) == name
        || ShellWord.Masked(node.Name[(node.Name.IndexOf('/') + 1)..]) == name)
        .Concat(new TurnTerms(plan).Masked(name));

    /// <summary>What a term has found of turns, with what hangs on it: that is meant in these turns.</summary>
    private static Dictionary<int, IReadOnlyList<string>?> Ended(
        Term term, TermMatch match, DataReach reach, TurnsMeant turns)
    {
        var found = new Dictionary<int, IReadOnlyList<string>?>();
        foreach (var (package, keys) in match.EndedOf(term))
        {
            foreach (var other in reach.Around([package], term.Upstream, term.Downstream)
                .Where(other => turns.AreOfOneLoop(package, other)))
            {
                var isAll = keys is null || (found.TryGetValue(other, out var before) && before is null);
                found[other] = isAll ? null : [.. (found.GetValueOrDefault(other) ?? []).Union(keys!)];
            }
        }

        return found;
    }

    private static HashSet<int> Intersection(IReadOnlyList<Term> terms, TermMatch match, DataReach reach)
    {
        HashSet<int>? all = null;
        foreach (var term in terms)
        {
            var found = reach.Around(match.Packages(term), term.Upstream, term.Downstream);
            if (all is null)
            {
                all = found;
            }
            else
            {
                all.IntersectWith(found);
            }
        }

        return all ?? [];
    }
}

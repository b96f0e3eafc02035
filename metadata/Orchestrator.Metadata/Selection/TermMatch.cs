using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Selection;

/// <summary>Finds the packages that one term names, before any `+`.</summary>
internal sealed class TermMatch(
    Plan plan, Solution solution, SelectionSources sources, List<Diagnostic> diagnostics)
{
    private const string UnknownTurn = "ORC2106";
    private const string Select = "-s";

    private readonly List<PlanNode> _packages = [.. plan.Nodes.Where(node => node.Kind == NodeKind.Package)];

    private readonly TurnTerms _turns = new(plan);
    private readonly Dictionary<Term, IReadOnlyList<NamedTurn>> _named = [];
    private readonly Dictionary<Term, IReadOnlyDictionary<int, IReadOnlyList<string>?>> _ended = [];

    /// <summary>The turns that a term names, once its packages were asked for; of a pattern in each package.</summary>
    public IReadOnlyList<NamedTurn> TurnsOf(Term term) => _named.GetValueOrDefault(term, []);

    /// <summary>By packages the turns that ended an earlier run as a term asks, once its packages were asked for; null
    /// = all of them.</summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>?> EndedOf(Term term) =>
        _ended.GetValueOrDefault(term, ReadOnlyDictionary<int, IReadOnlyList<string>?>.Empty);

    public IReadOnlyCollection<int> Packages(Term term) => term.Method switch
    {
        "name" => ByName(term),
        "tag" => ByWord(term, "tag", node => node.Tags),
        "project" => ByWord(term, "project", node => [Definition(node).Project]),
        "container" => ByContainer(term),
        "kind" => ByWord(term, "kind", node => [node.PackageKind], KindTable.Planned),
        "connection" => ByWord(term, "connection", Connections,
            solution.Connections.Select(connection => connection.Name)),
        "path" => ByPath(term),
        "changed" => Ask(term, sources.ChangedSince(term.Value),
            paths => new ChangedFiles(plan, solution, paths).Packages()),
        "result" => ByResult(term),
        _ => throw new InvalidOperationException($"The parser let '{term.Method}:' pass."),
    };

    /// <summary>The packages of nodes by name: a package, or all in a container, project or the batch.</summary>
    public HashSet<int> Within(string option, IReadOnlyList<string> names) => [.. names.SelectMany(name =>
    {
        var found = PlanNames.Find(plan, name);
        return found.Node is { Kind: not NodeKind.Package } group
            ? Where(node => plan.IsWithin(node, group.Index))
            : ByName(new Term(option, name, 1, "name", name, 0, 0));
    })];

    private static ObjectDefinition Definition(PlanNode package) => (ObjectDefinition)package.Payload!;

    /// <summary>Its container, and the turns that it stands in.</summary>
    private static IEnumerable<string> Containers(PlanNode package)
    {
        var definition = Definition(package);
        return new[] { definition.Container }.Concat(definition.Instance?.Groups ?? [])
            .SelectMany(name => new[] { name, $"{definition.Project}/{name}" });
    }

    private static IEnumerable<string> Connections(PlanNode package)
    {
        var definition = Definition(package);
        return definition.Source is null
            ? [definition.Target.Connection]
            : [definition.Source.Connection, definition.Target.Connection];
    }

    private List<int> ByName(Term term)
    {
        if (Wildcard.IsPattern(term.Value))
        {
            var found = Where(node => Wildcard.Matches(term.Value, node.Name)
                || (!term.Value.Contains('/') && Wildcard.Matches(term.Value, PlanNames.BareName(node))));
            return found.Count > 0 && term.Option != Select ? found
                : [.. found.Union(OfTurns(term, _turns.Packages(term.Value), one => [one.Index]))];
        }

        var match = PlanNames.Find(plan, term.Value);
        if (match.Node is { Kind: NodeKind.Package } package)
        {
            return [package.Index];
        }

        if (match.Candidates.Count > 0 && match.Candidates.All(node => IsOneObject(node, match.Candidates[0])))
        {
            return [.. match.Candidates.Select(node => node.Index)];
        }

        if (match.Candidates.Count > 0)
        {
            Refuse(term, "ORC2103", $"'{term.Value}' may mean {Listed(match.Candidates.Select(node => node.Name))}",
                $"Write one of them, or */{term.Value} for all.");
        }
        else if (match.Node is { } group)
        {
            var kind = group.Kind is NodeKind.Container ? "container" : "project";
            Refuse(term, "ORC2102", $"'{term.Value}' is no package but a {group.Kind.ToString().ToLowerInvariant()}",
                group.Kind is NodeKind.Container or NodeKind.Project
                    ? $"Write {kind}:{term.Value}." : "Leave -s out to take the whole batch, or write project:NAME.");
        }
        else if (_turns.Packages(term.Value) is { Count: > 0 } inTurns)
        {
            if (inTurns.Count == 1 || inTurns.All(node => IsOneObject(node, inTurns[0])))
            {
                return OfTurns(term, inTurns, one => [one.Index]);
            }

            Refuse(term, "ORC2103", $"'{term.Value}' may mean turns of {Listed(inTurns.Select(node => node.Name))}",
                $"Write one of them with the key behind it, or */{term.Value} for all.");
        }
        else
        {
            Refuse(term, "ORC2102", $"there is no package '{term.Value}' in batch {plan.Batch}",
                "`orchestrator ls` lists them; wildcards are * and ?.", match.Suggestion);
        }

        return [];
    }

    /// <summary>Whether `forEach` has made both of one object, so that its name means both.</summary>
    private static bool IsOneObject(PlanNode one, PlanNode other) => Definition(one).Instance is { } instance
        && Definition(one).Project == Definition(other).Project
        && instance.Object == Definition(other).Instance?.Object;

    private List<int> ByContainer(Term term)
    {
        var loops = _turns.Loops(term.Value);
        if (loops.Count == 0)
        {
            return ByWord(term, "container", Containers);
        }

        var found = OfTurns(term, loops, _turns.PackagesOf);
        return Wildcard.IsPattern(term.Value) ? [.. found.Union(ByWord(term, "container", Containers))] : found;
    }

    /// <summary>A name in turns that only the run finds out: what stands for it in the plan.</summary>
    private List<int> OfTurns(
        Term term, IReadOnlyList<PlanNode> nodes, Func<PlanNode, IEnumerable<int>> packagesOf)
    {
        if (term.Option == Select)
        {
            // A pattern hardly means the numbers that the turns of a condition have.
            var meant = Wildcard.IsPattern(term.Value) && !nodes.All(_turns.IsOfCondition)
                ? [.. nodes.Where(node => !_turns.IsOfCondition(node))] : nodes;
            _named[term] = [.. meant.Select(node => (Node: node.Index, Keys: _turns.KeysMeant(term.Value, node)))
                .Where(turn => turn.Keys is not null).Select(turn => new NamedTurn(turn.Node, turn.Keys!))];
            return [.. meant.SelectMany(packagesOf).Distinct()];
        }

        if (nodes.Count > 0)
        {
            Refuse(term, UnknownTurn,
                $"'{term.Value}' is in a turn that only the run finds out, and only -s may name it",
                $"Write {nodes[0].Name}, which means all turns, or say with -s which are meant.");
        }

        return [];
    }

    /// <summary>A word that no package has is a slip of the finger, a pattern that matches nothing is not.</summary>
    private List<int> ByWord(
        Term term, string what, Func<PlanNode, IEnumerable<string>> words, IEnumerable<string>? alsoKnown = null)
    {
        if (Wildcard.IsPattern(term.Value))
        {
            return Where(node => words(node).Any(word => Wildcard.Matches(term.Value, word)));
        }

        var found = Where(node => words(node).Contains(term.Value, StringComparer.Ordinal));
        if (found.Count == 0)
        {
            var known = _packages.SelectMany(words).Concat(alsoKnown ?? []).Distinct().ToList();
            if (!known.Contains(term.Value, StringComparer.Ordinal))
            {
                Refuse(term, "ORC2102", $"no package of batch {plan.Batch} has the {what} '{term.Value}'",
                    known.Count == 0 ? $"None of them has a {what}." : $"There are: {Listed(known)}.",
                    Nearest.Find(term.Value, known));
            }
        }

        return found;
    }

    /// <summary>A file, a folder, or a pattern over the path below the solution.</summary>
    private List<int> ByPath(Term term)
    {
        var path = term.Value.Replace('\\', '/').TrimEnd('/');
        path = path.StartsWith("./", StringComparison.Ordinal) ? path[2..] : path;
        return Where(node => Definition(node).At.File is var file && (Wildcard.Matches(path, file)
            || file.StartsWith(path + "/", StringComparison.Ordinal)));
    }

    private List<int> ByResult(Term term)
    {
        var at = term.Value.IndexOf('@');
        var word = at < 0 ? term.Value : term.Value[..at];
        if (!char.IsAsciiLetter(word.FirstOrDefault())
            || !Enum.TryParse<NodeState>(word, ignoreCase: true, out var state))
        {
            var states = Enum.GetNames<NodeState>().Select(name => char.ToLowerInvariant(name[0]) + name[1..]).ToList();
            Refuse(term, "ORC2104", $"expected a state of a package behind 'result:', got: '{word}'",
                $"Write one of {string.Join(", ", states)}: result:failed@latest.", Nearest.Find(word, states));
            return [];
        }

        var run = at < 0 ? "latest" : term.Value[(at + 1)..];
        return Ask(term, sources.ResultsOf(state, run), names =>
        {
            var wanted = names.ToHashSet(StringComparer.Ordinal);
            if (term.Option == Select)
            {
                _ended[term] = _turns.TurnsOf(wanted);
            }

            return Where(node => wanted.Contains(node.Name) || EndedOf(term).ContainsKey(node.Index));
        });
    }

    private List<int> Ask(
        Term term, SelectionAnswer answer, Func<IReadOnlyCollection<string>, IEnumerable<int>> packagesOf)
    {
        if (answer.Error is null)
        {
            return [.. packagesOf(answer.Values)];
        }

        Refuse(term, "ORC2105", $"'{term.Method}:{term.Value}' cannot be answered: {answer.Error}",
            term.Method == "changed"
                ? "Name a commit, tag or branch of the repository that the solution stands in."
                : "`orchestrator history` lists the runs.");
        return [];
    }

    private List<int> Where(Func<PlanNode, bool> holds) => [.. _packages.Where(holds).Select(node => node.Index)];

    private static string Listed(IEnumerable<string> names) => Words.First(8, names);

    private void Refuse(Term term, string code, string message, string hint, string? suggestion = null) =>
        diagnostics.Add(new Diagnostic(code, Severity.Error, new Origin(term.Option, 1, term.Column), message, hint,
            suggestion, term.Expression));
}

using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Draws the edges of values: who reads a variable of the run waits for whoever sets it, and is bound to the last of
/// them in the order of the plan. So no timing decides which value it gets, and a retry gives it the same.
/// </summary>
internal sealed class ValueEdges
{
    private readonly PlanDraft _draft;
    private readonly List<RunVariableDefinition> _variables;
    private readonly ILookup<string, DraftNode> _setters;
    private readonly Dictionary<DraftNode, Dictionary<string, Origin>> _names;
    private readonly HashSet<DraftNode> _groups;
    private readonly Dictionary<string, SettersSeen> _seen = new(StringComparer.Ordinal);
    private readonly List<Binding> _bound = [];

    private ValueEdges(PlanDraft draft)
    {
        _draft = draft;
        _variables = draft.Variables;
        _setters = Packages
            .SelectMany(node => (node.Definition!.Sets?.Each ?? []).Select(set => (set.Variable, Node: node)))
            .ToLookup(each => each.Variable, each => each.Node, StringComparer.Ordinal);
        _groups = [.. draft.Nodes.Where(node => node.Kind != NodeKind.Package && node.When is not null)];
        _names = Packages.Concat(_groups).ToDictionary(node => node, NamesOf);
    }

    private IEnumerable<DraftNode> Packages => _draft.Nodes.Where(node => node.Kind == NodeKind.Package);

    public static void Add(PlanDraft draft)
    {
        if (draft.Variables.Count > 0 || draft.Nodes.Exists(node => node.Loop is { Kind: LoopKind.While }))
        {
            new ValueEdges(draft).Add();
        }
    }

    private void Add()
    {
        // Who is over before whom is what is written elsewhere: edges of values order what is not ordered. So all are
        // found before the first is drawn.
        var before = new EndedBefore(_draft);
        foreach (var reader in Packages.Concat(_groups))
        {
            foreach (var (name, at) in _names[reader])
            {
                if (IndexOf(name) is >= 0 and var variable && reader.Definition?.IsGiven(name) != true)
                {
                    Bind(reader, variable, at, before);
                }
            }
        }

        foreach (var loop in _draft.Nodes.Where(node => node.Loop is not null))
        {
            if (loop.RowsName is { } rows && IndexOf(rows) is >= 0 and var variable)
            {
                BindTo(loop, variable, loop.Loop!.At, before);
                RefuseInNames(loop, _variables[variable]);
            }
            else if (loop.Loop!.Kind == LoopKind.While)
            {
                new LoopCondition(_draft, _setters).Bind(loop, (name, at) => BindTo(loop, IndexOf(name), at, before));
            }
        }

        foreach (var bound in _bound)
        {
            Array.ForEach(bound.Setters, setter => WaitFor(bound, setter));
        }

        CheckUse();
        Order();
    }

    // A condition reads variables as SQL does.
    private static Dictionary<string, Origin> NamesOf(DraftNode node)
    {
        var names = node.Definition is { } definition
            ? new Dictionary<string, Origin>(SqlOfPackage.Names(definition), StringComparer.Ordinal)
            : new Dictionary<string, Origin>(StringComparer.Ordinal);
        foreach (var (when, _) in node.Conditions)
        {
            foreach (var reference in when.Is.References.Where(reference => reference.Word == "var"))
            {
                names.TryAdd(reference.Name, when.At);
            }
        }

        return names;
    }

    private int IndexOf(string name) => _draft.IndexOf(name);

    private void Bind(DraftNode reader, int variable, Origin at, EndedBefore before)
    {
        var of = _variables[variable];
        if (of.Type.IsRows)
        {
            _draft.Error("ORC2020", at, $"{reader.Name} takes '{of.Name}' as a parameter, and it is rows",
                "A parameter is one value. Set a variable of one value from what is needed of them.");
            return;
        }

        if (of.Is.IsSensitive && reader.Definition is { } named && SqlOfPackage.InNames(named).Contains(of.Name))
        {
            var what = SqlOfPackage.InFileNames(named).Contains(of.Name) ? "a file" : "a table";
            _draft.Error("ORC1195", at, $"{reader.Name} names {what} by '{of.Name}', which is sensitive",
                "The ledger, messages and servers repeat such names. Take another value for the name.");
        }

        BindTo(reader, variable, at, before);
    }

    // A row of what is sensitive is so, too.
    private void RefuseInNames(DraftNode loop, RunVariableDefinition rows)
    {
        var turns = loop.Loop!;
        foreach (var reader in rows.Is.IsSensitive ? Packages.Where(node => node.IsWithin(loop)) : [])
        {
            var named = SqlOfPackage.InNames(reader.Definition!);
            if (turns.Columns.FirstOrDefault(one => named.Contains(one.Name)) is { } column)
            {
                _draft.Error("ORC1195", turns.At,
                    $"{reader.Name} names a file or a table by '{column.Name}' of '{rows.Name}', which is sensitive",
                    "The ledger and messages repeat such names. Take another value for the name.");
            }
        }
    }

    private void BindTo(DraftNode reader, int variable, Origin at, EndedBefore before)
    {
        var of = _variables[variable];
        DraftNode[] others = OtherTurns.OfOwnValue(reader, [.. SeenOf(of.Name).By(reader).Where(setter =>
            setter != reader && !setter.IsWithin(reader))], before);
        if (!Array.Exists(others, setter => setter.Definition!.Enabled))
        {
            // Who never runs reads nothing.
            if (!NeverRuns(reader))
            {
                ReportNobody(reader, of, at, others);
            }

            return;
        }

        DraftNode[] bound = [.. others.Where(setter => !before.Holds(reader, setter))];
        if (!Array.Exists(bound, setter => setter.Definition!.Enabled))
        {
            var later = others.First(setter => setter.Definition!.Enabled);
            _draft.Error("ORC2019", at,
                $"{reader.Name} reads '{of.Name}', and is always over before {later.Name} sets it",
                "Move one of them, so that the value is set at the same level or an earlier one.");
            return;
        }

        CheckLoops(reader, of, bound, at);
        CheckTurns(reader, of, bound, at);
        _bound.Add(new Binding(reader, variable, bound, at));
    }

    private SettersSeen SeenOf(string variable)
    {
        if (!_seen.TryGetValue(variable, out var seen))
        {
            _seen[variable] = seen = new SettersSeen(_setters[variable]);
        }

        return seen;
    }

    private bool NeverRuns(DraftNode reader) => reader.Definition is { Enabled: false } || (reader.Loop is not null
        && !Packages.Any(package => package.Definition!.Enabled && package.IsWithin(reader)));

    private void CheckLoops(DraftNode reader, RunVariableDefinition of, DraftNode[] bound, Origin at)
    {
        var inLoop = Array.Find(bound, setter => LoopsAround.Between(setter, reader).Any())
            ?? OneOfSeveral(reader, bound);
        if (inLoop is not null)
        {
            _draft.Error("ORC2028", at, $"{reader.Name} reads '{of.Name}', which {inLoop.Name} sets in each turn of a "
                + "loop, so that nobody knows which of them is meant",
                "Let a statement behind the loop set it, or read it in the same turn.");
        }
    }

    private static DraftNode? OneOfSeveral(DraftNode reader, DraftNode[] bound) =>
        Array.Find(bound, setter => setter.Definition!.Enabled && OtherTurns.IsWithinOne(setter, reader)) is { } one
        && Array.Exists(bound, other => other.Definition!.Enabled && OtherTurns.Are(one, other)) ? one : null;

    // Whose value it is does not change from turn to turn, so that nobody counts on from one to the next.
    private void CheckTurns(DraftNode reader, RunVariableDefinition of, DraftNode[] bound, Origin at)
    {
        if (LoopsAround.Of(reader).FirstOrDefault(around =>
            Array.TrueForAll(bound, setter => !setter.IsWithin(around)) && _setters[of.Name].Any(setter =>
                setter.Definition!.Enabled && setter.IsWithin(around))) is { } loop)
        {
            _draft.Warning("ORC1381", at, $"{reader.Name} reads '{of.Name}' in each turn of {loop.Name} as it was "
                + "before the loop: nothing in a turn sets it before that",
                "What one turn sets the next one does not read: reckon it from the value of the turn, such as @Turn.");
        }
    }

    private void WaitFor(Binding bound, DraftNode setter)
    {
        var reader = bound.Reader;
        if (reader.Constraints.TryGetValue(setter.Index, out var outcome) && outcome == Outcome.Failure)
        {
            _draft.Error("ORC2019", bound.At,
                $"{reader.Name} reads '{_variables[bound.Variable].Name}', and runs only where {setter.Name} failed "
                + "and so has set nothing",
                "Take the value from another package, or the dependency out.");
            return;
        }

        reader.Constraints[setter.Index] = Outcome.Success;
        reader.Reads.Add(setter.Index);
    }

    private void ReportNobody(DraftNode reader, RunVariableDefinition of, Origin at, DraftNode[] disabled)
    {
        if (disabled is [var one, ..])
        {
            _draft.Error("ORC2017", at, $"{reader.Name} reads '{of.Name}', which only {one.Name} sets, and that is "
                + "disabled", "Enable it, or disable what reads the value as well.");
            return;
        }

        var set = _variables.Select(variable => variable.Name)
            .Where(name => name != of.Name && _setters[name].Any()).ToArray();
        _draft.Error("ORC2017", at, $"{reader.Name} reads '{of.Name}', which "
            + (!_setters[of.Name].Any() ? $"nothing in batch {_draft.Batch.Name} sets"
                : reader.Definition is null ? "only what is in it sets" : "nobody but itself sets"),
            $"Let {(_setters[of.Name].Any() ? "another" : "an")} object of kind sql set it before: "
                + $"sets: {{{of.Name}: COLUMN}}.", Nearest.Find(of.Name, set));
    }

    private void CheckUse()
    {
        var read = _bound.Select(bound => bound.Variable).ToHashSet();
        foreach (var (index, variable) in _variables.Index())
        {
            var setters = _setters[variable.Name].Where(setter => setter.Definition!.Enabled).ToArray();
            if (setters.Length > 0 && !read.Contains(index)
                && !_names.Values.Any(names => names.ContainsKey(variable.Name)))
            {
                var set = setters[0].Definition!.Sets!.Each.First(one => one.Variable == variable.Name);
                _draft.Warning("ORC2021", set.At, $"{setters[0].Name} sets '{variable.Name}', which nobody reads",
                    $"SQL reads it as @{variable.Name}. Leave it out where only the report is to show it.");
            }
        }
    }

    /// <summary>Brings what readers are bound to into its order, and tells the plan of both.</summary>
    private void Order()
    {
        foreach (var node in Packages.Where(node => node.Definition!.Sets is not null))
        {
            node.Sets = [.. node.Definition!.Sets!.Each.Select(set => IndexOf(set.Variable)).Distinct().Order()];
        }

        var order = new SetterOrder(_draft, _setters);
        var bound = _bound.ToLookup(one => one.Variable, one => one.Setters);
        foreach (var (index, variable) in _variables.Index())
        {
            order.Check(variable, [.. bound[index]]);
        }

        foreach (var reader in _bound.GroupBy(bound => bound.Reader))
        {
            reader.Key.ReadsValues = [.. reader.OrderBy(bound => bound.Variable)
                .Select(bound => new ValueRead(bound.Variable, order.LatestFirst(bound.Setters)))];
        }
    }

    /// <summary>A reader with those that may set what it reads before it starts.</summary>
    private sealed record Binding(DraftNode Reader, int Variable, DraftNode[] Setters, Origin At);
}

using System.Collections.ObjectModel;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>
/// What packages have set, and which of it each reader gets: the value of the first of its setters, the latest first,
/// that succeeded. So no timing decides, and a value is gone with the success that set it.
/// </summary>
internal sealed class BoundValues
{
    private readonly RunBoard _board;
    private readonly Dictionary<(int Setter, int Variable), RunValue> _values;
    private readonly Dictionary<int, int[]> _readsRelaxed;

    public BoundValues(RunBoard board)
    {
        _board = board;
        _values = new Dictionary<(int, int), RunValue>(board.Options.Values);
        _readsRelaxed = board.Plan.Nodes.Where(node => node.ReadsValues.Count > 0)
            .ToDictionary(node => node.Index, WithSetters);
    }

    /// <summary>Takes in a further node.</summary>
    public void Grow(PlanNode node)
    {
        if (node.ReadsValues.Count > 0)
        {
            _readsRelaxed.Add(node.Index, WithSetters(node));
        }
    }

    /// <summary>Takes in what a package has set that is Done.</summary>
    public void Take(int package, IReadOnlyDictionary<int, RunValue> values)
    {
        foreach (var (variable, value) in values)
        {
            _values[(package, variable)] = value;
        }
    }

    /// <summary>Whether an attempt ends with just the values that its package sets, each of its type.</summary>
    public bool Fit(AttemptEnded e)
    {
        var sets = _board.Plan.Nodes[e.Node].Sets;
        return e.Outcome != NodeState.Succeeded ? e.Sets.Count == 0
            : e.Sets.Count == sets.Count && sets.All(variable => e.Sets.TryGetValue(variable, out var value)
                && value.Type.Equals(_board.Plan.Variables[variable].Type));
    }

    /// <summary>Keeps what a success has set, and records it.</summary>
    public void Keep(AttemptEnded e)
    {
        foreach (var variable in _board.Plan.Nodes[e.Node].Sets)
        {
            var value = e.Sets[variable];
            _values[(e.Node, variable)] = value;
            _board.Turn.Record(new RecordValue(_board.Now, e.Node, e.Attempt, variable, value));
        }
    }

    /// <summary>The value that is read; null = none of the setters has one.</summary>
    public RunValue? Of(ValueRead read)
    {
        foreach (var setter in read.Setters)
        {
            if (Of(setter, read.Variable) is { } value)
            {
                return value;
            }
        }

        return null;
    }

    /// <summary>What a package has set; null = it has not succeeded, or not set it.</summary>
    public RunValue? Of(int setter, int variable) =>
        _board.Nodes[setter].State is NodeState.Succeeded or NodeState.Hardened or NodeState.Done
            ? _values.GetValueOrDefault((setter, variable)) : null;

    /// <summary>All that a package reads, by the index of the variable.</summary>
    public IReadOnlyDictionary<int, RunValue> For(int package)
    {
        if (_board.Plan.Nodes[package].ReadsValues.Count == 0)
        {
            return ReadOnlyDictionary<int, RunValue>.Empty;
        }

        var values = new Dictionary<int, RunValue>();
        foreach (var read in _board.Plan.Nodes[package].ReadsValues)
        {
            if (Of(read) is { } value)
            {
                values.Add(read.Variable, value);
            }
        }

        return values;
    }

    /// <summary>
    /// The relaxed databases that must hold nothing unhardened when a package starts: a value is read only once the
    /// success that set it is on disk. What the package itself writes there is lost with what stands before it.
    /// </summary>
    public IReadOnlyList<int> ReadsRelaxed(int package) =>
        _readsRelaxed.TryGetValue(package, out var with) ? with : _board.Plan.Nodes[package].ReadsRelaxed;

    private int[] WithSetters(PlanNode reader) =>
    [
        .. reader.ReadsRelaxed
            .Concat(reader.ReadsValues.SelectMany(read => read.Setters)
                .Select(setter => _board.Plan.Nodes[setter].Relaxed)
                .Where(database => database >= 0 && database != reader.Relaxed))
            .Distinct().Order(),
    ];
}

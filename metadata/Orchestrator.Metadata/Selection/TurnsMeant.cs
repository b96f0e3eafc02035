using Orchestrator.Core;

namespace Orchestrator.Metadata.Selection;

/// <summary>
/// Which turns of loops a selection means, where only the run finds them out: of a package that one part of it means as
/// a whole, all.
/// </summary>
internal sealed class TurnsMeant(Plan plan)
{
    private readonly IReadOnlyList<bool> _isTemplate = LoopTemplates.Of(plan.Nodes);
    private readonly HashSet<int> _all = [];
    private readonly Dictionary<int, List<string>> _some = [];

    /// <summary>By packages of which not all turns are meant: the keys of those that are.</summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>> Keys => _some.Where(one => !_all.Contains(one.Key))
        .ToDictionary(one => one.Key, one => (IReadOnlyList<string>)one.Value);

    /// <summary>Takes in what one part of a selection has found.</summary>
    /// <param name="found">The packages.</param>
    /// <param name="turns">What names a turn in that part.</param>
    /// <param name="ended">What asks in that part how turns have ended, and the keys that it has found; null = all.
    /// </param>
    public void Add(IEnumerable<int> found, IReadOnlyList<NamedTurn> turns,
        IReadOnlyList<IReadOnlyDictionary<int, IReadOnlyList<string>?>> ended)
    {
        foreach (var package in found.Where(package => _isTemplate[package]))
        {
            // The turns of another loop have other keys. A comma narrows: of two names what is meant by both.
            IReadOnlyList<string>[] own =
            [
                .. turns.Where(turn => Outermost(turn.Node) == Outermost(package)).Select(turn => new[] { turn.Keys }),
                .. ended.Select(each => each.GetValueOrDefault(package)).OfType<IReadOnlyList<string>>(),
            ];
            string[] keys = [.. own.SelectMany(each => each).Where(each => own.Length == 1
                || own.All(other => other.Any(one => TurnSelection.IsWithin(one, each)))).Distinct()];
            if (own.Length == 0)
            {
                _all.Add(package);
            }
            else if (_some.TryGetValue(package, out var known))
            {
                known.AddRange(keys);
            }
            else
            {
                _some.Add(package, [.. keys]);
            }
        }
    }

    /// <summary>Whether two stand for what is in the turns of one loop, at any depth.</summary>
    public bool AreOfOneLoop(int one, int other) =>
        _isTemplate[one] && _isTemplate[other] && Outermost(one) == Outermost(other);

    private int Outermost(int node)
    {
        var outermost = -1;
        for (var above = node; above >= 0; above = plan.Nodes[above].Parent)
        {
            outermost = plan.Nodes[above].Loop is null ? outermost : above;
        }

        return outermost;
    }
}

/// <summary>A turn that a selection names.</summary>
/// <param name="Node">Index of the package of which it is a turn, or of the loop.</param>
/// <param name="Keys">Its key, with commas between those of loops in each other.</param>
internal sealed record NamedTurn(int Node, string Keys);

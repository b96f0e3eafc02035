using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>Finds what let a package begin: the last end before it among those that it had to wait for.</summary>
internal sealed class LastEnds
{
    private readonly RunFacts _facts;
    private readonly IReadOnlyList<IReadOnlyList<int>> _before;
    private readonly PackageFigures[] _byEnd;
    private readonly Hardenings _hardenings;
    private readonly Dictionary<int, PackageFigures> _lastWithin = [];
    private readonly Dictionary<(int Turn, int Template), int> _inTurns = [];

    public LastEnds(
        RunFacts facts, IReadOnlyList<IReadOnlyList<int>> before, IReadOnlyList<PackageFigures> ran)
    {
        (_facts, _before) = (facts, before);
        _hardenings = new Hardenings(facts, ran);
        _byEnd = [.. ran.OrderBy(package => package.Ended)];
        foreach (var node in facts.Nodes.Where(node => node.Template >= 0))
        {
            _inTurns.TryAdd((node.Parent, node.Template), node.Node);
        }

        foreach (var package in _byEnd)
        {
            for (var at = package.Node.Node; at >= 0; at = facts.Nodes[at].Parent)
            {
                _lastWithin[at] = package;
            }
        }
    }

    public (Release Release, PackageFigures? After) Before(PackageFigures package)
    {
        var last = LastUntil(package.Began, package);
        if (_hardenings.Before(package) is { } flush && (last is null || last.Ended <= flush.At))
        {
            return (Release.Flush, flush.Last);
        }

        // Ready before it began: what it still lacked was a slot, and the last end gave it one.
        if (last is not null && package.Ready is { } ready && last.Ended > ready)
        {
            return (Release.Slot, last);
        }

        var constraint = Constraints(package).Where(each => each.Ended <= package.Began)
            .MaxBy(each => each.Ended);
        return constraint is not null ? (Release.Constraint, constraint)
            : last is not null ? (Release.Other, last)
            : (Release.Begin, null);
    }

    private IEnumerable<PackageFigures> Constraints(PackageFigures package)
    {
        for (var at = package.Node.Node; at >= 0; at = _facts.Nodes[at].Parent)
        {
            foreach (var before in WaitedFor(at))
            {
                if (_lastWithin.TryGetValue(before, out var last))
                {
                    yield return last;
                }
            }
        }
    }

    /// <summary>What a node waited for, which of one in a turn of a loop is what it was made after.</summary>
    private IEnumerable<int> WaitedFor(int node)
    {
        var made = _facts.Nodes[node].Template is >= 0 and var template ? template : node;
        return made < _before.Count ? _before[made].Select(before => Meant(node, before)) : [];
    }

    /// <summary>In a loop what is in the same turn; from outside the loop.</summary>
    private int Meant(int node, int before)
    {
        var meant = before;
        while (true)
        {
            for (var above = _facts.Nodes[node].Parent; above >= 0; above = _facts.Nodes[above].Parent)
            {
                if (_inTurns.TryGetValue((above, meant), out var inTurn))
                {
                    return inTurn;
                }
            }

            if (!_facts.Nodes[meant].IsTemplate)
            {
                return meant;
            }

            meant = _facts.Nodes[meant].Parent;
        }
    }

    /// <summary>The one that ended last until then, found by halving.</summary>
    private PackageFigures? LastUntil(DateTimeOffset until, PackageFigures itself)
    {
        var (low, high) = (0, _byEnd.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _byEnd[middle].Ended <= until ? (middle + 1, high) : (low, middle);
        }

        for (var at = low - 1; at >= 0; at--)
        {
            if (_byEnd[at] != itself)
            {
                return _byEnd[at];
            }
        }

        return null;
    }
}

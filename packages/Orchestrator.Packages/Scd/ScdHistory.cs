using System.Collections;

namespace Orchestrator.Packages.Scd;

/// <summary>The versions of one key, oldest first, and what delivered rows make of them; pure.</summary>
internal sealed class ScdHistory(ScdRules rules, IReadOnlyList<ScdVersion> standing)
{
    private readonly List<ScdVersion> _versions = [.. standing];
    private readonly HashSet<ScdRow> _updates = [];

    private ScdVersion? Before => standing.Count > 0 ? standing[^1] : null;

    /// <summary>Applies the rows of the key, in the order in which they hold.</summary>
    public ScdOutcome Apply(IReadOnlyList<ScdRow> delivered, bool mayDelete)
    {
        ScdRow[] rows = [.. delivered.GroupBy(row => row.Effective).Select(same => same.Last())];
        Array.ForEach(rows, Place);
        var isClosed = rows.Length == 0 && mayDelete && Delete();
        if (rows.Length > 0)
        {
            Spread(rows);
            Revive(rows[^1]);
        }

        var inserted = Before is null ? 1 : 0;
        var updated = rows.Skip(inserted).Count(_updates.Contains);
        return new ScdOutcome(Changes(), new ScdCounts(inserted, updated, rows.Length - inserted - updated,
            delivered.Count - rows.Length, isClosed ? 1 : 0));
    }

    private static bool Same(object? one, object? other) =>
        StructuralComparisons.StructuralEqualityComparer.Equals(one, other);

    /// <summary>What a row means for the version that holds at its moment.</summary>
    private void Place(ScdRow row)
    {
        var at = _versions.FindLastIndex(version => version.From <= row.Effective);
        var covering = at < 0 || _versions[at].To <= row.Effective ? null : _versions[at];
        if (covering is not null && Own(ScdChange.Track).All(i => Same(covering.Values[i], row.Values[i])))
        {
            return;
        }

        _updates.Add(row);
        if (covering?.From == row.Effective)
        {
            _versions[at] = covering with { Values = Merged(covering.Values, row) };
            return;
        }

        var end = _versions.ElementAtOrDefault(at + 1)?.From;
        if (covering is not null)
        {
            end = covering.To;
            _versions[at] = covering with { To = row.Effective };
        }

        var beside = new object?[row.Values.Length];
        _versions.Insert(
            at + 1, new ScdVersion(row.Key, row.Effective, end, row.Values, beside) { IsNew = true });
    }

    private IEnumerable<int> Own(params ScdChange[] changes) =>
        Enumerable.Range(0, rules.Columns.Count).Where(i => changes.Contains(rules.Columns[i].Change));

    /// <summary>Values, with a row's where they are a version's own.</summary>
    private object?[] Merged(object?[] values, ScdRow row)
    {
        object?[] merged = [.. values];
        foreach (var i in Own(ScdChange.Track, ScdChange.Ignore))
        {
            merged[i] = row.Values[i];
        }

        return merged;
    }

    /// <summary>Gives all versions what they share, row by row.</summary>
    private void Spread(ScdRow[] rows)
    {
        // Of a key that is known, rows older than its newest version say nothing of the present.
        var present = rows.Where(row =>
            Before is null || rules.Deletes != ScdDeletes.Ignore || row.Effective >= Before.From).ToArray();
        var (isChanged, steps) = (Before is null, new HashSet<ScdRow>());
        foreach (var i in Own(ScdChange.Overwrite, ScdChange.Fixed, ScdChange.Previous)
            .Concat(Own(ScdChange.Track).Where(i => rules.Columns[i].HasCurrent)))
        {
            var isTracked = rules.Columns[i].Change == ScdChange.Track;
            var (value, beside) = Common(i, rows[0], present, steps);
            for (var at = 0; at < _versions.Count; at++)
            {
                var (values, besides) = (_versions[at].Values, _versions[at].Beside);
                if ((isTracked || Same(value, values[i])) && Same(beside, besides[i]))
                {
                    continue;
                }

                isChanged |= !_versions[at].IsNew;
                ((values = [.. values])[i], (besides = [.. besides])[i]) = (isTracked ? values[i] : value, beside);
                _versions[at] = _versions[at] with { Values = values, Beside = besides };
            }
        }

        _updates.UnionWith(isChanged ? steps : []);
    }

    /// <summary>What all have, and have beside it; a row that changes it is a step.</summary>
    private (object? Value, object? Beside) Common(int i, ScdRow first, ScdRow[] present, HashSet<ScdRow> steps)
    {
        var change = rules.Columns[i].Change;
        var value = Before is null ? first.Values[i]
            : change == ScdChange.Track ? Before.Beside[i] : Before.Values[i];
        var last = change == ScdChange.Previous ? Before?.Beside[i] : null;
        foreach (var row in change == ScdChange.Fixed ? [] : present)
        {
            if (!Same(row.Values[i], value))
            {
                (last, value) = (change == ScdChange.Previous ? value : null, row.Values[i]);
                steps.Add(row);
            }
        }

        return change == ScdChange.Track ? (null, value) : (value, last);
    }

    /// <summary>True = something was ended or flagged.</summary>
    private bool Delete()
    {
        var newest = _versions[^1];
        _versions[^1] = rules.Deletes switch
        {
            ScdDeletes.Close when newest.To is null && newest.From < rules.Moment => newest with { To = rules.Moment },
            ScdDeletes.Flag when newest is { To: null, IsDeleted: false } => newest with { IsDeleted = true },
            _ => newest,
        };
        return !ReferenceEquals(_versions[^1], newest);
    }

    /// <summary>Brings back a key that had been deleted.</summary>
    private void Revive(ScdRow row)
    {
        var newest = _versions[^1];
        if (rules.Deletes == ScdDeletes.Close && newest.To is { } end)
        {
            var (from, values) = (end > rules.Moment ? end : rules.Moment, Merged(newest.Values, row));
            _versions.Add(newest with { From = from, To = null, Values = values, IsDeleted = false, IsNew = true });
            _updates.Add(row);
        }
        else if (rules.Deletes == ScdDeletes.Flag && newest is { To: null, IsDeleted: true })
        {
            _versions[^1] = newest with { IsDeleted = false };
            _updates.Add(row);
        }
    }

    private List<ScdVersion> Changes()
    {
        var before = standing.ToHashSet(ReferenceEqualityComparer.Instance);
        return [.. _versions.Select((one, i) => one.Number == i + 1 ? one : one with { Number = i + 1 })
            .Where(one => !before.Contains(one))];
    }
}

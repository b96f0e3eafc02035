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
        if (rows.Length > 0 && (Spread(rows) | Revive(rows[^1])))
        {
            _updates.Add(rows[^1]);
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

    /// <summary>Gives all versions what they have in common; true = that is not what the key had.</summary>
    private bool Spread(ScdRow[] rows)
    {
        // Of a key that is known, rows older than its newest version say nothing of the present.
        var present = rows.Where(row =>
            Before is null || rules.Deletes != ScdDeletes.Ignore || row.Effective >= Before.From).ToArray();
        var isChanged = false;
        foreach (var i in Own(ScdChange.Overwrite, ScdChange.Fixed, ScdChange.Previous)
            .Concat(Own(ScdChange.Track).Where(i => rules.Columns[i].HasCurrent)))
        {
            var isTracked = rules.Columns[i].Change == ScdChange.Track;
            var (value, beside) = Common(i, rows[0], [.. present.Select(row => row.Values[i])]);
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

        return isChanged;
    }

    /// <summary>The value of all versions, and that beside it.</summary>
    private (object? Value, object? Beside) Common(int i, ScdRow first, object?[] values)
    {
        var newest = values.Length > 0 ? values[^1] : Before!.Values[i];
        return rules.Columns[i].Change switch
        {
            ScdChange.Fixed => (Before is null ? first.Values[i] : Before.Values[i], null),
            ScdChange.Overwrite => (newest, null),
            ScdChange.Track => (null, values.Length > 0 ? newest : Before!.Beside[i]),
            _ when Before is null => (newest, Array.FindLast(values, value => !Same(value, newest))),
            _ when Same(newest, Before.Values[i]) => (newest, Before.Beside[i]),
            _ => (newest, Array.FindLast([Before.Values[i], .. values], value => !Same(value, newest))),
        };
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

    /// <summary>True = the key had been deleted, and is there again.</summary>
    private bool Revive(ScdRow row)
    {
        var newest = _versions[^1];
        if (rules.Deletes == ScdDeletes.Close && newest.To is { } end)
        {
            var from = end > rules.Moment ? end : rules.Moment;
            newest = newest with { Values = Merged(newest.Values, row), IsDeleted = false };
            _versions.Add(newest with { From = from, To = null, IsNew = true });
            return true;
        }

        var isFlagged = rules.Deletes == ScdDeletes.Flag && newest is { To: null, IsDeleted: true };
        _versions[^1] = isFlagged ? newest with { IsDeleted = false } : newest;
        return isFlagged;
    }

    private List<ScdVersion> Changes()
    {
        var before = standing.ToHashSet(ReferenceEqualityComparer.Instance);
        return [.. _versions.Select((one, i) => one.Number == i + 1 ? one : one with { Number = i + 1 })
            .Where(one => !before.Contains(one))];
    }
}

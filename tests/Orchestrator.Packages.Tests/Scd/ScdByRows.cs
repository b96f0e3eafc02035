using Orchestrator.Packages.Scd;
using Row = Orchestrator.Packages.Scd.ScdRow;
using Sums = Orchestrator.Packages.Scd.ScdCounts;
using Version = Orchestrator.Packages.Scd.ScdVersion;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>A dimension kept the obvious way, one row after the other, in lists that are changed in place.</summary>
internal sealed class ScdByRows(ScdRules rules)
{
    private readonly SortedDictionary<int, List<State>> keys = [];

    public IEnumerable<Version> Versions =>
        keys.SelectMany(key => key.Value.Select((one, i) => Shown(key.Key, one, i)));

    public Sums Deliver(Row[] rows, bool isWhole, DateTime moment)
    {
        var (inserted, updated, closed) = (0, 0, 0);
        var last = rows.GroupBy(row => ((int)row.Key[0]!, row.Effective)).Select(same => same.Last()).ToArray();
        foreach (var key in last.GroupBy(row => (int)row.Key[0]!))
        {
            var isNew = keys.TryAdd(key.Key, []);
            var changed = Deliver(keys[key.Key], [.. key.OrderBy(row => row.Effective)], isNew, moment);
            inserted += isNew ? 1 : 0;
            updated += changed - (isNew ? 1 : 0);
        }

        foreach (var (key, states) in keys)
        {
            closed += rows.Length > 0 && isWhole && last.All(row => (int)row.Key[0]! != key)
                && End(states[^1], moment) ? 1 : 0;
        }

        return new Sums(inserted, updated, last.Length - inserted - updated, rows.Length - last.Length, closed);
    }

    private int Deliver(List<State> states, Row[] rows, bool isNew, DateTime moment)
    {
        var before = isNew ? null : Snapshot(states[^1]);
        var changed = rows.Where(row => Apply(states, row)).ToHashSet();
        var present = rows.Where(
            row => before is null || rules.Deletes != ScdDeletes.Ignore || row.Effective >= before.From);
        Share(states, before is null ? rows[0].Values : before.Values, before, [.. present.Select(row => row.Values)]);
        if (before is not null && Shared(states[^1]) != Shared(before))
        {
            changed.Add(rows[^1]);
        }

        if (rules.Deletes == ScdDeletes.Flag && states[^1].IsDeleted)
        {
            states[^1].IsDeleted = false;
            changed.Add(rows[^1]);
        }

        if (rules.Deletes == ScdDeletes.Close && states[^1].To is { } end)
        {
            var open = Snapshot(states[^1]);
            (open.From, open.To) = (end > moment ? end : moment, null);
            TakeOwn(open, rows[^1]);
            states.Add(open);
            changed.Add(rows[^1]);
        }

        return changed.Count;
    }

    /// <summary>Values in common: as if each row of the present had come alone, one after the other.</summary>
    private void Share(List<State> states, object?[] first, State? before, object?[][] present)
    {
        for (var i = 0; i < rules.Columns.Count; i++)
        {
            var column = rules.Columns[i];
            var (value, beside) = before is null ? (null, null) : (before.Values[i], before.Beside[i]);
            var isFirst = before is null;
            // The value before the newest is that from before the delivery unless the newest differs from it.
            foreach (var values in present)
            {
                if (column.Change == ScdChange.Previous && !isFirst && !Equals(values[i], value))
                {
                    beside = value;
                }

                if (column.Change is ScdChange.Overwrite or ScdChange.Previous || isFirst)
                {
                    value = values[i];
                }

                beside = column.HasCurrent ? values[i] : beside;
                isFirst = false;
            }

            if (column.Change == ScdChange.Previous && before is not null && Equals(value, before.Values[i]))
            {
                beside = before.Beside[i];
            }

            foreach (var state in states)
            {
                state.Values[i] = column.Change is ScdChange.Track or ScdChange.Ignore ? state.Values[i]
                    : column.Change == ScdChange.Fixed ? first[i] : value;
                state.Beside[i] = beside;
            }
        }
    }

    private bool Apply(List<State> states, Row row)
    {
        var at = states.FindLastIndex(state => state.From <= row.Effective);
        DateTime? next = at + 1 < states.Count ? states[at + 1].From : null;
        var isIn = at >= 0 && (states[at].To is null || row.Effective < states[at].To);
        if (isIn && Tracked(states[at].Values) == Tracked(row.Values))
        {
            return false;
        }

        if (isIn && states[at].From == row.Effective)
        {
            TakeOwn(states[at], row);
            return true;
        }

        states.Insert(at + 1, new State
        {
            From = row.Effective,
            To = isIn ? states[at].To : next,
            Values = [.. row.Values],
            Beside = new object?[row.Values.Length],
        });
        if (isIn)
        {
            states[at].To = row.Effective;
        }

        return true;
    }

    private bool End(State newest, DateTime moment)
    {
        var isEnded = rules.Deletes == ScdDeletes.Close && newest.To is null && newest.From < moment;
        var isFlagged = rules.Deletes == ScdDeletes.Flag && newest.To is null && !newest.IsDeleted;
        newest.To = isEnded ? moment : newest.To;
        newest.IsDeleted |= isFlagged;
        return isEnded || isFlagged;
    }

    private void TakeOwn(State state, Row row)
    {
        for (var i = 0; i < rules.Columns.Count; i++)
        {
            state.Values[i] = rules.Columns[i].Change is ScdChange.Track or ScdChange.Ignore
                ? row.Values[i] : state.Values[i];
        }
    }

    private string Tracked(object?[] values) => Text(values, column => column.Change == ScdChange.Track);

    private string Shared(State state) =>
        Text(state.Values, column => column.Change is not (ScdChange.Track or ScdChange.Ignore))
        + Text(state.Beside, _ => true);

    private string Text(object?[] values, Func<ScdColumn, bool> isWanted) => string.Join('|',
        values.Where((_, i) => isWanted(rules.Columns[i])).Select(value => value ?? "NULL"));

    private static Version Shown(int key, State state, int place) =>
        new([key], state.From, state.To, state.Values, state.Beside)
        {
            Number = place + 1,
            IsDeleted = state.IsDeleted,
        };

    private static State Snapshot(State state) => new()
    {
        From = state.From,
        To = state.To,
        Values = [.. state.Values],
        Beside = [.. state.Beside],
        IsDeleted = state.IsDeleted,
    };

    private sealed class State
    {
        public DateTime From { get; set; }

        public DateTime? To { get; set; }

        public required object?[] Values { get; init; }

        public required object?[] Beside { get; init; }

        public bool IsDeleted { get; set; }
    }
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>A delivered row: its key, from when on it holds, and its values by column; null = NULL.</summary>
internal sealed record ScdRow(int Key, DateTime At, IReadOnlyDictionary<string, string?> Values);

/// <summary>One version of a key.</summary>
internal sealed class ScdVersion
{
    public required DateTime From { get; init; }

    /// <summary>null = it has no end yet.</summary>
    public DateTime? To { get; set; }

    public required Dictionary<string, string?> Values { get; set; }

    public bool IsDeleted { get; set; }

    public bool Covers(DateTime at) => From <= at && (To is null || at < To);
}

/// <summary>What became of the rows of a delivery.</summary>
internal readonly record struct ScdCounts(int Inserted, int Updated, int Unchanged, int Duplicate, int Closed);

/// <summary>
/// What kind scd means, row by row: the obvious way, to hold others against. It knows nothing of SQL, and nothing of
/// the order in which the keys come.
/// </summary>
/// <param name="columns">How each column changes; the key is not among them.</param>
/// <param name="deletes">What becomes of keys that are not delivered, at first.</param>
internal sealed class ScdModel(IReadOnlyList<ColumnDefinition> columns, DeletedRows deletes)
{
    private readonly string[] _tracked = Names(columns, ColumnChange.Track);
    private readonly string[] _own = [.. Names(columns, ColumnChange.Track), .. Names(columns, ColumnChange.Ignore)];

    /// <summary>What becomes of keys that are not delivered, from the next delivery on.</summary>
    public DeletedRows Deletes { get; set; } = deletes;

    /// <summary>The versions of each key, oldest first.</summary>
    public SortedDictionary<int, List<ScdVersion>> Keys { get; } = [];

    /// <summary>Takes a delivery.</summary>
    /// <param name="rows">Its rows as they were read.</param>
    /// <param name="rejected">How many others were rejected.</param>
    /// <param name="moment">The moment of the run.</param>
    public ScdCounts Deliver(IReadOnlyList<ScdRow> rows, int rejected, DateTime moment)
    {
        ScdRow[] last = [.. rows.GroupBy(row => (row.Key, row.At)).Select(same => same.Last())];
        var (inserted, updated) = (0, 0);
        foreach (var delivered in last.GroupBy(row => row.Key))
        {
            var (isNew, changed) = Deliver(delivered.Key, [.. delivered.OrderBy(row => row.At)], moment);
            inserted += isNew ? 1 : 0;
            updated += changed;
        }

        var closed = rows.Count == 0 || rejected > 0 ? 0 : Close([.. last.Select(row => row.Key)], moment);
        return new ScdCounts(
            inserted, updated, last.Length - inserted - updated, rows.Count - last.Length, closed);
    }

    private (bool IsNew, int Updated) Deliver(int key, ScdRow[] rows, DateTime moment)
    {
        var isNew = !Keys.TryGetValue(key, out var versions);
        versions ??= Keys[key] = [];
        var before = isNew ? null : versions[^1];
        var changed = rows.Where(row => Apply(versions, row)).ToHashSet();
        changed.UnionWith(Share(versions, before, rows));
        if (Deletes == DeletedRows.Close && versions[^1].To is { } end)
        {
            versions.Add(new ScdVersion
            {
                From = end > moment ? end : moment,
                Values = New(versions, rows[^1]),
            });
            changed.Add(rows[^1]);
        }

        if (Deletes == DeletedRows.Flag && versions[^1] is { To: null, IsDeleted: true })
        {
            versions[^1].IsDeleted = false;
            changed.Add(rows[^1]);
        }

        return (isNew, changed.Count - (isNew ? 1 : 0));
    }

    // One row against the version that it falls into.
    private bool Apply(List<ScdVersion> versions, ScdRow row)
    {
        var place = versions.FindLastIndex(version => version.From <= row.At);
        var next = place + 1 < versions.Count ? versions[place + 1].From : (DateTime?)null;
        if (place < 0 || !versions[place].Covers(row.At))
        {
            versions.Insert(place + 1, new ScdVersion { From = row.At, To = next, Values = New(versions, row) });
            return true;
        }

        var found = versions[place];
        if (_tracked.All(name => found.Values[name] == row.Values[name]))
        {
            return false;
        }

        if (found.From == row.At)
        {
            foreach (var name in _own)
            {
                found.Values[name] = row.Values[name];
            }

            return true;
        }

        versions.Insert(place + 1, new ScdVersion { From = row.At, To = found.To, Values = New(versions, row) });
        found.To = row.At;
        return true;
    }

    // What all versions of the key share, row by row; the rows that changed it, where it is another in the end.
    private List<ScdRow> Share(List<ScdVersion> versions, ScdVersion? before, ScdRow[] rows)
    {
        var counting = Counting(before, rows);
        var state = Shared(before?.Values ?? First(rows[0]));
        var (held, changing) = (Shared(state), new List<ScdRow>());
        foreach (var row in counting)
        {
            var isChanging = false;
            foreach (var column in columns)
            {
                var value = row.Values[column.Name];
                var to = column.Current
                    ?? (column.Change is ColumnChange.Overwrite or ColumnChange.Previous ? column.Target : null);
                if (to is null || state[to] == value)
                {
                    continue;
                }

                isChanging = true;
                if (column.Previous is { } previous)
                {
                    state[previous] = state[to];
                }

                state[to] = value;
            }

            if (isChanging)
            {
                changing.Add(row);
            }
        }

        foreach (var (name, value) in state)
        {
            versions.ForEach(version => version.Values[name] = value);
        }

        return before is null || state.Any(one => held[one.Key] != one.Value) ? changing : [];
    }

    private Dictionary<string, string?> Shared(Dictionary<string, string?> values) => columns.SelectMany(column =>
            (string?[])[_own.Contains(column.Target) ? null : column.Target, column.Previous, column.Current])
        .OfType<string>().ToDictionary(name => name, name => values[name]);

    // What the first row of a key brings: it has no value before.
    private Dictionary<string, string?> First(ScdRow row) => columns.SelectMany(column =>
            new[] { (column.Name, row.Values[column.Name]), (column.Current, row.Values[column.Name]),
                (column.Previous, null) })
        .Where(one => one.Item1 is not null).ToDictionary(one => one.Item1!, one => one.Item2);

    private ScdRow[] Counting(ScdVersion? before, ScdRow[] rows) =>
        Deletes != DeletedRows.Ignore || before is null ? rows : [.. rows.Where(row => row.At >= before.From)];

    private int Close(HashSet<int> delivered, DateTime moment)
    {
        var closed = 0;
        foreach (var newest in Keys.Where(key => !delivered.Contains(key.Key)).Select(key => key.Value[^1]))
        {
            if (Deletes == DeletedRows.Close && newest.To is null && newest.From < moment)
            {
                newest.To = moment;
                closed++;
            }
            else if (Deletes == DeletedRows.Flag && newest is { To: null, IsDeleted: false })
            {
                newest.IsDeleted = true;
                closed++;
            }
        }

        return closed;
    }

    private Dictionary<string, string?> New(List<ScdVersion> versions, ScdRow row)
    {
        var values = versions.Count == 0 ? [] : new Dictionary<string, string?>(versions[0].Values);
        foreach (var name in _own)
        {
            values[name] = row.Values[name];
        }

        return values;
    }

    private static string[] Names(IReadOnlyList<ColumnDefinition> columns, ColumnChange change) =>
        [.. columns.Where(column => column.Change == change).Select(column => column.Target)];
}

using System.Runtime.InteropServices;

namespace Orchestrator.Compare.Parts;

/// <summary>
/// Finds which rows of two sides differ, part by part. Parts whose rows add up to the same are equal and not looked at;
/// one that no memory shall hold is parted again.
/// </summary>
/// <param name="folder">A folder for files, which is there.</param>
/// <param name="found">Told each row that differs.</param>
/// <param name="cancellation">Stops it.</param>
/// <param name="entriesMax">Rows of a part that are held at once.</param>
internal sealed class PartComparison(
    string folder, Action<RowDifference> found, CancellationToken cancellation,
    int entriesMax = PartComparison.EntriesMax)
{
    private const int EntriesMax = 200_000;

    /// <summary>Rows that both sides have just so.</summary>
    public long Equal { get; private set; }

    /// <summary>Compares all parts.</summary>
    public void Run(RowParts left, RowParts right, int depth = 0)
    {
        foreach (var (one, other) in left.All.Zip(right.All))
        {
            cancellation.ThrowIfCancellationRequested();
            if (one.Rows == other.Rows && one.Sum == other.Sum)
            {
                Equal += one.Rows;
            }
            else if (Math.Max(one.Rows, other.Rows) <= entriesMax)
            {
                Compare(one, other);
            }
            else if (depth < RowParts.DepthMax)
            {
                PartAgain(one, other, depth + 1);
            }
            else
            {
                Count(one, other);
            }
        }
    }

    private void PartAgain(RowPart one, RowPart other, int depth)
    {
        using var left = new RowParts(folder, depth);
        using var right = new RowParts(folder, depth);
        left.Add(one);
        right.Add(other);
        Run(left, right, depth);
    }

    private void Compare(RowPart one, RowPart other)
    {
        var (left, right) = (Sorted(one), Sorted(other));
        var differences = new List<(RowDifference Row, int Left, int Right)>();
        for (var (l, r) = (0, 0); l < left.Length || r < right.Length;)
        {
            var key = r == right.Length || (l < left.Length && left[l].Key < right[r].Key) ? left[l].Key : right[r].Key;
            var (lefts, rights) = (Behind(left, l, key), Behind(right, r, key));
            OfKey(left.AsSpan(l, lefts - l), right.AsSpan(r, rights - r), differences);
            (l, r) = (lefts, rights);
        }

        Tell(differences, one, other);
    }

    private static RowEntry[] Sorted(RowPart part)
    {
        var entries = new RowEntry[part.Rows];
        foreach (var entry in part.Entries())
        {
            entries[entry.Place] = entry;
        }

        Array.Sort(entries);
        return entries;
    }

    // The first place behind those of a key.
    private static int Behind(RowEntry[] entries, int from, ulong key)
    {
        while (from < entries.Length && entries[from].Key == key)
        {
            from++;
        }

        return from;
    }

    // Rows that are the same on both sides go first; of the rest one of each side belong together.
    private void OfKey(
        ReadOnlySpan<RowEntry> left, ReadOnlySpan<RowEntry> right,
        List<(RowDifference Row, int Left, int Right)> differences)
    {
        if (left is [var one] && right is [var other])
        {
            if (one.Row == other.Row)
            {
                Equal++;
            }
            else
            {
                differences.Add((new RowDifference(one.Key, one.Row, other.Row, false), one.Place, other.Place));
            }

            return;
        }

        var (lefts, rights) = (new List<RowEntry>(), new List<RowEntry>());
        for (var (l, r) = (0, 0); l < left.Length || r < right.Length;)
        {
            var order = l == left.Length ? 1 : r == right.Length ? -1 : left[l].Row.CompareTo(right[r].Row);
            if (order == 0)
            {
                Equal++;
                (l, r) = (l + 1, r + 1);
            }
            else if (order < 0)
            {
                lefts.Add(left[l++]);
            }
            else
            {
                rights.Add(right[r++]);
            }
        }

        var isRepeated = left.Length > 1 || right.Length > 1;
        for (var at = 0; at < Math.Max(lefts.Count, rights.Count); at++)
        {
            RowEntry? a = at < lefts.Count ? lefts[at] : null;
            RowEntry? b = at < rights.Count ? rights[at] : null;
            differences.Add((
                new RowDifference((a ?? b)!.Value.Key, a?.Row, b?.Row, isRepeated), a?.Place ?? -1, b?.Place ?? -1));
        }
    }

    private void Tell(List<(RowDifference Row, int Left, int Right)> differences, RowPart one, RowPart other)
    {
        var lefts = Records(one, differences.Select(each => each.Left));
        var rights = Records(other, differences.Select(each => each.Right));
        foreach (var (row, left, right) in differences)
        {
            found(row with
            {
                LeftRecord = lefts.GetValueOrDefault(left, []),
                RightRecord = rights.GetValueOrDefault(right, []),
            });
        }
    }

    private static Dictionary<int, byte[]> Records(RowPart part, IEnumerable<int> places)
    {
        var wanted = places.Where(place => place >= 0).Order().ToArray();
        var records = new Dictionary<int, byte[]>(wanted.Length);
        var (place, next) = (0, 0);
        foreach (var record in wanted.Length == 0 ? [] : part.Records())
        {
            if (place++ == wanted[next])
            {
                records[wanted[next++]] = record.ToArray();
                if (next == wanted.Length)
                {
                    break;
                }
            }
        }

        return records;
    }

    // So deep all rows of a part are a few that stand there again and again.
    private void Count(RowPart one, RowPart other)
    {
        var counts = new Dictionary<(ulong Key, ulong Row), long>();
        foreach (var entry in one.Entries())
        {
            CollectionsMarshal.GetValueRefOrAddDefault(counts, (entry.Key, entry.Row), out _)++;
        }

        foreach (var entry in other.Entries())
        {
            ref var count = ref CollectionsMarshal.GetValueRefOrAddDefault(counts, (entry.Key, entry.Row), out _);
            Equal += count > 0 ? 1 : 0;
            count--;
        }

        foreach (var ((key, row), count) in counts)
        {
            for (var more = count; more != 0; more -= Math.Sign(count))
            {
                cancellation.ThrowIfCancellationRequested();
                found(new RowDifference(key, count > 0 ? row : null, count < 0 ? row : null, IsRepeated: true));
            }
        }
    }
}

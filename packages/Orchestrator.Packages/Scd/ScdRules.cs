namespace Orchestrator.Packages.Scd;

/// <summary>A delivered row.</summary>
/// <param name="Key">The values of its key columns.</param>
/// <param name="Effective">From when it holds.</param>
/// <param name="Number">Its place in the delivery: of two for one moment the later one counts.</param>
/// <param name="Values">Its values, one for each column of the rules.</param>
public sealed record ScdRow(object?[] Key, DateTime Effective, long Number, object?[] Values);

/// <summary>One state of a key.</summary>
/// <param name="Key">The values of its key columns.</param>
/// <param name="From">Its beginning.</param>
/// <param name="To">Its end, which is not part of it; null = open.</param>
/// <param name="Values">Its values, one for each column of the rules.</param>
/// <param name="Beside">
/// For each column the value before (change: previous) or the newest one (current); null for the others.
/// </param>
public sealed record ScdVersion(object?[] Key, DateTime From, DateTime? To, object?[] Values, object?[] Beside)
{
    /// <summary>Its place in the history of the key, from 1.</summary>
    public long Number { get; init; }

    /// <summary>Whether the source has the key no more.</summary>
    public bool IsDeleted { get; init; }

    /// <summary>Whether the target does not have it yet.</summary>
    public bool IsNew { get; init; }
}

/// <summary>What another value in a column means.</summary>
public enum ScdChange
{
    /// <summary>A new version.</summary>
    Track,

    /// <summary>It is written over in all versions of the key.</summary>
    Overwrite,

    /// <summary>The first value stays.</summary>
    Fixed,

    /// <summary>As overwrite; the value before is kept beside it.</summary>
    Previous,

    /// <summary>Nothing; new versions take it as it is.</summary>
    Ignore,
}

/// <summary>What becomes of keys that the source has no more.</summary>
public enum ScdDeletes
{
    /// <summary>Nothing.</summary>
    Ignore,

    /// <summary>Their newest version ends.</summary>
    Close,

    /// <summary>Their newest version is flagged.</summary>
    Flag,
}

/// <summary>A column.</summary>
/// <param name="Change">What another value means.</param>
/// <param name="HasCurrent">Of a tracked one: whether all versions show the newest value beside theirs.</param>
public sealed record ScdColumn(ScdChange Change, bool HasCurrent = false);

/// <summary>What changes mean.</summary>
/// <param name="Columns">The columns but those of the key.</param>
/// <param name="Moment">The moment of the run.</param>
/// <param name="Deletes">What becomes of keys that are not delivered.</param>
public sealed record ScdRules(IReadOnlyList<ScdColumn> Columns, DateTime Moment, ScdDeletes Deletes = ScdDeletes.Ignore)
{
    /// <summary>Asked once all rows have come: whether none is missing among them. Else no key is taken as deleted.
    /// </summary>
    public Func<bool> IsWhole { get; init; } = () => true;

    /// <summary>The order of single values of a key, by which they are also equal; ordinal for text.</summary>
    public IComparer<object?> OfValues { get; init; } = Comparer<object?>.Create((one, other) =>
        one is string text && other is string more ? string.CompareOrdinal(text, more)
            : one is byte[] bytes && other is byte[] others ? bytes.AsSpan().SequenceCompareTo(others)
            : Comparer<object?>.Default.Compare(one, other));

    /// <summary>The order of keys.</summary>
    public IComparer<object?[]> OfKeys => Comparer<object?[]>.Create((one, other) =>
        one.Zip(other, OfValues.Compare).FirstOrDefault(by => by != 0));

    /// <summary>The order of rows: by key, then by when they hold.</summary>
    public IComparer<ScdRow> OfRows => Comparer<ScdRow>.Create((one, other) =>
        OfKeys.Compare(one.Key, other.Key) is var by and not 0 ? by
            : (one.Effective, one.Number).CompareTo((other.Effective, other.Number)));

    /// <summary>The order of versions: by key, then from the first on.</summary>
    public IComparer<ScdVersion> OfVersions => Comparer<ScdVersion>.Create((one, other) =>
        OfKeys.Compare(one.Key, other.Key) is var by and not 0 ? by : one.From.CompareTo(other.From));
}

/// <summary>What became of delivered rows.</summary>
/// <param name="Inserted">First rows of new keys.</param>
/// <param name="Updated">Rows that made or corrected a version, or changed what all versions of their key have.</param>
/// <param name="Unchanged">Rows that changed nothing.</param>
/// <param name="Duplicate">Rows that another one of their key and moment stood for.</param>
/// <param name="Closed">Keys that were closed or flagged; no rows.</param>
public readonly record struct ScdCounts(long Inserted, long Updated, long Unchanged, long Duplicate, long Closed)
{
    /// <summary>Both together.</summary>
    public static ScdCounts operator +(ScdCounts one, ScdCounts other) => new(
        one.Inserted + other.Inserted, one.Updated + other.Updated, one.Unchanged + other.Unchanged,
        one.Duplicate + other.Duplicate, one.Closed + other.Closed);
}

/// <summary>What a delivery did to one key.</summary>
/// <param name="Changes">Its versions that are new or have changed.</param>
/// <param name="Counts">What became of its rows.</param>
public sealed record ScdOutcome(IReadOnlyList<ScdVersion> Changes, ScdCounts Counts);

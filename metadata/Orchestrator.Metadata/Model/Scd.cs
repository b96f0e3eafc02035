namespace Orchestrator.Metadata.Model;

/// <summary>What a changed value of a column does to the versions of its key.</summary>
public enum ColumnChange
{
    /// <summary>A new version begins (type 2).</summary>
    Track,

    /// <summary>It is written over in all versions (type 1).</summary>
    Overwrite,

    /// <summary>The first value stays (type 0).</summary>
    Fixed,

    /// <summary>It is written over in all versions, and the value before is kept beside it (type 3).</summary>
    Previous,

    /// <summary>Nothing: a new version has the value that came with it.</summary>
    Ignore,
}

/// <summary>What becomes of keys that a delivery does not hold.</summary>
public enum DeletedRows { Ignore, Close, Flag }

/// <summary>What makes the versions: statements in the target's database, or a worker of the dataflow.</summary>
public enum ScdEngine { Set, Dataflow }

/// <summary>Kind scd: how the versions of a key are kept.</summary>
public sealed record ScdOptions : KindOptions
{
    /// <summary>What versions without an end hold, where nothing is written.</summary>
    public const string OpenEndDefault = "9999-12-31";

    /// <summary>The column that says from when on a row holds; null = the moment of the run.</summary>
    public string? EffectiveFrom { get; init; }

    /// <summary>The end of a version that has none yet; null = NULL.</summary>
    public string? OpenEnd { get; init; } = OpenEndDefault;

    /// <summary>What becomes of keys that are not in the delivery.</summary>
    public DeletedRows Deletes { get; init; }

    /// <summary>The column of the target that numbers the versions of all keys; null = none.</summary>
    public string? SurrogateKey { get; init; }

    /// <summary>What makes the versions; the target is the same with each.</summary>
    public ScdEngine Engine { get; init; }
}

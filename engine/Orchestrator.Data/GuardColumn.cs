using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>What happens to a value that its column cannot hold.</summary>
public enum GuardPolicy
{
    /// <summary>The load fails.</summary>
    Fail,

    /// <summary>The row goes into the error table.</summary>
    Redirect,

    /// <summary>The value is cut to what the column holds, and the row counted as truncated.</summary>
    Truncate,
}

/// <summary>A target column as the guard sees it.</summary>
public sealed record GuardColumn
{
    /// <summary>Name in the target.</summary>
    public required string Name { get; init; }

    /// <summary>Which source column it comes from, from 0.</summary>
    public required int Source { get; init; }

    /// <summary>Type in the target.</summary>
    public required SqlType Type { get; init; }

    /// <summary>What the platform's column holds beyond or short of its type.</summary>
    public ColumnLimits Limits { get; init; } = ColumnLimits.OfType;

    /// <summary>Whether it takes NULL.</summary>
    public bool Nullable { get; init; } = true;

    /// <summary>Place in the key, from 1; 0 = not in it.</summary>
    public int Key { get; init; }

    /// <summary>Whether the engine fills it behind the guard, so that the source gives nothing for it.</summary>
    public bool IsFilled { get; init; }

    /// <summary>Whether its values may be seen only in the error table.</summary>
    public bool Sensitive { get; init; }

    /// <summary>Longer than the column. Truncate never splits a character.</summary>
    public GuardPolicy OnTruncation { get; init; }

    /// <summary>
    /// More digits than the column's scale, or an offset that it does not keep. Truncate cuts them off, it does not
    /// round.
    /// </summary>
    public GuardPolicy OnScaleLoss { get; init; }

    /// <summary>
    /// Not text in its encoding, or with a character that the column cannot hold. Truncate puts U+FFFD in place of what
    /// is wrong, a question mark where the column's code page has no U+FFFD.
    /// </summary>
    public GuardPolicy OnEncodingLoss { get; init; }

    /// <summary>Out of range, or no value of the type: fail or redirect.</summary>
    public GuardPolicy OnRangeLoss { get; init; }

    /// <summary>NULL where none is taken: fail or redirect.</summary>
    public GuardPolicy OnNull { get; init; }
}

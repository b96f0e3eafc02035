namespace Orchestrator.Packages;

/// <summary>
/// Where the watermark of a package stands when an attempt begins; of one that loads each file once, what its earlier
/// attempts have left.
/// </summary>
/// <param name="Value">The value up to which it has been loaded; null = nothing was, or everything shall be.</param>
/// <param name="Unfinished">
/// Audit ids of attempts since the last success: their rows may be in the target, and do not count.
/// </param>
public sealed record WatermarkStart(string? Value, IReadOnlyList<long> Unfinished)
{
    /// <summary>
    /// What the ledger calls the watermark that was moved last, where the metadata call it otherwise; else empty.
    /// </summary>
    public string OtherName { get; init; } = "";

    /// <summary>Whether the ledger has ever had a value for it, be it taken back to the beginning since.</summary>
    public bool HasStood { get; init; }

    /// <summary>
    /// Whether the rows of the target were taken over from another ledger, or from before this one was put back, since
    /// the watermark was moved last: it does not tell what of the source is in them.
    /// </summary>
    public bool IsAdopted { get; init; }

    /// <summary>Whether everything is loaded anew, from the beginning.</summary>
    public bool IsFullRefresh { get; init; }

    /// <summary>Those of <see cref="Unfinished"/> that were to load everything anew.</summary>
    public IReadOnlyList<long> Refreshes { get; init; } = [];

    /// <summary>Whether rows are taken out of the target before others are added.</summary>
    public bool TakesRowsBack => IsFullRefresh || Unfinished.Count > 0;
}

/// <summary>
/// How far an attempt that succeeded has moved a watermark; null = to the beginning, because a full refresh has found
/// nothing.
/// </summary>
public sealed record WatermarkMoved(string Watermark, string DataType, string? Value);

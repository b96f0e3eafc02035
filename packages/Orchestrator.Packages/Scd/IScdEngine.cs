namespace Orchestrator.Packages.Scd;

/// <summary>
/// A way of bringing the rows of a load table into the versions of their keys. Every way ends with the same target.
/// </summary>
internal interface IScdEngine
{
    /// <summary>Does it within the open transaction.</summary>
    /// <returns>What became of the rows, and how many versions were added.</returns>
    (ScdCounts Counts, long Added) Run(ScdDelivery delivery);
}

/// <summary>A delivery in its load table.</summary>
/// <param name="MayDelete">Whether keys that are not in it are taken as deleted.</param>
/// <param name="IsFirst">Whether the target holds nothing.</param>
/// <param name="LacksIndex">Whether the target was made and has no index yet.</param>
internal sealed record ScdDelivery(long Rows, bool MayDelete, bool IsFirst, bool LacksIndex);

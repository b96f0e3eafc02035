using Orchestrator.Ledger;

namespace Orchestrator.Runner.Doctor.Looking;

/// <summary>Holds markers of targets against their ledger: which of the two was put back by an older copy.</summary>
/// <param name="reader">The ledger.</param>
/// <param name="environment">The environment of the packages.</param>
/// <param name="lastAttempt">The last number of an attempt that it has given.</param>
internal sealed class MarkerWords(LedgerReader reader, string environment, long lastAttempt)
{
    private readonly Dictionary<string, long> adopted =
        reader.Adoptions(environment).ToDictionary(one => one.Node, one => one.LastAttempt);

    /// <summary>
    /// Whether the ledger does not have its attempt. What was purged is none that a package has loaded last, so that a
    /// number below that tells nothing.
    /// </summary>
    public bool IsUnknown(MarkerState marker) => !IsTakenOver(marker)
        && !reader.Knows(marker.Run, marker.Attempt, marker.Token, _ => false)
        && (marker.Attempt > lastAttempt
            || (marker.Nodes.Count > 0 && marker.Nodes.All(node => LastLoad(node) < marker.Attempt)));

    /// <summary>The attempt that has loaded its table since, where a package relies on what it holds; else 0.</summary>
    public long LoadedSince(MarkerState marker) => marker.Relying.Count == 0 || IsUnknown(marker) ? 0
        : marker.Nodes.Select(LastLoad).Where(last => last > marker.Attempt).DefaultIfEmpty().Max();

    private bool IsTakenOver(MarkerState marker) => marker.Nodes.Count > 0
        && marker.Nodes.All(node => adopted.GetValueOrDefault(node) >= marker.Attempt);

    private long LastLoad(string node) => reader.LastLoad(environment, node);
}

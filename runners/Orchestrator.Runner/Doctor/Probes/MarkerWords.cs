using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>Holds markers of targets against their ledger: which of the two was put back by an older copy.</summary>
/// <param name="reader">The ledger.</param>
/// <param name="solution">The solution.</param>
/// <param name="lastAttempt">The last number of an attempt that it has given.</param>
internal sealed class MarkerWords(LedgerReader reader, Solution solution, long lastAttempt)
{
    private readonly Dictionary<string, long> _adopted =
        reader.Adoptions(solution.Environment).ToDictionary(one => one.Node, one => one.LastAttempt);

    private readonly LastLoads _loads = new(reader, solution.Environment);

    /// <summary>
    /// Whether the ledger does not have its attempt. What was purged is none that a package has loaded last, so that a
    /// number below that tells nothing.
    /// </summary>
    public bool IsUnknown(MarkerState marker) => !IsTakenOver(marker)
        && !reader.Knows(marker.Run, marker.Attempt, marker.Token, _ => false)
        && (marker.Attempt > lastAttempt
            || (marker.Nodes.Count > 0 && marker.Nodes.All(node => LastLoad(node) < marker.Attempt)));

    /// <summary>The attempt that has loaded its table since, where a package relies on what it holds; else 0.</summary>
    public long LoadedSince(MarkerState marker) => marker.Relying.Count == 0
        || (marker.IsOfRun && IsUnknown(marker)) ? 0
        : marker.Nodes.Select(node => _loads.Behind(marker.Attempt, node, Named(node))).DefaultIfEmpty().Max();

    private bool IsTakenOver(MarkerState marker) => marker.Nodes.Count > 0
        && marker.Nodes.All(node => _adopted.GetValueOrDefault(node) >= marker.Attempt);

    private long LastLoad(string node) => reader.LastLoad(solution.Environment, node);

    private ObjectDefinition Named(string node) => solution.Projects.SelectMany(project => project.Objects)
        .First(each => each.FullName == node);
}

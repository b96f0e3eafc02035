using Orchestrator.Data;

namespace Orchestrator.Packages.Rights;

/// <summary>A right, and who needs it.</summary>
/// <param name="Packages">The packages that need it.</param>
public sealed record NeededRight(Right Right, IReadOnlyList<string> Packages);

/// <summary>The rights that the objects of a solution need on one connection.</summary>
/// <param name="ToRead">To read and to check.</param>
/// <param name="ToLoad">To load, beside those.</param>
/// <param name="Unseen">Objects and hooks with SQL of their own, whose rights nobody can tell from the text.</param>
public sealed record NeededRights(
    IReadOnlyList<NeededRight> ToRead, IReadOnlyList<NeededRight> ToLoad, IReadOnlyList<string> Unseen)
{
    /// <summary>
    /// Tables that a load writes in bulk without firing triggers, which takes the right to change those that have some:
    /// the catalog does not know of triggers.
    /// </summary>
    public IReadOnlyList<TableName> IfTriggers { get; init; } = [];

    /// <summary>Whether all that is needed is to change how durable the database is.</summary>
    public bool OnlySetDurability => All.Any() && All.All(each => each.Right.Kind == RightKind.SetDurability);

    public IEnumerable<NeededRight> All => ToRead.Concat(ToLoad);
}

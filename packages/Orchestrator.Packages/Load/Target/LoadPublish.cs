using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Target;

/// <summary>How a load publishes its rows, and why so.</summary>
/// <param name="Swap">Transaction, Shadow or InPlace; never Auto.</param>
/// <param name="UsesLoadTable">Whether the rows go into a table of their own first.</param>
/// <param name="Reason">Why, for the record.</param>
internal sealed record LoadPublish(Swap Swap, bool UsesLoadTable, string Reason);

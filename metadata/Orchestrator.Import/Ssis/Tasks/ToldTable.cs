using Orchestrator.Data;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>A table that scripts or models tell.</summary>
/// <param name="Connection">The connection of packages that leads to its database; empty = whichever does.</param>
/// <param name="Table">The table.</param>
internal sealed record ToldTable(string Connection, CatalogTable Table);

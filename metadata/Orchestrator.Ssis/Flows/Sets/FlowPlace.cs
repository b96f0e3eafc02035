using Orchestrator.Ssis.Expressions.Generation;

namespace Orchestrator.Ssis.Flows.Sets;

/// <summary>A database: connections that lead to the same one are one place.</summary>
/// <param name="Key">What tells it from others.</param>
/// <param name="Connection">The connection that is named for it.</param>
/// <param name="Dialect">What it speaks; null where no platform of ours does.</param>
internal sealed record FlowPlace(string Key, string Connection, SsisSqlDialect? Dialect);

using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Compile;

/// <summary>The table or file that a package of a plan writes.</summary>
/// <param name="Connection">Name of its connection.</param>
/// <param name="Schema">Schema of the table; null = that of the connection.</param>
/// <param name="Name">Name of the table, or of the file; null = it has none of its own.</param>
public sealed record PlanTarget(string Connection, string? Schema, string? Name)
{
    /// <summary>That of a package; null = it writes none.</summary>
    public static PlanTarget? Of(PlanEntry package) =>
        package.Value(TargetKeys.PlanKey(TargetKeys.Connection.Name)) is not { } connection ? null
            : new PlanTarget(connection, package.Value(TargetKeys.PlanKey(TargetKeys.Schema.Name)),
                package.Value(TargetKeys.PlanKey(TargetKeys.Name.Name)));
}

using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>What a flow is translated with: the connections and names that stand around its package.</summary>
public sealed record FlowContext
{
    /// <summary>All connections that the package may use: its own, then those of its project.</summary>
    public IReadOnlyList<SsisConnection> Connections { get; init; } = [];

    public IReadOnlyList<SsisParameter> ProjectParameters { get; init; } = [];

    /// <summary>The dialect of a connection, where it is another than its provider says: after a move of servers.
    /// </summary>
    public IReadOnlyDictionary<string, SsisSqlDialect> Dialects { get; init; } =
        new Dictionary<string, SsisSqlDialect>();

    /// <summary>A connection to a database in which rows are landed that go to no database; null = there is none.
    /// </summary>
    public string? Staging { get; init; }

    /// <summary>What stands before the names of loads and landed tables, so that they are unique beyond their flow.
    /// </summary>
    public string Prefix { get; init; } = "";

    /// <summary>Takes a name for a table that rows are landed in; false = those of another flow stand in it.</summary>
    public Func<string, bool> TakesLanding { get; init; } = _ => true;

    /// <summary>Our name of a variable or parameter, by its full name (`User::Cutoff`); null = there is none.</summary>
    public Func<string, string?> Variable { get; init; } = OwnName;

    /// <summary>A variable as a text of metadata, by its full name: `${var:Cutoff}`, also with more around it; null =
    /// there is none.</summary>
    public Func<string, string?> Text { get; init; } = fullName => $"${{var:{OwnName(fullName)}}}";

    /// <summary>Whether a table is known to have no two rows with the same values in those columns.</summary>
    public Func<FlowTable, IReadOnlyList<string>, bool> IsUnique { get; init; } = (_, _) => false;

    /// <summary>The context of a package that stands alone.</summary>
    public static FlowContext Of(SsisPackage package) => new() { Connections = package.Connections };

    /// <summary>The same with what its project declares.</summary>
    public static FlowContext Of(SsisPackage package, SsisProject project) => new()
    {
        Connections = [.. package.Connections, .. project.Connections],
        ProjectParameters = project.Parameters,
    };

    // Facts of the run have names of their own; what else the system gives has none.
    private static string? OwnName(string fullName) => fullName switch
    {
        "System::StartTime" or "System::ContainerStartTime" => "orchestrator_run_began",
        "System::MachineName" => "orchestrator_run_machine",
        "System::UserName" => "orchestrator_run_user",
        "System::ExecutionInstanceGUID" => "orchestrator_run_id",
        _ when fullName.StartsWith("System::", StringComparison.Ordinal) => null,
        _ => fullName[(fullName.LastIndexOf(':') + 1)..],
    };
}

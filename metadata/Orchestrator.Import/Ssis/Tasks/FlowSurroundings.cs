using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>What a data flow finds around it: connections, names of ours, and where rows are landed.</summary>
internal static class FlowSurroundings
{
    /// <summary>Those of a flow.</summary>
    /// <param name="context">The package.</param>
    /// <param name="flow">The flow.</param>
    /// <param name="read">What reads variables for it.</param>
    /// <param name="prefix">What stands before the names of its landed tables.</param>
    public static FlowContext Of(TaskContext context, SsisExecutable flow, Readings read, string prefix) => new()
    {
        Connections = context.Connected,
        Dialects = new Dictionary<string, SsisSqlDialect>(
            ConnectionExpressions.Dialects(context.Connected, context.Values, flow.Path), StringComparer.Ordinal)
        {
            [TaskContext.WorkPlace] = DraftPlatforms.LocalDialect,
        },
        ProjectParameters = context.ProjectParameters,
        Prefix = prefix,
        TakesLanding = context.Solution.Landed.Add,
        IsUnique = context.Keys.AreUnique,
        Staging = TaskContext.WorkPlace,
        Variable = name => Closed(() => read.Sql(name) is ['@', .. var ours] ? ours : null),
        Text = name => Closed(() => read.TextOf(name)),
    };

    // What has no equal is open where it is taken.
    private static string? Closed(Func<string?> read)
    {
        try
        {
            return read();
        }
        catch (OpenException)
        {
            return null;
        }
    }
}

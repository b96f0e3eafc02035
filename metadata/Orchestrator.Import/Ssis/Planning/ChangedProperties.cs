using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Properties that the run would change and that nobody here asks for: what is made without them would do
/// something else, and say nothing.</summary>
internal static class ChangedProperties
{
    private const string Returned = "ExecValueVariable";

    // Of every task: how it ends, and with whom.
    private static readonly string[] OfEnds =
        ["ForceExecutionResult", "ForceExecutionValue", "ForcedExecutionValue", "TransactionOption"];

    // Of a statement: what it is, and what becomes of its rows.
    private static readonly string[] OfStatements =
        ["SqlStatementSourceType", "ResultSetType", "IsStoredProcedure", "IsStoredProc"];

    /// <summary>Refuses a task that has one.</summary>
    /// <exception cref="OpenException">It has.</exception>
    public static void Refuse(TaskContext context, SsisExecutable task)
    {
        if (task.Expressions.FirstOrDefault(each => OfEnds.Contains(each.Property)
            || (task.Sql is not null && OfStatements.Contains(each.Property))
            || IsOfTransform(context, task, each)) is { } late)
        {
            throw new OpenException(SsisOpenCodes.Property,
                $"an expression changes the property {late.Property}", late.Expression, SsisOpenCodes.Minutes);
        }

        // A statement without rows says how many it has changed.
        var isSaid = task.Sql is { } sql && (sql.Result == ResultSetKind.None || sql.Results.Count == 0);
        if (!isSaid && task.Properties.FirstOrDefault(each => each.Name == Returned)?.Value is { Length: > 0 } name
            && context.Values.Find(task.Path, name) is { Readers.Count: > 0 } value)
        {
            throw new OpenException(SsisOpenCodes.Property,
                $"what the task gives back, as a number of rows, is kept in '{value.FullName}', which others read",
                Returned, SsisOpenCodes.Minutes);
        }
    }

    /// <summary>Tells of a container that ends otherwise than as what stands in it.</summary>
    public static void Tell(Step around)
    {
        var (why, text) = around.Executable switch
        {
            { ForcedResult: >= 0 } => (
                "its result is forced, whatever stands in it does: write what waits for it with outcome: Completion",
                "ForceExecutionResult"),
            { Kind: not ExecutableKind.Package, MaximumErrorCount: not 1 and var count } => (
                "what fails in it does not end it there: write what goes on behind a failure with outcome: Completion",
                string.Create(CultureInfo.InvariantCulture, $"MaxErrorCount = {count}")),
            _ => ("", ""),
        };
        if (why.Length > 0 && around.Objects().FirstOrDefault() is { } first)
        {
            first.Open.Add(new OpenEntry(
                around.Path, new OpenReason(SsisOpenCodes.Property, why, text, SsisOpenCodes.Minutes)));
        }
    }

    /// <summary>Whether nothing that happens at an executable is handled.</summary>
    public static bool HandlesNothing(SsisExecutable task) =>
        task.Properties.Any(each => each.Name == "DisableEventHandlers"
            && (each.Value is "1" or "-1" || each.Value.Equals("true", StringComparison.OrdinalIgnoreCase)));

    // `[Pivot].[Name]`: of sources and destinations it is asked for where they are read.
    private static bool IsOfTransform(TaskContext context, SsisExecutable task, PropertyExpression written)
    {
        foreach (var component in task.DataFlow?.Components ?? [])
        {
            var begin = $"[{component.Name}].[";
            if (!written.Property.StartsWith(begin, StringComparison.Ordinal) || component.Inputs.Count == 0
                || component.Outputs.All(each => each.IsError))
            {
                continue;
            }

            var property = written.Property[begin.Length..].TrimEnd(']');
            var said = component.Property(property);
            return !IsAskedFor(component, property)
                && (context.Values.Constant(task.Path, written.Expression, takesGiven: false) is not { } constant
                    || ImportedTypes.Text(constant) != said);
        }

        return false;
    }

    // With a full cache nobody asks for single rows.
    private static bool IsAskedFor(FlowComponent component, string property) => (component.Kind, property) switch
    {
        (ComponentKind.Lookup or ComponentKind.OleDbCommand, "SqlCommand") => true,
        (ComponentKind.Lookup, "SqlCommandParam") => component.Property("CacheType") is null or "0",
        _ => false,
    };
}

using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Names that a task has in statements, and that of the task itself.</summary>
internal static class TaskNames
{
    /// <summary>The variable that holds its name.</summary>
    public const string Variable = "System::TaskName";

    /// <summary>The name of the task at a path.</summary>
    public static string Of(string path) => path[(path.LastIndexOf('\\') + 1)..];

    /// <summary>Those of its variables.</summary>
    /// <param name="context">The package.</param>
    /// <param name="path">Where the task stands.</param>
    /// <param name="sql">What a variable is in a statement, by its full name.</param>
    public static SsisSqlNames Sql(TaskContext context, string path, Func<string, string> sql) => new(
        _ => null, symbol => sql($"{symbol.Space}::{symbol.Name}") is ['@', .. var name] ? name : null)
    {
        Constants = symbol => Fixed(context, path, symbol),
    };

    /// <summary>What the system says of the package itself, and constants; null = it is another one.</summary>
    public static SsisValue? Fixed(TaskContext context, string path, SsisSymbol symbol) =>
        $"{symbol.Space}::{symbol.Name}" == Variable ? new SsisValue(symbol.Type, Of(path))
            : context.Values.Find(path, $"{symbol.Space}::{symbol.Name}") is { Draft: null } value
                && SystemValues.Sql(value) is null ? context.Values.Constant(path, value) : null;
}

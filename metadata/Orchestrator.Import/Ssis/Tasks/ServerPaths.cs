using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Paths of files that a database server opens by itself, in whole, as the package says them.</summary>
/// <param name="context">The package.</param>
/// <param name="task">The task that names them.</param>
/// <param name="read">How it reads variables.</param>
internal sealed class ServerPaths(TaskContext context, SsisExecutable task, Readings read)
{
    private const string OnlyName = "NameAndExtension";

    /// <summary>The path that a connection to a file leads to: as it is, or as SQL where only the run knows it.
    /// </summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public (string Path, bool IsSql) Of(string connection)
    {
        var found = context.Find(connection) ?? throw new OpenException(SsisOpenCodes.Connection,
            $"there is no connection '{connection}'", connection, SsisOpenCodes.Minutes);
        var expression = found.Expressions.FirstOrDefault(TaskPaths.IsPath)?.Expression;
        if (expression is null)
        {
            return found.Path.Trim() is { Length: > 0 } path ? (path, false)
                : throw No("the path is empty", connection);
        }

        return context.Values.Constant(task.Path, expression, takesGiven: false) is { } constant
            ? (ImportedTypes.Text(constant) ?? "", false)
            : (Turned(expression) ?? read.SqlOf(expression), true);
    }

    // A turn knows the name of its file below the folder; the server wants the whole path.
    private string? Turned(string expression)
    {
        if (Named(expression, []).Select(each => context.TurnOf(each, task.Path)).OfType<TurnValue>()
            .FirstOrDefault(each => each.Folder is not null && NameOf(each) != OnlyName) is not { } given)
        {
            return null;
        }

        return SsisExpression.Parse(expression).Result?.Root is SsisVariableNode
            ? given.WholeSql
            : throw No("a loop gives the whole path of a file there, and its name below the folder here", expression);
    }

    // All variables that it is reckoned from, those of variables that have expressions of their own among them.
    private HashSet<ImportedValue> Named(string expression, HashSet<ImportedValue> found)
    {
        var parsed = SsisExpression.Parse(expression);
        if (!parsed.IsWhole)
        {
            return found;
        }

        foreach (var node in parsed.Result.Nodes().OfType<SsisVariableNode>())
        {
            if (context.Values.Find(task.Path, node.Space is { } space ? $"{space}::{node.Name}" : node.Name)
                is { } value && found.Add(value) && value.Expression is { } own)
            {
                Named(own, found);
            }
        }

        return found;
    }

    private string NameOf(TurnValue turn) => ModelWalk.Of(context.Package.Root)
        .First(each => each.Path == turn.Loop).ForEach?.NameRetrieved ?? "";

    private static OpenException No(string why, string text) =>
        new(SsisOpenCodes.BulkInsert, why, text, SsisOpenCodes.Minutes);
}

using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>What is known of an Execute SQL Task before it is one here: its statement, and the database that it works
/// on.</summary>
internal static class SqlTargets
{
    /// <summary>The database that a task works on: that of its connection, or the one that its statement begins with
    /// (`USE`), on the same server.</summary>
    /// <exception cref="OpenException">It is none that is known, or several.</exception>
    public static ConnectionDraft Of(TaskContext context, SsisExecutable task)
    {
        var named = context.Database(task.Sql!.Connection, task.Path);
        if (FixedText(context, task) is not { } text || !StatedDatabase.IsIn(text))
        {
            return named;
        }

        var stated = StatedDatabase.Of(text);
        var why = stated.Database is null || StatedDatabase.IsIn(stated.Text)
            ? "the statement goes to another database on its way: make an object for each database of it"
            : context.Find(task.Sql.Connection) is { RetainsSession: true }
                ? "the statement changes the database of a session that other tasks have, too: say of each of them "
                    + "which database it works on"
                : null;
        return why is null
            ? IsOwn(context, task, stated.Database!) ? named : context.Connections.Beside(named, stated.Database!)
            : throw new OpenException(SsisOpenCodes.Statement, why, text, SsisOpenCodes.Minutes);
    }

    // Where its connection leads there anyway, as far as the package knows.
    private static bool IsOwn(TaskContext context, SsisExecutable task, string database) =>
        context.Find(task.Sql!.Connection) is { } used && ConnectionExpressions.Of(used, context.Values, task.Path)
            .Connection.Database.Equals(database, StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether a task has neither a connection nor a statement, as one that was put there and never filled.
    /// </summary>
    public static bool SaysNothing(TaskContext context, SsisExecutable task) =>
        task.Sql is { Connection: "", Results.Count: 0 } && task.Expressions.All(each => each.Property != "Connection")
        && FixedText(context, task) is { } text && string.IsNullOrWhiteSpace(text);

    /// <summary>The statement of a task, where it is the same in each run; null otherwise, as where somebody gives a
    /// part of it from outside.</summary>
    public static string? FixedText(TaskContext context, SsisExecutable task)
    {
        var expression = Expression(task);
        return expression is not null
            ? context.Values.Constant(task.Path, expression, takesGiven: false) is { } made
                ? ImportedTypes.Text(made) : null
            : task.Sql!.Source switch
            {
                TextSource.Direct => task.Sql.Statement,
                TextSource.Variable when context.Values.Find(task.Path, task.Sql.Statement) is { } value
                    && context.Values.Constant(task.Path, value, takesGiven: false) is { } constant =>
                        ImportedTypes.Text(constant),
                _ => null,
            };
    }

    /// <summary>The expression that makes the statement of a task; null = none does.</summary>
    public static string? Expression(SsisExecutable task) =>
        task.Expressions.FirstOrDefault(each => each.Property == "SqlStatementSource")?.Expression;
}

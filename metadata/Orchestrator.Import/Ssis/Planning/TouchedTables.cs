using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Whether steps may read or write a table, as far as their texts tell: what nobody can tell counts as yes.
/// What only empties tables does not count.</summary>
internal sealed class TouchedTables(TaskContext context)
{
    private static readonly string[] Calls = ["EXEC", "EXECUTE", "CALL"];

    /// <summary>Whether a step may do so.</summary>
    /// <param name="step">The step.</param>
    /// <param name="table">The table's name, without its schema.</param>
    /// <param name="target">The database of the table.</param>
    public bool MayTouch(Step step, string table, ConnectionDraft target) => !step.IsDisabled
        && step.Executable.Kind switch
        {
            ExecutableKind.ExecuteSql => Statement(step, table, target),
            ExecutableKind.DataFlow => IsMadeInRun(step, table) || step.Executable.DataFlow?.Components.Any(each =>
                Component(each, step, table, target)) == true,
            ExecutableKind.BulkInsert => Names(step.Executable.BulkInsert?.Table ?? "", table, isElsewhere: false),
            ExecutableKind.Expression or ExecutableKind.FileSystem or ExecutableKind.SendMail or ExecutableKind.Ftp =>
                false,
            _ => !step.Executable.IsContainer,
        };

    /// <summary>Whether a flow does so otherwise than by the one destination that fills the table.</summary>
    public bool ByItself(Step flow, string table, ConnectionDraft target)
    {
        var touching = (flow.Executable.DataFlow?.Components ?? [])
            .Where(each => Component(each, flow, table, target)).ToArray();
        return IsMadeInRun(flow, table) || touching.Length > 1 || touching.Any(each => !IsDestination(each));
    }

    private bool Statement(Step step, string table, ConnectionDraft target)
    {
        if (step.Executable.Sql is not { } sql || SqlTargets.FixedText(context, step.Executable) is not { } text)
        {
            return true;
        }

        if (EmptiedTables.Of(text) is not null)
        {
            return false;
        }

        // A statement may go into the database of the table on its way.
        var isElsewhere = !StatedDatabase.IsIn(text) && IsElsewhere(sql.Connection, step, target);
        return Names(text, table, isElsewhere) || (!isElsewhere
            && (sql.IsStoredProcedure || IsCall(text)));
    }

    // Nobody sees what a procedure reads and writes.
    private static bool IsCall(string text) => StatementTokens.Of(text).Any(token => Calls.Any(token.Is));

    private bool Component(FlowComponent component, Step flow, string table, ConnectionDraft target)
    {
        var isElsewhere = component.Connections.Count > 0
            && component.Connections.All(each => IsElsewhere(each.Connection, flow, target));
        return (component.Kind == ComponentKind.Script && component.Connections.Count > 0)
            || component.Properties.Any(each => each.Name.EndsWith("Variable", StringComparison.Ordinal)
                ? !isElsewhere && IsOfVariable(flow, each.Value, table)
                : Names(each.Value, table, isElsewhere)
                    || (!isElsewhere && each.Name == "SqlCommand" && IsCall(each.Value)));
    }

    // A property that is evaluated in the run: `[Lookup].[SqlCommand]`.
    private bool IsMadeInRun(Step flow, string table) => flow.Executable.Expressions.Any(each =>
        each.Property.StartsWith('[') && IsUnknown(context.Values.Constant(flow.Path, each.Expression) is { } made
            ? ImportedTypes.Text(made) : null, table));

    private bool IsOfVariable(Step flow, string name, string table) => name.Length > 0
        && IsUnknown(context.Values.Find(flow.Path, name) is { } value
            && context.Values.Constant(flow.Path, value) is { } constant ? ImportedTypes.Text(constant) : null, table);

    private static bool IsUnknown(string? text, string table) =>
        text is null || Names(text, table, isElsewhere: false);

    private static bool IsDestination(FlowComponent component) =>
        component.Inputs.Count > 0 && component.Outputs.All(each => each.IsError);

    // Another database; of what nobody knows it may be the same.
    private bool IsElsewhere(string connection, Step step, ConnectionDraft target)
    {
        if (context.Find(connection) is not
            {
                Kind: ConnectionManagerKind.OleDb or ConnectionManagerKind.AdoNet or ConnectionManagerKind.Odbc,
            })
        {
            return context.Find(connection) is not null;
        }

        try
        {
            return !Database(context.Database(connection, step.Path)).Equals(
                Database(target), StringComparison.OrdinalIgnoreCase);
        }
        catch (OpenException)
        {
            return false;
        }
    }

    // Two connections may lead to one database as two users.
    private static string Database(ConnectionDraft connection)
    {
        var end = connection.Place.IndexOf("User ID=", StringComparison.Ordinal) is var user and >= 0 ? user
            : connection.Place.IndexOf("Integrated Security=", StringComparison.Ordinal);
        return end < 0 ? connection.Place : connection.Place[..end];
    }

    // From another database a table is named with its own.
    private static bool Names(string text, string table, bool isElsewhere)
    {
        var tokens = StatementTokens.Of(text);
        for (var at = 0; at < tokens.Count; at++)
        {
            var isNamed = tokens[at].IsName ? tokens[at].Name.Equals(table, StringComparison.OrdinalIgnoreCase)
                : tokens[at].Kind == SqlTokenKind.Text
                    && tokens[at].Text.Contains(table, StringComparison.OrdinalIgnoreCase);
            if (isNamed && (!isElsewhere || (at > 2 && tokens[at - 1].IsSign('.')
                && (tokens[at - 2].IsSign('.') || tokens[at - 3].IsSign('.')))))
            {
                return true;
            }
        }

        return false;
    }
}

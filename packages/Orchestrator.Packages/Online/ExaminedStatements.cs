using System.Text.RegularExpressions;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Online;

/// <summary>
/// What the database says of the statements and queries that people wrote, without running them. Those of which only
/// the run knows a part are left out; so is what only fails because a table is not there yet.
/// </summary>
internal static partial class ExaminedStatements
{
    private const int StatementsMax = 1000;

    /// <summary>What is wrong with them.</summary>
    /// <param name="database">The database, open.</param>
    /// <param name="connection">Its connection.</param>
    /// <param name="user">Who it is opened as.</param>
    /// <param name="solution">Whose objects they are.</param>
    public static IEnumerable<Diagnostic> In(
        IDatabase database, Connection connection, string user, Solution solution)
    {
        // Of ten thousand turns each has the same statement.
        HashSet<(string Text, Origin At)> seen = [];
        var texts = solution.Projects.SelectMany(project => project.Objects).Where(each => each.Enabled)
            .SelectMany(each => Texts(each, connection).Select(sql => (Object: each, Sql: sql)))
            .Where(each => !each.Sql.Text.Contains("${", StringComparison.Ordinal)
                && seen.Add((each.Sql.Text, each.Sql.At)))
            .Take(StatementsMax);
        foreach (var (definition, sql) in texts)
        {
            var values = Values(definition, solution);
            var known = values.Where(value => value.Value is not null).Select(value => value.Name)
                .ToHashSet(StringComparer.Ordinal);
            var wrong = Parameter().Matches(sql.Text).All(match => known.Contains(match.Value))
                ? Fault(database, sql.Text, values) : null;
            if (wrong is not null)
            {
                yield return Said(definition, sql, wrong, connection, user);
            }
        }
    }

    private static IEnumerable<SqlText> Texts(ObjectDefinition definition, Connection connection)
    {
        SqlText?[] own = definition.Target.Connection == connection.Name
            ? [definition.SqlFrom is null ? definition.Sql : null, definition.Check?.ReturnsNothing] : [];
        return own.Append(definition.Source?.Connection == connection.Name ? definition.Source.Query : null)
            .OfType<SqlText>();
    }

    private static DatabaseFault? Fault(IDatabase database, string sql, (string Name, object? Value)[] values)
    {
        var dialect = database.Platform.Dialect;
        try
        {
            foreach (var statement in dialect.Split(sql).Where(each => dialect.StatementRefusal(each) is null))
            {
                database.Examine(statement, values);
            }

            return null;
        }
        catch (Exception fault) when (fault is DataRefusedException
            || database.Platform.Explain(fault) is { IsConnectionLost: false })
        {
            return database.Platform.Explain(fault) is { OfStatement: not StatementFault.None } said ? said : null;
        }
    }

    private static Diagnostic Said(ObjectDefinition definition, SqlText sql, DatabaseFault fault,
        Connection connection, string user)
    {
        var at = sql.At.Line > 0 ? sql.At : definition.At;
        var place = fault.Line > 0 ? $" (line {fault.Line} of it)" : "";
        return fault.OfStatement == StatementFault.Forbidden
            ? new Diagnostic("ORC3514", Severity.Error, at,
                $"'{user}' may not run the statement of '{definition.FullName}' on '{connection.Name}': {fault.Text}",
                $"grant '{user}' what is named there; `connections grants` does not know what statements and queries "
                + "read")
            : new Diagnostic("ORC3664",
                fault.OfStatement == StatementFault.Unknown ? Severity.Warning : Severity.Error, at,
                $"'{connection.Name}' does not take the statement of '{definition.FullName}'{place}: {fault.Text}",
                fault.Advice);
    }

    // With a value that nobody knows yet the server might tell the types otherwise than when it runs.
    private static (string Name, object? Value)[] Values(ObjectDefinition definition, Solution solution) =>
    [
        .. solution.Variables.Where(one => definition.Instance?.Gives(one.Name) != true)
            .Select(one => ($"@{one.Name}", (object?)one.Value)),
        .. (definition.Instance?.Values ?? []).Select(one => ($"@{one.Variable}", (object?)one.Value)),
    ];

    [GeneratedRegex("@[A-Za-z_][A-Za-z0-9_]*")]
    private static partial Regex Parameter();
}

using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>
/// Whether each `@name` of an object's SQL has a value: a server would refuse one that has none, or take it for
/// something else.
/// </summary>
internal static class ParameterChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution) =>
        Texts(definition).SelectMany(text => Of(text, definition, solution));

    private static IEnumerable<Diagnostic> Of(
        (string Connection, string Sql, Origin At) text, ObjectDefinition definition, Solution solution)
    {
        if (Platforms.Of(solution, text.Connection) is not { Dialect: var dialect })
        {
            yield break;
        }

        string[] known =
        [
            WatermarkDialect.From[1..], WatermarkDialect.To[1..],
            .. solution.Variables.Select(variable => variable.Name),
            .. solution.RunVariables.Select(variable => variable.Name),
            .. definition.DeclaredFacts?.Each.Select(fact => fact.Parameter) ?? [],
            .. FactName.Parameters.Keys,
            .. definition.Given.Select(value => value.Variable),
        ];
        foreach (var name in NamedParameters.In(dialect, text.Sql).Except(known, StringComparer.Ordinal))
        {
            var near = known.FirstOrDefault(one => one.Equals(name, StringComparison.OrdinalIgnoreCase));
            yield return NameChecks.Error("ORC1344", text.At,
                $"'{definition.Name}' names @{name}, and there is no variable of that name.",
                near is not null ? $"Did you mean @{near}?"
                    : "Declare it under `variables:`, or correct the name"
                        + (dialect.HasOperatorsOfAt ? $"; an absolute value is abs({name})." : "."));
        }
    }

    private static IEnumerable<(string Connection, string Sql, Origin At)> Texts(ObjectDefinition definition)
    {
        var target = definition.Target.Connection;
        IEnumerable<(string, SqlText?)> texts =
        [
            (target, definition.Sql), (target, definition.Check?.ReturnsNothing),
            (definition.Source?.Connection ?? "", definition.Source?.Query),
            (definition.Source?.Connection ?? "", definition.Watermark?.ToSql),
            .. definition.Hooks.Select(hook => (hook.Connection, (SqlText?)hook.Sql)),
        ];
        return
        [
            .. texts.Where(text => text.Item2 is not null)
                .Select(text => (text.Item1, text.Item2!.Text, text.Item2.At)),
            .. definition.Source?.Where is { } where
                ? [(definition.Source.Connection, where, definition.At)]
                : Array.Empty<(string, string, Origin)>(),
            .. definition.Columns.Where(column => column.TargetExpression is not null).Select(column => (
                target, column.TargetExpression!.Replace("@@this", "x", StringComparison.Ordinal), column.At)),
        ];
    }
}

using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>What is wrong with a statement, found in the metadata alone.</summary>
internal static class SqlChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        foreach (var diagnostic in NameChecks.Target(definition, solution).Where(d => d.Code == "ORC1305"))
        {
            yield return diagnostic;
        }

        if (Platforms.Of(solution, definition.Target.Connection) is not { Dialect: var dialect } platform)
        {
            yield break;
        }

        if (definition.Procedure is not null)
        {
            foreach (var wrong in Procedures.Check(definition.Procedure, platform))
            {
                yield return wrong;
            }

            yield break;
        }

        if (definition.SqlFrom is not null)
        {
            yield break;
        }

        if (definition.Sql is not { } sql || !dialect.Split(sql.Text).Any())
        {
            yield return NameChecks.Error("ORC1307", definition.Sql?.At ?? definition.At,
                definition.TellsTurns ? $"The query that '{definition.Name}' asks for the turns of its loop has no "
                    + "statement." : $"The object '{definition.Name}' of kind sql has no statement.",
                definition.TellsTurns ? "Write the query whose rows are the turns."
                    : "Give it `sql:` or `script:`.");
            yield break;
        }

        foreach (var statement in dialect.Split(sql.Text))
        {
            if (SqlContract.Refusal(dialect, statement) is { } refusal)
            {
                yield return NameChecks.Error("ORC1313", PlaceOf(sql, statement), refusal, SqlContract.Advice);
            }
        }
    }

    private static Origin PlaceOf(SqlText sql, ScriptStatement statement) =>
        sql.Script is { } script ? new Origin(script, statement.Line, 1) : sql.At;
}

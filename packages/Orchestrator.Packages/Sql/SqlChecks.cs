using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>What is wrong with a statement, found in the metadata alone.</summary>
internal static class SqlChecks
{
    /// <summary>All of it.</summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        foreach (var diagnostic in NameChecks.Target(definition, solution).Where(d => d.Code == "ORC1305"))
        {
            yield return diagnostic;
        }

        if (definition.Sql is not { } sql || !SqliteScript.Split(sql.Text).Any())
        {
            yield return NameChecks.Error("ORC1307", definition.Sql?.At ?? definition.At,
                $"The object '{definition.Name}' of kind sql has no statement.", "Give it `sql:` or `script:`.");
            yield break;
        }

        foreach (var statement in SqliteScript.Split(sql.Text))
        {
            if (SqlContract.RefusedWords.Contains(statement.FirstWord))
            {
                yield return NameChecks.Error("ORC1313", PlaceOf(sql, statement),
                    $"{statement.FirstWord} cannot stand in the statements of a package, which are one transaction.",
                    "Take it out; make an object of its own of what has to be committed first.");
            }
        }
    }

    private static Origin PlaceOf(SqlText sql, SqliteScriptStatement statement) =>
        sql.Script is { } script ? new Origin(script, statement.Line, 1) : sql.At;
}

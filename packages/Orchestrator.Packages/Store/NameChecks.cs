using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>What every kind asks of its target's connection and name.</summary>
internal static class NameChecks
{
    /// <summary>An error.</summary>
    public static Diagnostic Error(string code, Origin at, string message, string hint) =>
        new(code, Severity.Error, at, message, hint);

    /// <summary>Whether the target is a database, and a name that it can hold.</summary>
    public static IEnumerable<Diagnostic> Target(ObjectDefinition definition, Solution solution)
    {
        var target = definition.Target;
        if (solution.Connections.FirstOrDefault(c => c.Name == target.Connection)?.Platform == Platform.Files)
        {
            yield return Error("ORC1305", definition.At,
                $"'{definition.Name}' works on the connection '{target.Connection}', which is a folder of files.",
                "Name a connection to a database.");
            yield break;
        }

        var name = SqliteDialect.TableName(target.Schema, target.Name);
        if (SqliteDialect.TableRefusal(name) is { } why)
        {
            yield return Error("ORC1301", definition.At,
                $"The table '{name}' cannot be in SQLite: {why}.", "Give it another name in `target: {name: …}`.");
        }
    }
}

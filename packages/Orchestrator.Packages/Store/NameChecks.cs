using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>What every kind asks of its target's connection and name.</summary>
internal static class NameChecks
{
    public static Diagnostic Error(string code, Origin at, string message, string hint) =>
        new(code, Severity.Error, at, message, hint);

    /// <summary>Whether the target is a database, and a name that it can hold.</summary>
    public static IEnumerable<Diagnostic> Target(ObjectDefinition definition, Solution solution)
    {
        var target = definition.Target;
        if (solution.Connections.FirstOrDefault(c => c.Name == target.Connection)?.IsFolder == true)
        {
            yield return Error("ORC1305", definition.At,
                $"'{definition.Name}' works on the connection '{target.Connection}', which is a folder of files.",
                "Name a connection to a database.");
            yield break;
        }

        if (Platforms.Of(solution, target.Connection) is not { } platform)
        {
            yield break;
        }

        var name = platform.Dialect.Table(target.Schema, target.Name);
        if (platform.Dialect.TableRefusal(name) is { } why)
        {
            yield return Error("ORC1301", definition.At,
                $"The table '{name}' cannot be in {platform.Name}: {why}.",
                "Give it another name in `target: {name: …}`.");
        }
    }

    /// <summary>Whether a column can have that name on the platform.</summary>
    public static IEnumerable<Diagnostic> Column(IPlatform platform, string name, Origin at, string hint)
    {
        if (platform.Dialect.ColumnRefusal(name) is { } why)
        {
            yield return Error("ORC1301", at, $"The column '{name}' cannot be in {platform.Name}: {why}.", hint);
        }
    }
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>When two names mean one table, as far as the metadata alone can tell.</summary>
internal static class TableNames
{
    /// <summary>
    /// The store as the connection's text names it, placeholders other than {connection} left in. Folded, so that a
    /// plan is the same on every system, whether or not its file names know case.
    /// </summary>
    public static string Store(Connection connection)
    {
        var text = connection.ConnectionString ?? connection.File.Replace('\\', '/')
            .Replace("{connection}", connection.Name, StringComparison.Ordinal);
        return $"{connection.Platform}|{text.ToLowerInvariant()}";
    }

    /// <summary>The table as the platform folds its name. SQLite has no schemas: crm.Customer is crm_Customer.</summary>
    public static string Table(string? schema, string name) =>
        (string.IsNullOrEmpty(schema) ? name : $"{schema}_{name}").ToLowerInvariant();

    /// <summary>Store and table that a package writes, with all placeholders filled in.</summary>
    public static string Written(Connection connection, ObjectDefinition definition) =>
        Store(connection)
            .Replace("{project}", definition.Project.ToLowerInvariant(), StringComparison.Ordinal)
            .Replace("{container}", definition.Container.ToLowerInvariant(), StringComparison.Ordinal)
            .Replace("{object}", definition.Name.ToLowerInvariant(), StringComparison.Ordinal)
        + "|" + Table(definition.Target.Schema, definition.Target.Name);

    /// <summary>
    /// Whether what a reader calls its source may be what a writer of the same store and table name writes: where the
    /// store is split by container, the container decides; where it is split otherwise, `inherit` does, else any may.
    /// </summary>
    public static bool MayBeWrittenBy(string store, ObjectDefinition reader, ObjectDefinition writer)
    {
        var container = reader.Source?.WrittenIn ?? reader.Container;
        var inherited = reader.InheritedFrom;
        return (!store.Contains("{container}", StringComparison.Ordinal)
                || string.Equals(writer.Container, container, StringComparison.OrdinalIgnoreCase))
            && (inherited is null || !(store.Contains("{project}", StringComparison.Ordinal)
                    || store.Contains("{object}", StringComparison.Ordinal))
                || inherited == $"{writer.Project}/{writer.Name}");
    }
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>When two names mean one table, as far as the metadata alone can tell.</summary>
internal static class TableNames
{
    // No name holds it: with a point "a.b"."c" would be "a"."b.c".
    private const char Between = '\n';

    /// <summary>
    /// The store as the connection's text names it, placeholders other than {connection} left in. Folded, so that a
    /// plan is the same on every system, whether or not its file names know case.
    /// </summary>
    public static string Store(Connection connection)
    {
        var text = connection.IsFolder ? connection.Folder ?? connection.Name
            : connection.ConnectionString is { } written ? connection.IsServer ? written : FileIn(written)
            : connection.File.Replace('\\', '/')
                .Replace("{connection}", connection.Name, StringComparison.Ordinal);
        return $"{connection.Platform}|{text.ToLowerInvariant()}";
    }

    /// <summary>
    /// The table as the platform folds it. SQLite has no schemas: crm.Customer is crm_Customer. PostgreSQL keeps
    /// Customer and customer apart, because names are quoted.
    /// </summary>
    public static string Table(Connection connection, string? schema, string name)
    {
        var isBare = string.IsNullOrEmpty(schema);
        var platform = connection.Facts;
        var full = platform.DefaultSchema is { } own ? $"{(isBare ? own : schema)}{Between}{name}"
            : isBare ? name : $"{schema}_{name}";
        return platform.TellsCase ? full : full.ToLowerInvariant();
    }

    /// <summary>Store and table that a package writes, with all placeholders filled in.</summary>
    public static string Written(Connection connection, ObjectDefinition definition) =>
        Store(connection)
            .Replace("{project}", definition.Project.ToLowerInvariant(), StringComparison.Ordinal)
            .Replace("{container}", definition.Container.ToLowerInvariant(), StringComparison.Ordinal)
            .Replace("{object}", definition.Name.ToLowerInvariant(), StringComparison.Ordinal)
        + "|" + Table(connection, definition.Target.Schema, definition.Target.Name);

    /// <summary>
    /// Whether what an object reads is what a writer of the same store and table name writes: always where the store is
    /// one file; where it is split, only in the file of the writer that the source was resolved to.
    /// </summary>
    public static bool IsWrittenBy(string store, ObjectSource source, ObjectDefinition writer) =>
        Agrees(store, "{project}", source.WrittenBy?.Project, writer.Project)
        && Agrees(store, "{container}", source.WrittenBy?.Container, writer.Container)
        && Agrees(store, "{object}", source.WrittenBy?.Object, writer.Name);

    /// <summary>Whether the file of a connection differs by the object that writes it.</summary>
    public static bool IsSplit(Connection connection) =>
        connection.ConnectionString is null && Store(connection) is var store
        && (store.Contains("{project}", StringComparison.Ordinal)
            || store.Contains("{container}", StringComparison.Ordinal)
            || store.Contains("{object}", StringComparison.Ordinal));

    /// <summary>The file that a connection string names, as `file` would; itself where a run will tell.</summary>
    private static string FileIn(string written) =>
        ConnectionText.TryParse(written, out var parts, out _) && parts is [var only]
            ? only.Value.Replace('\\', '/') : written;

    private static bool Agrees(string store, string placeholder, string? read, string written) =>
        !store.Contains(placeholder, StringComparison.Ordinal)
        || string.Equals(read, written, StringComparison.OrdinalIgnoreCase);
}

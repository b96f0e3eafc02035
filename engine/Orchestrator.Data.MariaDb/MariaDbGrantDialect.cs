namespace Orchestrator.Data.MariaDb;

/// <summary>
/// The statements that give a role or user of MariaDB its rights. Work tables lie beside the targets, and no grant
/// names tables that are not there yet: who loads has its rights on the whole database. Text only.
/// </summary>
internal sealed class MariaDbGrantDialect(MariaDbDialect dialect)
{
    // For the engine's own tables, and to see which triggers would change what is written.
    private const string ToLoad = "SELECT, INSERT, UPDATE, DELETE, CREATE, "
        + "CREATE TEMPORARY TABLES, DROP, ALTER, INDEX, TRIGGER";

    /// <summary>The statements.</summary>
    /// <param name="role">The role, or the user as `name@host`.</param>
    /// <param name="database">The database; null = unknown.</param>
    public IEnumerable<string> Grants(string role, string? database, IReadOnlyList<Right> rights)
    {
        var to = Account(role);
        if (rights.Any(right => right.Kind == RightKind.SetDurability))
        {
            // There is none for this setting alone.
            yield return $"GRANT SUPER ON *.* TO {to};";
        }

        if (rights.Any(right => right.Kind is not (RightKind.Select or RightKind.SetDurability)))
        {
            yield return database is null
                ? $"-- GRANT {ToLoad} ON its database.* TO {to}; the name of the database is not at hand"
                : $"GRANT {ToLoad} ON {Pattern(database)}.* TO {to};";
        }

        foreach (var table in rights.Where(right => right.Table.Length > 0)
            .GroupBy(right => new TableName(right.Schema.Length > 0 ? right.Schema : database, right.Table))
            .Where(table => table.All(right => right.Kind == RightKind.Select)))
        {
            yield return $"GRANT SELECT ON {dialect.Quote(table.Key)} TO {to};";
        }

        foreach (var table in rights.Where(right => right.Kind == RightKind.References))
        {
            yield return $"GRANT REFERENCES ON {dialect.Quote(new TableName(database, table.Table))} TO {to};";
        }
    }

    // A user of MariaDB is one of a host; without one it may be a role.
    private static string Account(string role)
    {
        var at = role.LastIndexOf('@');
        return at < 0 ? MariaDbDialect.Literal(role)
            : $"{MariaDbDialect.Literal(role[..at])}@{MariaDbDialect.Literal(role[(at + 1)..])}";
    }

    // Of a database the name is a pattern.
    private string Pattern(string database) => dialect.Quote(database
        .Replace("_", "\\_", StringComparison.Ordinal).Replace("%", "\\%", StringComparison.Ordinal));
}

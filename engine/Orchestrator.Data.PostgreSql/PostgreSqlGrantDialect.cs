namespace Orchestrator.Data.PostgreSql;

/// <summary>The statements that give a role of PostgreSQL its rights. Text only.</summary>
internal sealed class PostgreSqlGrantDialect(PostgreSqlDialect dialect)
{
    /// <summary>The statements in an order in which they can be run, each schema made before it is named.</summary>
    public IEnumerable<string> Grants(string role, string? database, IReadOnlyList<Right> rights)
    {
        var to = dialect.Quote(role);
        if (database is not null)
        {
            yield return $"GRANT CONNECT ON DATABASE {dialect.Quote(database)} TO {to};";
        }

        if (rights.Any(right => right.Kind == RightKind.SetDurability))
        {
            // Settings of a database are its owner's.
            yield return database is null
                ? $"-- ALTER DATABASE … OWNER TO {to}; the name of the database is not at hand"
                : $"ALTER DATABASE {dialect.Quote(database)} OWNER TO {to};";
        }

        foreach (var schema in rights.Where(right => right.Schema.Length > 0 && right.Table.Length == 0)
            .GroupBy(right => right.Schema))
        {
            if (schema.Any(right => right.Kind == RightKind.CreateSchema))
            {
                yield return dialect.CreateSchema(schema.Key) + ";";
            }

            var rest = schema.Where(right => right.Kind != RightKind.CreateSchema);
            yield return $"GRANT {Words(rest)} ON SCHEMA {dialect.Quote(schema.Key)} TO {to};";
        }

        foreach (var table in rights.Where(right => right.Table.Length > 0)
            .GroupBy(right => new TableName(right.Schema, right.Table)))
        {
            // Who owns a table may do everything with it, and nobody else may change its columns.
            yield return table.Any(right => right.Kind is RightKind.Own or RightKind.Alter)
                ? $"ALTER TABLE {dialect.Quote(table.Key)} OWNER TO {to};"
                : $"GRANT {Words(table)} ON {dialect.Quote(table.Key)} TO {to};";
        }
    }

    private static string Words(IEnumerable<Right> rights) => string.Join(", ", rights
        .Select(right => right.Kind switch
        {
            RightKind.UseSchema => "USAGE",
            RightKind.CreateTable => "CREATE",
            RightKind.KeepIdentity => "INSERT",
            var kind => kind.ToString().ToUpperInvariant(),
        }).Distinct());
}

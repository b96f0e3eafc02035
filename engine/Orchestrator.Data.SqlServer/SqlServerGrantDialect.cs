namespace Orchestrator.Data.SqlServer;

/// <summary>The statements that give a user of SQL Server its rights. Text only.</summary>
internal sealed class SqlServerGrantDialect(SqlServerDialect dialect)
{
    /// <summary>The statements in an order in which they can be run, each schema made before it is named.</summary>
    public IEnumerable<string> Grants(string role, IReadOnlyList<Right> rights)
    {
        var to = dialect.Quote(role);
        var made = rights.Where(right => right.Kind == RightKind.CreateTable).Select(right => right.Schema).ToArray();
        if (made.Length > 0)
        {
            yield return $"GRANT CREATE TABLE TO {to};";
        }

        if (rights.Any(right => right.Kind == RightKind.SetNumbers))
        {
            // DBCC CHECKIDENT asks for it; the one other way is to own the schema.
            yield return $"ALTER ROLE db_ddladmin ADD MEMBER {to};";
        }

        if (rights.Any(right => right.Kind == RightKind.SetDurability))
        {
            // There is none for this setting alone: it goes with all of ALTER DATABASE.
            yield return $"GRANT ALTER TO {to};";
        }

        foreach (var schema in made)
        {
            if (rights.Contains(new Right(RightKind.CreateSchema, schema, "")))
            {
                yield return $"IF schema_id({SqlServerDialect.Literal(schema)}) IS NULL "
                    + $"EXEC({SqlServerDialect.Literal(dialect.CreateSchema(schema))});";
            }

            // What is made in a schema belongs to its owner: who made it needs rights on all of it. Tables of the
            // engine's own schema are moved into others, which takes full control of them.
            yield return schema == SqlServerDialect.OwnSchema
                ? $"GRANT CONTROL ON SCHEMA::{dialect.Quote(schema)} TO {to};"
                : $"GRANT ALTER, SELECT, INSERT, UPDATE, DELETE ON SCHEMA::{dialect.Quote(schema)} TO {to};";
        }

        foreach (var table in rights.Where(right => right.Table.Length > 0)
            .GroupBy(right => new TableName(right.Schema, right.Table)))
        {
            yield return $"GRANT {Words(table)} ON OBJECT::{dialect.Quote(table.Key)} TO {to};";
        }
    }

    private static string Words(IEnumerable<Right> rights) => rights.Any(right => right.Kind == RightKind.Own)
        ? "CONTROL"
        : string.Join(", ", rights.Select(right => right.Kind switch
        {
            RightKind.KeepIdentity or RightKind.Alter => "ALTER",
            RightKind.ViewDefinition => "VIEW DEFINITION",
            var other => other.ToString().ToUpperInvariant(),
        }).Distinct());
}

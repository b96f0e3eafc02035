namespace Orchestrator.Data.PostgreSql;

/// <summary>The register of the load tables, so that the next attempt finds what a dead one left behind.</summary>
internal static class PostgreSqlRegister
{
    private static readonly TableName Table = new(PostgreSqlDialect.OwnSchema, "loads");

    /// <summary>Whether it has been made.</summary>
    public static bool IsThere(PostgreSqlDatabase database) => PostgreSqlCatalog.KindOf(database, Table) is not null;

    /// <summary>Notes a load table.</summary>
    public static void Add(PostgreSqlDatabase database, TableName load, TableName target, long attempt) =>
        database.Execute(
            PostgreSqlScripts.Read("record_load"), ("load", load.Name), ("schema", target.Schema),
            ("name", target.Name), ("attempt", attempt));

    /// <summary>Forgets a load table.</summary>
    public static void Remove(PostgreSqlDatabase database, TableName load)
    {
        if (IsThere(database))
        {
            database.Execute(PostgreSqlScripts.Read("forget_load"), ("load", load.Name));
        }
    }

    /// <summary>Those of a target.</summary>
    public static IReadOnlyList<TableName> Left(PostgreSqlDatabase database, TableName target) =>
        IsThere(database)
            ? [.. PostgreSqlCatalog.Texts(
                    database, PostgreSqlScripts.Read("left_loads"), ("schema", target.Schema), ("name", target.Name))
                .Select(name => new TableName(PostgreSqlDialect.OwnSchema, name))]
            : [];
}

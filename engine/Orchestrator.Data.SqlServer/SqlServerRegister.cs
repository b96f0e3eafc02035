namespace Orchestrator.Data.SqlServer;

/// <summary>The register of the load tables, so that the next attempt finds what a dead one left behind.</summary>
internal static class SqlServerRegister
{
    private static readonly TableName Table = new(SqlServerDialect.OwnSchema, "loads");

    /// <summary>Whether it has been made.</summary>
    public static bool IsThere(SqlServerDatabase database) => SqlServerCatalog.KindOf(database, Table) is not null;

    /// <summary>Notes a load table.</summary>
    public static void Add(SqlServerDatabase database, TableName load, TableName target, long attempt) =>
        database.Execute(
            SqlServerScripts.Read("record_load"), ("load", load.Name), ("schema", target.Schema),
            ("name", target.Name), ("attempt", attempt));

    /// <summary>Forgets a load table.</summary>
    public static void Remove(SqlServerDatabase database, TableName load)
    {
        if (IsThere(database))
        {
            database.Execute(SqlServerScripts.Read("forget_load"), ("load", load.Name));
        }
    }

    /// <summary>Those of a target.</summary>
    public static IReadOnlyList<TableName> Left(SqlServerDatabase database, TableName target) =>
        IsThere(database)
            ? [.. SqlServerCatalog.Texts(
                    database, SqlServerScripts.Read("left_loads"), ("schema", target.Schema), ("name", target.Name))
                .Select(name => new TableName(SqlServerDialect.OwnSchema, name))]
            : [];
}

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// The register, in the file, of the tables that loads fill before they publish, so that the next attempt finds what a
/// dead one left behind.
/// </summary>
internal static class SqliteLoadTables
{
    /// <summary>Writes a load table into the register.</summary>
    public static void Register(SqliteDatabase database, TableName load, TableName target, long attempt) =>
        SqliteScalar.Run(
            database, SqliteScripts.Read("record_load"),
            ("$load", load.Name), ("$target", target.Name), ("$attempt", attempt));

    /// <summary>Takes a load table out of the register.</summary>
    public static void Forget(SqliteDatabase database, TableName load) =>
        SqliteScalar.Run(database, SqliteScripts.Read("forget_load"), ("$load", load.Name));

    /// <summary>What of a table is to be out of the way; SQLite keeps the words that made it.</summary>
    public static IReadOnlyList<AsidePart> Aside(SqliteDatabase database, TableName table, AsideKinds kinds)
    {
        using var command = SqliteScalar.Command(
            database, SqliteScripts.Read("aside"),
            [("$table", table.Name), ("$triggers", kinds.Triggers ? 1L : 0), ("$indexes", kinds.Indexes ? 1L : 0)]);
        return command.Rows(row =>
        {
            var (type, name) = (row.GetString(0), row.GetString(1));
            return new AsidePart($"{type} {name}", SqliteDialect.DropPart(type, name), row.GetString(2), "");
        });
    }

    /// <summary>Those of a target.</summary>
    public static IReadOnlyList<TableName> Left(SqliteDatabase database, TableName target)
    {
        using var command = SqliteScalar.Command(
            database, SqliteScripts.Read("left_loads"), [("$target", target.Name)]);
        return command.Rows(row => new TableName(null, row.GetString(0)));
    }
}

namespace Orchestrator.Data.PostgreSql;

/// <summary>Takes away what of a table is to be out of the way while rows are written.</summary>
internal static class PostgreSqlAside
{
    /// <summary>Takes it away in short tries, each giving way to whoever is in between.</summary>
    public static IReadOnlyList<AsidePart> Set(
        PostgreSqlDatabase database, TableName table, AsideKinds kinds, DatabaseUse use)
    {
        IReadOnlyList<AsidePart> parts = [];
        PostgreSqlLocks.Take(database, table, use, () =>
        {
            parts = PostgreSqlShadow.Captured(
                database, "aside",
                row => new AsidePart(row.GetString(0), row.GetString(1), row.GetString(2), row.GetString(3))
                {
                    Shown = row.GetString(5).Length == 0 ? null : new TableName(row.GetString(4), row.GetString(5)),
                },
                ("schema", table.Schema), ("name", table.Name), ("triggers", kinds.Triggers ? 1L : 0),
                ("foreign_keys", kinds.ForeignKeys ? 1L : 0), ("indexes", kinds.Indexes ? 1L : 0));
            PostgreSqlShadow.Run(database, [.. parts.Select(part => part.Remove).Where(text => text.Length > 0)]);
        });
        return parts;
    }
}

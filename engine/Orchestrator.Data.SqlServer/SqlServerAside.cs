using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>Takes away what of a table is to be out of the way while rows are written.</summary>
internal static class SqlServerAside
{
    /// <summary>Takes it away in short tries, each giving way to whoever is in between.</summary>
    public static IReadOnlyList<AsidePart> Set(
        SqlServerDatabase database, TableName table, AsideKinds kinds, DatabaseUse use)
    {
        IReadOnlyList<AsidePart> parts = [];
        SqlServerLocks.Take(database, table, use, () =>
        {
            database.Execute(database.Dialect.LockForExchange(table));
            parts = database.Rows(SqlServerScripts.Read("aside"), AsideParts.Read, AsideParts.Values(table, kinds));
            foreach (var part in parts)
            {
                database.Execute(part.Remove);
            }
        });
        return parts;
    }
}

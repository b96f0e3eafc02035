using Orchestrator.Data.Servers;

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
            parts = PostgreSqlShadow.Captured(database, "aside", AsideParts.Read, AsideParts.Values(table, kinds));
            PostgreSqlShadow.Run(database, [.. parts.Select(part => part.Remove).Where(text => text.Length > 0)]);
        });
        return parts;
    }
}

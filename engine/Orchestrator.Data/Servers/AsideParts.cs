using System.Data.Common;

namespace Orchestrator.Data.Servers;

/// <summary>What a server's question `aside` is told and answers: what of a table is to be out of the way.</summary>
public static class AsideParts
{
    public static IReadOnlyList<(string Name, object? Value)> Values(TableName table, AsideKinds kinds) =>
    [
        ("schema", table.Schema), ("name", table.Name), ("triggers", kinds.Triggers ? 1L : 0),
        ("foreign_keys", kinds.ForeignKeys ? 1L : 0), ("indexes", kinds.Indexes ? 1L : 0),
    ];

    /// <summary>One row of its answer.</summary>
    public static AsidePart Read(DbDataReader row) =>
        new(row.GetString(0), row.GetString(1), row.GetString(2), row.GetString(3))
        {
            Shown = row.GetString(5).Length == 0 ? null : new TableName(row.GetString(4), row.GetString(5)),
        };
}

namespace Orchestrator.Data.MariaDb;

/// <summary>What the catalog tells of the columns that a query shows as they are.</summary>
internal static class MariaDbOrigins
{
    /// <summary>The columns of a result as the engine sees them.</summary>
    /// <exception cref="DataRefusedException">Values of a column cannot be moved.</exception>
    public static RowColumn[] Columns(MariaDbDatabase database, IReadOnlyList<MariaDbSentColumn> sent)
    {
        var tables = sent.Select(column => (column.Origin.Schema, column.Origin.Table)).Distinct()
            .Where(table => table.Schema.Length > 0 && table.Table.Length > 0).ToArray();
        var known = Ask(database, tables);
        return [.. sent.Select(column => column.ToRowColumn(known.GetValueOrDefault(column.Origin)))];
    }

    // By another session: this one has rows on their way.
    private static Dictionary<(string Schema, string Table, string Column), MariaDbColumn> Ask(
        MariaDbDatabase database, (string Schema, string Table)[] tables)
    {
        var known = new Dictionary<(string Schema, string Table, string Column), MariaDbColumn>();
        if (tables.Length == 0)
        {
            return known;
        }

        using var beside = database.OpenBeside();
        foreach (var (schema, table) in tables)
        {
            using var command = MariaDbCommands.Make(
                beside, MariaDbScripts.Read("origins"),
                [("schema", schema), ("name", table), ("collation", database.MadeCollation)]);
            using var row = command.ExecuteReader();
            while (row.Read())
            {
                known[(schema, table, row.GetString(0))] = new MariaDbColumn(row.GetString(0), row.GetString(1))
                {
                    Charset = row.GetString(2),
                    Collation = row.GetString(3),
                    IsDefaultCollation = row.GetString(4) == "true",
                };
            }
        }

        return known;
    }
}

using Orchestrator.Ledger.Servers;

namespace Orchestrator.Ledger;

/// <summary>
/// Copies all rows of a ledger between a server and a SQLite file, which knows the tables of its version.
/// </summary>
internal static class LedgerCopy
{
    /// <summary>From a server into a file whose tables are empty. Both are in a transaction.</summary>
    public static void ToFile(ServerDatabase server, SqliteLedger file)
    {
        foreach (var table in Tables(file))
        {
            Rows(server, new CopyDialect(server.Server.Sql), file, new CopyDialect(SqlText.Sqlite), table);
            if (table.Given is not null)
            {
                // So that no number is given twice by a ledger that was restored from here.
                SetGiven(file, table, Greatest(server, table));
            }
        }
    }

    /// <summary>From a file into a server, in the place of all that is there. Both are in a transaction.</summary>
    public static void ToServer(SqliteLedger file, ServerDatabase server)
    {
        var dialect = new CopyDialect(server.Server.Sql);
        var tables = Tables(file);
        var before = tables.ToDictionary(table => table.Name, table => Greatest(server, table));
        foreach (var table in tables.Reverse())
        {
            server.Execute(dialect.Delete(table));
        }

        foreach (var table in tables)
        {
            var last = Math.Max(before[table.Name], table.Given ?? 0);
            var isCounted = table.Given is not null && table.Name != "runs";
            if (isCounted && dialect.BeforeNumbers(table) is { Length: > 0 } prepare)
            {
                server.Execute(prepare);
            }

            Rows(file, new CopyDialect(SqlText.Sqlite), server, dialect, table);
            if (isCounted)
            {
                server.Execute(dialect.AfterNumbers(table, last));
            }
            else if (table.Name == "runs")
            {
                using var statement = server.Prepare("server/set_last_run");
                statement.Bind(last).Run();
            }
        }
    }

    /// <summary>The tables of a file in the order in which rows may be written.</summary>
    public static IReadOnlyList<LedgerTable> Tables(SqliteLedger file)
    {
        using var statement = file.Prepare("file/tables");
        return [.. LedgerRows.All(statement, row => (
                Table: row.Text(0), Given: row.NumberOrNull(1), Column: (row.Text(2), row.Text(3) == "INTEGER")))
            .GroupBy(row => row.Table)
            .Select(rows => new LedgerTable(rows.Key, [.. rows.Select(row => row.Column)], rows.First().Given))];
    }

    /// <summary>Gives a table of a file numbers behind the last one that was given out.</summary>
    public static void SetGiven(SqliteLedger file, LedgerTable table, long last)
    {
        using var forget = file.Prepare("file/forget_given");
        forget.Bind(table.Name).Run();
        using var note = file.Prepare("file/note_given");
        note.Bind(table.Name).Bind(last).Run();
    }

    private static long Greatest(ServerDatabase server, LedgerTable table)
    {
        if (table.Name == "runs")
        {
            return server.Number("last_run");
        }

        if (table.Given is null)
        {
            return 0;
        }

        using var statement = server.Write(new CopyDialect(server.Server.Sql).Greatest(table));
        return LedgerRows.Single(statement, row => row.Number(0));
    }

    private static void Rows(
        ILedgerDatabase from, CopyDialect reading, ILedgerDatabase to, CopyDialect writing, LedgerTable table)
    {
        using var select = from.Write(reading.Select(table));
        using var insert = to.Write(writing.Insert(table));
        while (select.Step())
        {
            for (var i = 0; i < table.Columns.Count; i++)
            {
                _ = table.Columns[i].IsNumber
                    ? insert.Bind(select.NumberOrNull(i))
                    : insert.Bind(select.IsNull(i) ? null : select.Text(i));
            }

            insert.Run();
        }
    }
}

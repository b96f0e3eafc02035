using Orchestrator.Ledger.Servers;

namespace Orchestrator.Ledger;

/// <summary>Copies all rows of a ledger out of or into a SQLite file, which knows the tables of its version.</summary>
internal static class LedgerCopy
{
    /// <summary>
    /// From a server into a file whose tables are empty, inside the file's transaction. Runs never wait for it. Where
    /// the server has snapshots, it is of one moment. Else each table is read up to the numbers that were given out at
    /// the beginning, and before those that its rows refer to, so that none of these is missing; what runs at work
    /// record meanwhile is in it or not.
    /// </summary>
    public static void ToFile(ServerDatabase server, SqliteLedger file)
    {
        var tables = Tables(file).Reverse().ToArray();
        var isOfOneMoment = server.HasSnapshots;
        if (isOfOneMoment)
        {
            server.BeginReading();
        }

        var last = tables.Where(table => table.Given is not null)
            .ToDictionary(table => table.Name, table => Greatest(server, table));
        file.Database.Execute("PRAGMA defer_foreign_keys=1");
        foreach (var table in tables)
        {
            Rows(server, file, table, isOfOneMoment ? null : UpTo(table, last));
            if (table.Given is not null)
            {
                // So that no number is given twice by a ledger that was restored from here.
                SetGiven(file, table, Math.Max(last[table.Name], Given(server, table)));
            }
        }

        server.Rollback();
    }

    /// <summary>From a file into a ledger, in the place of all that is there, inside its transaction.</summary>
    public static void Replace(SqliteLedger file, ILedgerDatabase ledger)
    {
        var tables = Tables(file);
        var before = LastGiven(ledger, tables);
        foreach (var table in tables.Reverse())
        {
            using var delete = ledger.Write(new CopyDialect(ledger.Sql).Delete(table));
            delete.Run();
        }

        foreach (var table in tables)
        {
            var last = Math.Max(before[table.Name], table.Given ?? 0);
            if (ledger is ServerDatabase server)
            {
                Fill(file, server, table, last);
            }
            else
            {
                Fill(file, (SqliteLedger)ledger, table, last);
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

    /// <summary>The last number that a table is read up to: its own, or that of what its rows belong to.</summary>
    private static long? UpTo(LedgerTable table, Dictionary<string, long> last) =>
        (table.Given is not null ? table.Name : table.Columns[0].Name switch
        {
            "run" => "runs",
            "attempt" => "attempts",
            _ => null,
        }) is { } counted ? last[counted] : null;

    /// <summary>The last numbers of a run and an attempt that a ledger has given.</summary>
    public static (long Run, long Attempt) LastGiven(ILedgerDatabase ledger)
    {
        if (ledger is not ServerDatabase server)
        {
            var given = LastGiven(ledger, []);
            return (given.GetValueOrDefault("runs"), given.GetValueOrDefault("attempts"));
        }

        var attempts = new LedgerTable("attempts", [("attempt", true)], 0);
        return (server.Number("last_run"), Given(server, attempts));
    }

    /// <summary>Gives numbers behind those from now on, inside the ledger's transaction.</summary>
    public static void GoBehind(ILedgerDatabase ledger, long run, long attempt)
    {
        var last = LastGiven(ledger);
        if (run > last.Run)
        {
            SetLast(ledger, new LedgerTable("runs", [("run", true)], last.Run), run);
        }

        if (attempt > last.Attempt)
        {
            SetLast(ledger, new LedgerTable("attempts", [("attempt", true)], last.Attempt), attempt);
        }
    }

    private static void SetLast(ILedgerDatabase ledger, LedgerTable table, long last)
    {
        if (ledger is not ServerDatabase server)
        {
            SetGiven((SqliteLedger)ledger, table, last);
        }
        else if (table.Name == "runs")
        {
            SetLastRun(server, last);
        }
        else
        {
            server.Execute(new CopyDialect(server.Sql).AfterNumbers(table, last));
        }
    }

    private static void SetLastRun(ServerDatabase server, long last)
    {
        using var statement = server.Prepare("server/set_last_run");
        statement.Bind(last).Run();
    }

    private static Dictionary<string, long> LastGiven(ILedgerDatabase ledger, IReadOnlyList<LedgerTable> tables) =>
        ledger is ServerDatabase server
            ? tables.ToDictionary(table => table.Name, table => Given(server, table))
            : Tables((SqliteLedger)ledger).ToDictionary(table => table.Name, table => table.Given ?? 0);

    private static void Fill(SqliteLedger from, ServerDatabase server, LedgerTable table, long last)
    {
        var dialect = new CopyDialect(server.Sql);
        var isCounted = table.Given is not null && table.Name != "runs";
        if (isCounted && dialect.BeforeNumbers(table) is { Length: > 0 } prepare)
        {
            server.Execute(prepare);
        }

        Rows(from, server, table);
        if (isCounted)
        {
            server.Execute(dialect.AfterNumbers(table, last));
        }
        else if (table.Name == "runs")
        {
            SetLastRun(server, last);
        }
    }

    private static void Fill(SqliteLedger from, SqliteLedger file, LedgerTable table, long last)
    {
        Rows(from, file, table);
        if (table.Given is not null)
        {
            SetGiven(file, table, last);
        }
    }

    /// <summary>Gives a table of a file numbers behind the last one that was given out.</summary>
    private static void SetGiven(SqliteLedger file, LedgerTable table, long last)
    {
        using var forget = file.Prepare("file/forget_given");
        forget.Bind(table.Name).Run();
        using var note = file.Prepare("file/note_given");
        note.Bind(table.Name).Bind(last).Run();
    }

    /// <summary>The greatest number that a row has.</summary>
    private static long Greatest(ServerDatabase server, LedgerTable table) =>
        Number(server, table, dialect => dialect.Greatest(table));

    /// <summary>The last number that was given: rows of it may be gone since a restore.</summary>
    private static long Given(ServerDatabase server, LedgerTable table) =>
        Number(server, table, dialect => dialect.Given(table));

    private static long Number(ServerDatabase server, LedgerTable table, Func<CopyDialect, string> question)
    {
        if (table.Name == "runs")
        {
            return server.Number("last_run");
        }

        if (table.Given is null)
        {
            return 0;
        }

        using var statement = server.Write(question(new CopyDialect(server.Sql)));
        return LedgerRows.Single(statement, row => row.Number(0));
    }

    private static void Rows(ILedgerDatabase from, ILedgerDatabase to, LedgerTable table, long? upTo = null)
    {
        using var select = from.Write(new CopyDialect(from.Sql).Select(table, upTo));
        using var insert = to.Write(new CopyDialect(to.Sql).Insert(table));
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

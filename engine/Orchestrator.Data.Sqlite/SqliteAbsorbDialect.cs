using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.Sqlite;

/// <summary>Buffers in SQLite: one writer at a time, so that nobody adds rows while others are taken.</summary>
internal sealed class SqliteAbsorbDialect(SqliteDialect dialect, BufferedTable table) : AbsorbDialect(dialect, table)
{
    private const string Milliseconds = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";

    private static readonly TableName Work = new("temp", "orchestrator_taken");

    public override IEnumerable<string> Open =>
        [$"CREATE TEMP TABLE IF NOT EXISTS {dialect.Quote(Work.Name)} (\n  "
            + string.Join(",\n  ", Table.Columns.Select(dialect.Declare)) + $",\n  {Number} INTEGER)"];

    public override string Age =>
        $"SELECT {Milliseconds} - {dialect.Quote(BufferedTable.Since)} FROM {Buffer} ORDER BY {Number} LIMIT 1";

    public override string Now => $"SELECT {Milliseconds}";

    /// <summary>The numbers are never given again, also where the last row has gone.</summary>
    public override IEnumerable<string> Create(BufferOptions options)
    {
        yield return $"CREATE TABLE {Buffer} (\n  {Number} INTEGER PRIMARY KEY AUTOINCREMENT,\n  "
            + string.Join(",\n  ", Table.Columns.Select(dialect.Declare))
            + $",\n  {dialect.Quote(BufferedTable.Since)} INTEGER NOT NULL DEFAULT ({Milliseconds})\n)";
        if (options.First > 1)
        {
            var name = Table.Buffer.Name.Replace("'", "''", StringComparison.Ordinal);
            yield return $"INSERT INTO sqlite_sequence (name, seq) VALUES ('{name}', {options.First - 1})";
        }
    }

    public override IReadOnlyList<DrainStatement> Drain(int parallelism, bool isPart = false) => Drain([], isPart);

    public override IReadOnlyList<DrainStatement>? DrainMoved(
        int parallelism, KeysOfTable keys, bool isPart = false) =>
        Park(Work, keys) is { } park ? Drain(park, isPart) : null;

    private IReadOnlyList<DrainStatement> Drain(IReadOnlyList<DrainStatement> park, bool isPart)
    {
        var work = dialect.Quote(Work);
        return Through(Work,
        [
            new($"INSERT INTO {work} ({Columns}, {Number}) SELECT {Columns}, {Number} FROM {Buffer}"
                + $"{Part(isPart)} ORDER BY {Number} LIMIT @rows", DrainCount.Taken),
            new($"DELETE FROM {Buffer} WHERE {Number} IN (SELECT {Number} FROM {work})"),
        ], "", park);
    }
}

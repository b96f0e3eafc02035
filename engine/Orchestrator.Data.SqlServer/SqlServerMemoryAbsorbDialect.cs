using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Buffers in memory-optimised tables: who adds rows and who drains them never wait for each other. Their numbers begin
/// with 1, and where they are not persisted they do so again after each start of the server, which would make new rows
/// older than those that the target holds. So a second table of the same kind, empty whenever the buffer has been
/// emptied that way, keeps what stands before the numbers: the greatest one that the target held then.
/// </summary>
internal sealed class SqlServerMemoryAbsorbDialect(SqlServerDialect dialect, BufferedTable table)
    : SqlServerAbsorbDialect(dialect, table)
{
    private const string Before = "[Before]";

    // Within a transaction such tables are read as they were when it began.
    private const string Seen = "WITH (SNAPSHOT)";

    private const string Added = "datetime2(3) NOT NULL DEFAULT SYSUTCDATETIME()";

    public override string Place => " in memory";

    public override bool CanBeLossy => true;

    /// <summary>The server makes no such tables in a transaction.</summary>
    public override bool IsMadeInTransaction => false;

    /// <summary>No hint says that rows in work are passed by: who looks never sees them.</summary>
    protected override string Committed => Buffer;

    /// <summary>The key has them in order in any case.</summary>
    protected override string InOrder => $" ORDER BY {Number}";

    private string Epoch => Server.Quote(Table.Buffer with { Name = $"{Table.Buffer.Name}_epoch" });

    public override IReadOnlyList<string> Drop => [$"DROP TABLE {Buffer}", $"DROP TABLE IF EXISTS {Epoch}"];

    /// <summary>What reads them in order needs an index in any case, and a hash gives no order.</summary>
    public override IEnumerable<string> Create(BufferOptions options)
    {
        var kind = "WITH (MEMORY_OPTIMIZED = ON, DURABILITY = "
            + $"{(options.IsPersisted ? "SCHEMA_AND_DATA" : "SCHEMA_ONLY")})";
        yield return $"DROP TABLE IF EXISTS {Epoch}";
        yield return $"CREATE TABLE {Epoch} (\n  [Id] int NOT NULL PRIMARY KEY NONCLUSTERED,\n  "
            + $"{Before} bigint NOT NULL\n) {kind}";
        yield return $"CREATE TABLE {Buffer} (\n  {string.Join(",\n  ", Table.Columns.Select(Server.Declare))},\n  "
            + $"{Number} bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY NONCLUSTERED,\n  "
            + $"{Server.Quote(BufferedTable.Since)} {Added}\n) {kind}";
    }

    public override string Hold => $"UPDATE {Buffer} {Seen} SET {Since} = {Since} WHERE {Number} = @first";

    public override string RowOf => $"SELECT {Columns} FROM {Buffer} {Seen} WHERE {Number} = @first";

    public override string Remove => $"DELETE FROM {Buffer} {Seen} WHERE {Number} = @first";

    public override IReadOnlyList<DrainStatement> Drain(int parallelism, bool isPart = false)
    {
        var end = End(parallelism);
        var before = $"(SELECT {Before} FROM {Epoch} {Seen})";
        return Through(Work,
        [
            // The target is looked through only where that is needed.
            new($"IF NOT EXISTS (SELECT 1 FROM {Epoch} {Seen}) INSERT INTO {Epoch} ([Id], {Before}) "
                + $"SELECT 1, coalesce(max({Held}), 0) FROM {Target}"),
            new($"INSERT INTO {Server.Quote(Work)} ({Columns}, {Number}) SELECT TOP (@rows) {Columns}, "
                + $"{Number} + {before} FROM {Buffer} {Seen}{Part(isPart)} ORDER BY {Number}{end}", DrainCount.Taken),
            new($"DELETE b FROM {Buffer} AS b {Seen} JOIN {Server.Quote(Work)} AS s "
                + $"ON b.{Number} = s.{Number} - {before}"),
        ], end);
    }
}

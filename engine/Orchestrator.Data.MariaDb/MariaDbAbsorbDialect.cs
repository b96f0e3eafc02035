using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Buffers in MariaDB. Who drains passes by rows whose transactions are still open, and does not wait for them; they
/// are taken later, whatever their number.
/// </summary>
internal sealed class MariaDbAbsorbDialect(MariaDbDialect dialect, BufferedTable table) : AbsorbDialect(dialect, table)
{
    // What was taken; of the session, and gone with it.
    private static readonly TableName Work = new(null, Dialect.OwnPrefix + "taken");

    public override DrainerDialect Drainers => new MariaDbDrainerDialect(dialect);

    /// <summary>To make or drop a table ends the transaction.</summary>
    public override bool IsMadeInTransaction => false;

    /// <summary>A buffer in memory would be empty after a crash, but has no transactions: none is made.</summary>
    public override bool CanBeLossy => false;

    /// <summary>With the declarations of the target's columns, by whose collations rows of one key are found; and
    /// found by an index, as an UPDATE joins no other way than row by row.</summary>
    public override IEnumerable<string> Open =>
    [
        $"CREATE TEMPORARY TABLE IF NOT EXISTS {dialect.Quote(Work)} (\n  "
            + string.Join(",\n  ", Table.Columns.Select(dialect.Declare))
            + $",\n  {Number} bigint NOT NULL PRIMARY KEY,\n  {dialect.FoundBy(Table.Columns, Table.Key)}\n)"
            + " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4",
    ];

    public override string Age =>
        $"SELECT timestampdiff(MICROSECOND, {dialect.Quote(BufferedTable.Since)}, utc_timestamp(6)) DIV 1000 "
        + $"FROM {Buffer} ORDER BY {Number} LIMIT 1";

    public override string Now => "SELECT CAST(unix_timestamp(sysdate(3)) * 1000 AS SIGNED)";

    /// <summary>
    /// The server keeps the number that it will give next also through a crash. Without an order there is an index all
    /// the same: the server numbers no column that has none. Time is the server's, in UTC as the session's.
    /// </summary>
    public override IEnumerable<string> Create(BufferOptions options) =>
    [
        $"CREATE TABLE {Buffer} (\n  " + string.Join(",\n  ", Table.Columns.Select(dialect.Declare))
            + $",\n  {Number} bigint NOT NULL AUTO_INCREMENT PRIMARY KEY"
            + $",\n  {dialect.Quote(BufferedTable.Since)} datetime(6) NOT NULL DEFAULT (utc_timestamp(6))"
            + $"\n) ENGINE=InnoDB AUTO_INCREMENT={options.First} DEFAULT CHARACTER SET utf8mb4",
    ];

    public override IReadOnlyList<DrainStatement> Drain(int parallelism, bool isPart = false) =>
        Through(Work, Take(isPart), "");

    public override IReadOnlyList<DrainStatement>? DrainMoved(
        int parallelism, KeysOfTable keys, bool isPart = false) =>
        Park(Work, keys) is { } park ? Through(Work, Take(isPart), "", park) : null;

    private DrainStatement[] Take(bool isPart) =>
    [
        new($"INSERT INTO {dialect.Quote(Work)} ({Columns}, {Number}) SELECT {Columns}, {Number} FROM {Buffer}"
            + $"{Part(isPart)}{InOrder} LIMIT @rows FOR UPDATE SKIP LOCKED", DrainCount.Taken),
        new($"DELETE t FROM {Buffer} AS t JOIN {dialect.Quote(Work)} AS s ON s.{Number} = t.{Number}"),
    ];
}

using System.Security.Cryptography;
using System.Text;
using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Buffers in PostgreSQL: what is taken, made unique and written is one statement, and exactly the rows that it has
/// deleted are those that it writes.
/// </summary>
internal sealed class PostgreSqlAbsorbDialect(PostgreSqlDialect dialect, BufferedTable table)
    : AbsorbDialect(dialect, table)
{
    // ON CONFLICT without an index that keeps the key unique.
    private const string NoSuchConstraint = "42P10";

    public override DrainerDialect Drainers => new PostgreSqlDrainerDialect(dialect);

    public override IEnumerable<string> Open => [];

    /// <summary>What deleted rows leave behind stands in the way of who looks for the oldest ones.</summary>
    public override string Tidy => $"VACUUM {Buffer}";

    /// <summary>An UNLOGGED table.</summary>
    public override bool CanBeLossy => true;

    /// <summary>The sequence has rights of its own.</summary>
    public override string Place =>
        $"; who writes into it needs INSERT on it and USAGE on the sequence {dialect.Quote(Sequence)}";

    public override string KeepOut => $"LOCK TABLE {Buffer} IN ACCESS EXCLUSIVE MODE";

    public override string Age =>
        $"SELECT CAST(extract(epoch FROM clock_timestamp() - {dialect.Quote(BufferedTable.Since)}) * 1000 AS bigint) "
        + $"FROM {Buffer} ORDER BY {Number} LIMIT 1";

    public override string Now => "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)";

    public override string? LackOf(DatabaseFault fault) => fault.Code == NoSuchConstraint
        ? $"CREATE UNIQUE INDEX ON {Target} ({dialect.QuoteList(Table.Key)})" : null;

    // In the schema of the engine's own tables, where who drains may make some: temporary ones take a right more. No
    // other buffer has one of this name, as two would wait for one another.
    private TableName Work => dialect.OwnTable($"taken_{HashOf($"{Table.Buffer}")}");

    // A name that no other sequence has as long as no other buffer has this one's; a long one is cut, and told apart
    // by what it is made of.
    private TableName Sequence
    {
        get
        {
            var name = $"{Table.Buffer.Name}_{BufferedTable.Number}";
            return Table.Buffer with
            {
                Name = Encoding.UTF8.GetByteCount(name) <= PostgreSqlDialect.NameBytesMax ? name
                    : $"{BufferedTable.Number}_{HashOf(name)}",
            };
        }
    }

    private static string HashOf(string name) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name))[..16]);

    /// <summary>
    /// The numbers come from a sequence of their own: that of an identity column of an unlogged table begins anew after
    /// a crash, and its rows would all be older than what the target holds.
    /// </summary>
    public override IEnumerable<string> Create(BufferOptions options)
    {
        var sequence = dialect.Quote(Sequence);
        var text = sequence.Replace("'", "''", StringComparison.Ordinal);
        yield return $"CREATE SEQUENCE {sequence} AS bigint START WITH {options.First} CACHE 1";
        yield return $"CREATE {(options.IsPersisted ? "" : "UNLOGGED ")}TABLE {Buffer} (\n  "
            + string.Join(",\n  ", Table.Columns.Select(dialect.Declare))
            + $",\n  {Number} bigint NOT NULL DEFAULT nextval('{text}')"
            + $",\n  {dialect.Quote(BufferedTable.Since)} timestamptz NOT NULL DEFAULT clock_timestamp()\n)";
        yield return $"ALTER SEQUENCE {sequence} OWNED BY {Buffer}.{Number}";
        if (Table.Index == BufferIndex.Ordered)
        {
            yield return $"CREATE UNIQUE INDEX ON {Buffer} ({Number})";
        }
    }

    // As the target's columns are, by whose rules rows of one key are found.
    private string Taken => string.Join(", ", Table.Columns.Select(column => column.Native is null
        ? dialect.Quote(column.Name)
        : $"{dialect.Typed(column, dialect.Quote(column.Name))} AS {dialect.Quote(column.Name)}"));

    /// <summary>Through a work table, since one statement changes a row once; it is gone before the transaction ends.
    /// </summary>
    public override IReadOnlyList<DrainStatement>? DrainMoved(
        int parallelism, KeysOfTable keys, bool isPart = false) =>
        Park(Work, keys) is not { } park ? null :
        [
            new($"CREATE UNLOGGED TABLE {dialect.Quote(Work)} (\n  "
                + string.Join(",\n  ", Table.Columns.Select(dialect.Declare)) + $",\n  {Number} bigint)"),
            .. Through(Work,
            [
                new($"WITH taken AS (DELETE FROM {Buffer} WHERE ctid = ANY (ARRAY(SELECT ctid FROM {Buffer}"
                    + $"{Part(isPart)}{InOrder} LIMIT @rows)) RETURNING {Taken}, {Number}) INSERT INTO "
                    + $"{dialect.Quote(Work)} ({Columns}, {Number}) "
                    + $"SELECT {Columns}, {Number} FROM taken", DrainCount.Taken),
            ], "", park),
            new($"DROP TABLE {dialect.Quote(Work)}") { IsWithNone = true },
        ];

    public override IReadOnlyList<DrainStatement> Drain(int parallelism, bool isPart = false)
    {
        var key = dialect.QuoteList(Table.Key);
        var sets = Table.Columns.Where(column => !Table.Key.Contains(column.Name))
            .Select(column => dialect.Quote(column.Name)).Append(Held)
            .Select(name => $"{name} = EXCLUDED.{name}");
        return
        [
            new($"""
                WITH taken AS (
                  DELETE FROM {Buffer} WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM {Buffer}{Part(isPart)}{InOrder} LIMIT @rows))
                  RETURNING {Taken}, {Number}
                ), latest AS (
                  SELECT DISTINCT ON ({key}) {Columns}, {Number} FROM taken ORDER BY {key}, {LatestFirst}
                ), written AS (
                  INSERT INTO {Target} AS t ({Columns}, {Held}) SELECT {Columns}, {Number} FROM latest
                  ON CONFLICT ({key}) DO UPDATE SET {string.Join(", ", sets)}
                  WHERE {IsEarlier("EXCLUDED", Held)} RETURNING xmax = 0 AS added
                ), counted AS (
                  SELECT (SELECT count(*) FROM taken) AS taken, (SELECT count(*) FROM latest) AS latest
                )
                SELECT counted.taken, counted.taken - counted.latest, count(*) FILTER (WHERE NOT added),
                  count(*) FILTER (WHERE added) FROM counted LEFT JOIN written ON TRUE GROUP BY 1, 2
                """, DrainCount.All),
        ];
    }
}

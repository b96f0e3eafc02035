using Orchestrator.Benchmarks.Loads;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Benchmarks.Bursts;

/// <summary>
/// The table of the seed in PostgreSQL, `t` behind a buffer and `hand` without one, and a queue of rows for it: half of
/// them hit a key that is there, and keys come again.
/// </summary>
/// <param name="pair">The server.</param>
/// <param name="rows">Rows of the queue.</param>
internal sealed class BurstTable(PostgresPair pair, long rows)
{
    private const string Columns = "a, b, c, d, e";

    // So many rows a key has on average that are there before, and that come.
    private const int KeysPerRow = 2;

    private string _order = "";

    /// <summary>Makes the tables and the queue.</summary>
    public void Make()
    {
        const string shape = "(a integer NOT NULL, b integer NOT NULL, c integer, d varchar(100), e timestamp(6)";
        pair.Sql("target",
            $"CREATE TABLE queue {shape}, n serial)",
            $"INSERT INTO queue ({Columns}) SELECT k % 1000, k / 1000, i, 'row ' || i || ' of the burst', "
            + "timestamp '2026-01-01' + i * interval '1 ms' FROM "
            + $"(SELECT i, (random() * {KeysPerRow * rows})::int AS k FROM generate_series(1, {rows}) AS i) AS r",
            $"CREATE TABLE before AS SELECT k % 1000 AS a, k / 1000 AS b, 0 AS c, 'before' AS d, "
            + $"timestamp '2025-01-01' AS e FROM generate_series(0, {KeysPerRow * rows}, 2) AS k",
            $"CREATE TABLE hand {shape}, PRIMARY KEY (a, b))",
            $"CREATE TABLE t {shape}, rowbufferid bigint, PRIMARY KEY (a, b))");
    }

    /// <summary>
    /// From now on the rows of `t` lie in the order of their key (clustered, as far as PostgreSQL knows that) or in
    /// none (heap-like), with an index over a column that changes beside the key, or without.
    /// </summary>
    public void Shape(bool isClustered, bool hasSecondIndex)
    {
        _order = isClustered ? " ORDER BY a, b" : " ORDER BY hashint8(a * 1000000::bigint + b)";
        pair.Sql("target", "DROP INDEX IF EXISTS t_second",
            hasSecondIndex ? "CREATE INDEX t_second ON t (e)" : "SELECT 1");
    }

    /// <summary>The rows as they come.</summary>
    public IReadOnlyList<object[]> Queue()
    {
        using var source = Npgsql.NpgsqlDataSource.Create(pair.Target.ConnectionString!);
        using var command = source.CreateCommand($"SELECT {Columns} FROM queue ORDER BY n");
        using var reader = command.ExecuteReader();
        var all = new List<object[]>();
        while (reader.Read())
        {
            var values = new object[reader.FieldCount];
            reader.GetValues(values);
            all.Add(values);
        }

        return all;
    }

    /// <summary>Puts the tables back, and all rows of the queue into the buffer.</summary>
    public void PutBack(AbsorbOptions options)
    {
        pair.Sql("target", "TRUNCATE t", "TRUNCATE hand", "DROP TABLE IF EXISTS t_buffer",
            $"INSERT INTO t ({Columns}) SELECT {Columns} FROM before{_order}", "INSERT INTO hand TABLE before",
            "VACUUM ANALYZE t", "VACUUM ANALYZE hand");
        Access(options).Create(isDry: false);
        pair.Sql("target", $"INSERT INTO t_buffer ({Columns}) SELECT {Columns} FROM queue ORDER BY n",
            "VACUUM ANALYZE t_buffer");
    }

    /// <summary>Drains all of it.</summary>
    /// <exception cref="InvalidOperationException">Not all was drained.</exception>
    public void Drain(AbsorbOptions options)
    {
        var done = Access(options).Drain(_ => { });
        if (done.Taken != rows || done.Older > 0)
        {
            throw new InvalidOperationException($"drained {done}");
        }
    }

    private BufferAccess Access(AbsorbOptions options) => new(
        LoadPackage.ContextOf(Definition(options), pair.Folder, [pair.Target], new RunResources()), "benchmark");

    private ObjectDefinition Definition(AbsorbOptions options) => new()
    {
        Name = "t",
        Project = "Bench",
        Kind = "absorb",
        Container = "All",
        Target = new ObjectTarget(pair.Target.Name, null, "t"),
        Absorb = options,
        Columns =
        [
            Column("a", "int") with { Key = 1, Nullable = false },
            Column("b", "int") with { Key = 2, Nullable = false },
            Column("c", "int"), Column("d", "varchar(100)"), Column("e", "datetime2(6)"),
        ],
        SystemColumns =
        [
            new SystemColumn(BufferedTable.Number, "rowbufferid", Type("bigint"), Origin.Default),
        ],
    };

    private static ColumnDefinition Column(string name, string type) =>
        new() { Name = name, Target = name, DataType = Type(type) };

    private static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);
}

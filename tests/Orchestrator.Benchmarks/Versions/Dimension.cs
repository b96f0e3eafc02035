using Orchestrator.Benchmarks.Loads;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Benchmarks.Versions;

/// <summary>
/// A dimension in PostgreSQL that kind scd keeps, and deliveries of all its keys in another database of that server.
/// </summary>
/// <param name="pair">The server.</param>
/// <param name="keys">How many keys there are.</param>
internal sealed class Dimension(PostgresPair pair, long keys)
{
    private const string Columns = "id, modified, city, segment, price, note";

    /// <summary>The columns of a delivery and the hash of those that are tracked.</summary>
    public const string Hashed = Columns + ", sha256(convert_to(concat_ws('|', city, segment, price::text, note), "
        + "'UTF8')) AS row_hash";

    /// <summary>
    /// Makes the deliveries: the first; a second one in which one key of ten has changed; and `uneven`, which is the
    /// second one with one row in a hundred there twice, and for one key in a hundred a row that is older than all.
    /// </summary>
    public void MakeDeliveries()
    {
        pair.Sql("source",
            "CREATE TABLE first (id integer NOT NULL, modified timestamp(0) NOT NULL, city varchar(40), "
            + "segment varchar(20), price numeric(9,2), note varchar(60))",
            "INSERT INTO first SELECT i, timestamp '2026-01-01', 'city ' || i % 997, 'segment ' || i % 7, "
            + $"i % 99991 / 100.0, 'note, ' || i % 9973 || ' of the row' FROM generate_series(1, {keys}) AS i",
            "CREATE TABLE second AS SELECT id, CASE WHEN id % 10 = 0 THEN timestamp '2026-02-01' ELSE modified END "
            + "AS modified, CASE WHEN id % 10 = 0 THEN city || ', new' ELSE city END AS city, segment, price, note "
            + "FROM first",
            $"CREATE TABLE uneven AS SELECT {Columns} FROM second "
            + $"UNION ALL SELECT {Columns} FROM second WHERE id % 100 = 3 "
            + "UNION ALL SELECT id, modified - interval '30 days', city || ', old', segment, price, note FROM first "
            + "WHERE id % 100 = 7",
            "VACUUM ANALYZE");
    }

    /// <summary>Loads the first delivery: `dim` as we keep it, `hand` as it is kept by hand, and a copy of each.
    /// </summary>
    public void MakeVersions()
    {
        Deliver("first");
        pair.Sql("target", "CREATE TABLE dim_before AS TABLE dim",
            "CREATE TABLE hand (id integer NOT NULL, modified timestamp(0), city varchar(40), segment varchar(20), "
            + "price numeric(9,2), note varchar(60), row_hash bytea, valid_from timestamp(0) NOT NULL, "
            + "valid_to timestamp(0) NOT NULL, is_current boolean NOT NULL)",
            "CREATE INDEX ON hand (id, valid_from)",
            "CREATE TABLE stage (id integer NOT NULL, modified timestamp(0), city varchar(40), segment varchar(20), "
            + "price numeric(9,2), note varchar(60), row_hash bytea)");
        pair.Sql("target", $"CREATE TABLE hand_before AS SELECT {Hashed}, modified AS valid_from, "
            + "timestamp '9999-12-31' AS valid_to, true AS is_current FROM dim");
    }

    /// <summary>Puts a table back to what the first delivery made.</summary>
    public void PutBack(string table) => pair.Sql("target",
        $"TRUNCATE {table}", $"INSERT INTO {table} TABLE {table}_before", $"VACUUM ANALYZE {table}");

    /// <summary>Runs kind scd over a delivery.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public RowCounts Deliver(string delivery)
    {
        var result = PackageKinds.All["scd"].Run(Context(Definition(delivery)));
        return result.Outcome == NodeState.Succeeded ? result.Counts
            : throw new InvalidOperationException(result.Error?.Message);
    }

    private ObjectDefinition Definition(string delivery) => new()
    {
        Name = "dim",
        Project = "Bench",
        Kind = "scd",
        Container = "All",
        Source = new ObjectSource { Connection = pair.Source.Name, Name = delivery },
        Target = new ObjectTarget(pair.Target.Name, null, "dim"),
        Scd = new ScdOptions { EffectiveFrom = "modified" },
        Load = new LoadOptions { Pattern = new(LoadPattern.Versions, Origin.Default) },
        Columns =
        [
            Column("id", "int") with { Key = 1, Nullable = false },
            Column("modified", "datetime2(0)") with { Change = ColumnChange.Ignore, Nullable = false },
            Column("city", "nvarchar(40)"), Column("segment", "nvarchar(20)"), Column("price", "decimal(9,2)"),
            Column("note", "nvarchar(60)"),
        ],
        SystemColumns =
        [
            System("RowEffectiveFromDate", "datetime2(0)"), System("RowEffectiveToDate", "datetime2(0)"),
            System("RowIsCurrent", "bit"), System("RowVersion", "int"), System("RowAuditId", "bigint"),
            System("RowHash", "binary(32)"),
        ],
    };

    private PackageContext Context(ObjectDefinition definition) =>
        LoadPackage.ContextOf(definition, pair.Folder, [pair.Source, pair.Target], new RunResources())
            with
        { Moment = new DateTime(2026, 3, 1) };

    private static ColumnDefinition Column(string name, string type) =>
        new() { Name = name, Target = name, DataType = Type(type) };

    private static SystemColumn System(string role, string type) => new(role, role, Type(type), Origin.Default);

    private static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);
}

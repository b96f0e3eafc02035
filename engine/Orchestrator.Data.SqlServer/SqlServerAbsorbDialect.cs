using Orchestrator.Core.Types;
using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Buffers in SQL Server. Who drains passes by rows whose transactions are still open, and does not wait for them; they
/// are taken later, whatever their number. No MERGE.
/// </summary>
internal class SqlServerAbsorbDialect(SqlServerDialect dialect, BufferedTable table) : AbsorbDialect(dialect, table)
{
    /// <summary>What was taken; of the session.</summary>
    protected static readonly TableName Work = new(null, "#orchestrator_taken");

    /// <summary>The platform.</summary>
    protected SqlServerDialect Server => dialect;

    public override DrainerDialect Drainers => new SqlServerDrainerDialect(dialect);

    /// <summary>A filegroup for such tables can hardly be removed again, so that none is made for a buffer.</summary>
    public override string? CanBeInMemory => OnDisk is null
        ? "SELECT count_big(*) FROM sys.filegroups WHERE type = 'FX'" : null;

    public override string IsInMemory =>
        $"SELECT count_big(*) FROM sys.tables WHERE object_id = OBJECT_ID({SqlServerDialect.Literal(Buffer)}) "
        + "AND is_memory_optimized = 1";

    public override AbsorbDialect InMemory => new SqlServerMemoryAbsorbDialect(dialect, Table);

    public override string Place => " on disk, and persisted, as " + (OnDisk is { } column
        ? $"memory-optimised tables have no column of type {column.Type} ('{column.Name}')"
        : "the database has no filegroup for memory-optimised tables");

    /// <summary>With the collations of the target, and a number that is not counted anew.</summary>
    public override IEnumerable<string> Open =>
        [$"SELECT TOP (0) {string.Join(", ", Table.Columns.Select(Alike))}, CAST({Number} AS bigint) AS {Number} "
            + $"INTO {dialect.Quote(Work)} FROM {Buffer}"];

    public override string KeepOut => $"SELECT TOP (1) 1 FROM {Buffer} WITH (TABLOCKX, HOLDLOCK)";

    public override string Age =>
        $"SELECT TOP (1) DATEDIFF_BIG(millisecond, {dialect.Quote(BufferedTable.Since)}, SYSUTCDATETIME()) "
        + $"FROM {Committed} ORDER BY {Number}";

    public override string Now => "SELECT DATEDIFF_BIG(millisecond, '19700101', SYSUTCDATETIME())";

    private string Alike(RowColumn column)
    {
        const string collate = " COLLATE ";
        var name = dialect.Quote(column.Name);
        var declared = column.Native?.Declaration ?? "";
        return declared.IndexOf(collate, StringComparison.Ordinal) is var at and >= 0
            ? $"{name}{declared[at..]} AS {name}" : name;
    }

    // A column that the server has in no memory-optimised table.
    private RowColumn? OnDisk => Table.Columns.FirstOrDefault(column => column.Type.Kind
        is SqlTypeKind.DateTimeOffset or SqlTypeKind.Xml or SqlTypeKind.RowVersion or SqlTypeKind.SqlVariant
        or SqlTypeKind.HierarchyId or SqlTypeKind.Geography or SqlTypeKind.Geometry or SqlTypeKind.Text
        or SqlTypeKind.NText or SqlTypeKind.Image);

    protected override string Committed => $"{Buffer} WITH ({SqlServerDialect.PassingBy})";

    public override IEnumerable<string> Create(BufferOptions options)
    {
        var declared = string.Join(",\n  ", Table.Columns.Select(dialect.Declare));
        var since = $"{dialect.Quote(BufferedTable.Since)} datetime2(3) NOT NULL DEFAULT SYSUTCDATETIME()";
        yield return $"CREATE TABLE {Buffer} (\n  {declared},\n  {Number} bigint IDENTITY({options.First}, 1) NOT NULL"
            + $"{(Table.Index == BufferIndex.None ? "" : " PRIMARY KEY CLUSTERED")},\n  {since}\n)";
        // Of many rows that are taken together the server would else make a lock of the table, and writers would wait.
        yield return $"ALTER TABLE {Buffer} SET (LOCK_ESCALATION = DISABLE)";
    }

    public override string Ends =>
        $"SELECT min({Number}), max({Number}) FROM (SELECT TOP (@rows) {Number} FROM {Committed} ORDER BY {Number}) "
        + "AS oldest";

    public override IReadOnlyList<DrainStatement> Drain(int parallelism, bool isPart = false)
    {
        var end = End(parallelism);
        var taken = string.Join(
            ", ", Table.Columns.Select(column => $"deleted.{dialect.Quote(column.Name)}").Append($"deleted.{Number}"));
        return Through(Work,
        [
            new($"WITH oldest AS (SELECT TOP (@rows) * FROM {Buffer} "
                + $"WITH (ROWLOCK, UPDLOCK, {SqlServerDialect.PassingBy}){Part(isPart)}{InOrder}) DELETE FROM oldest "
                + $"OUTPUT {taken} INTO {dialect.Quote(Work)} ({Columns}, {Number}){end}",
                DrainCount.Taken),
        ], end);
    }

    /// <summary>What stands behind a statement that may use so many processors.</summary>
    protected static string End(int parallelism) => parallelism > 0 ? $" OPTION (MAXDOP {parallelism})" : "";
}

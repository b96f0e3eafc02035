using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;

namespace Orchestrator.Packages.Scd;

/// <summary>How wide the tables are in which versions are worked out, held against what the platform has.</summary>
internal static class ScdWidth
{
    private const int NumberBytes = 8;

    // The header of a row, its times, and a bit for each column.
    private const int RestBytes = 320;

    /// <summary>Whether statements name more columns than a platform may prepare itself for as for few.</summary>
    public static bool IsWide(IReadOnlyList<RowColumn> written) => written.Count > Conditions.FlatMax;

    /// <summary>What is too wide, as sentences; null where there is room.</summary>
    /// <param name="definition">The object.</param>
    /// <param name="platform">The platform of its target.</param>
    /// <param name="written">The columns that rows bring.</param>
    /// <param name="versions">Those of the target beside them.</param>
    public static string? Refusal(
        ObjectDefinition definition, IPlatform platform, IReadOnlyList<RowColumn> written,
        IReadOnlyList<RowColumn> versions)
    {
        var dialect = platform.Dialect;
        // No table has more than all of the target's twice.
        if (2 * (written.Count + versions.Count) <= Math.Min(dialect.ColumnsMax, dialect.RowBytesMax / NumberBytes / 2))
        {
            return null;
        }

        var table = dialect.Table(definition.Target.Schema, definition.Target.Name);
        var rows = VersionColumns.Roles(definition, written, versions, isNumbered: false);
        return definition.Scd!.Engine == ScdEngine.Dataflow
            ? OfFlow(new ScdFlowDialect(dialect, ScdFlowTables.Of(dialect, table, 0), rows), platform, table)
            : OfSets(rows, platform, table, written);
    }

    private static string? OfFlow(ScdFlowDialect sql, IPlatform platform, TableName table)
    {
        var (dialect, outcomes) = (platform.Dialect, sql.OutcomeColumns.Count);
        return Widest([outcomes, sql.RowColumns.Count, sql.WorkColumns.Count], platform, table)
            ?? (NumberBytes * outcomes <= dialect.RowBytesMax - RestBytes ? null
            : $"A row in {platform.Name} has at most {dialect.RowBytesMax} bytes, and the dataflow engine keeps a "
                + $"number of {NumberBytes} bytes for each column that all versions of a key of '{table.Name}' share: "
                + $"of {outcomes} columns. `engine: set` keeps none.");
    }

    private static string? OfSets(
        VersionedRows rows, IPlatform platform, TableName table, IReadOnlyList<RowColumn> written)
    {
        var tables = ScdTables.Of(platform.Dialect, table, 0);
        var keys = new ScdKeyDialect(platform.Dialect, tables, rows);
        var work = new ScdDialect(platform.Dialect, tables, rows).WorkColumns(written).Count;
        // Each row beside the one before it.
        var steps = rows.Effective is null ? 0
            : (2 * rows.OfKey.Count(one => one.Value == KeyValue.Newest)) + rows.Key.Count + 3;
        return Widest([work, keys.ValueColumns.Count, keys.StepColumns.Count], platform, table)
            ?? (steps <= platform.Dialect.ResultColumnsMax ? null
            : $"A query in {platform.Name} has at most {platform.Dialect.ResultColumnsMax} columns, and what holds "
                + $"each row of '{table.Name}' against the one before it would have {steps}: two for each column that "
                + "all versions of a key share.");
    }

    private static string? Widest(int[] columns, IPlatform platform, TableName table) => TableWidth.TooMany(
        columns.Max(), $"a work table of '{table.Name}'", ", some of them for what becomes of each row",
        platform.Dialect, platform.Name);
}

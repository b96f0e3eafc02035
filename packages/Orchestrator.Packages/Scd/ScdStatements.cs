using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Scd;

/// <summary>The statements that publish versions, for showing: all that may be sent, in order.</summary>
internal static class ScdStatements
{
    /// <summary>For a load table and its target.</summary>
    public static IEnumerable<string> Of(
        ObjectDefinition definition, IPlatform platform, TableName table, IReadOnlyList<RowColumn> written)
    {
        var dialect = platform.Dialect;
        var versions = VersionColumns.Of(definition, written, column => column);
        var rows = VersionColumns.Roles(definition, written, versions, isNumbered: false);
        string?[] all = definition.Scd!.Engine == ScdEngine.Dataflow ? OfFlow(dialect, table, rows)
            : OfSets(dialect, table, rows, written);
        var sql = new ScdDialect(dialect, ScdTables.Of(dialect, table, 0), rows);
        var (key, purpose) = sql.TargetKey;
        // Where definitions are committed at once, the target has its index since it was made.
        string?[] made = platform.Abilities.UndoesDefinitions ? []
            : [.. dialect.KeyedTable(table, [.. written, .. versions], key, purpose)];
        var ahead = rows.Effective is null ? sql.CountAhead : null;
        var open = new ScdOpenDialect(dialect, table, rows);
        string?[] before =
        [
            ahead, open.Count, open.CountBehind, open.Write, dialect.WorkMemory,
            ScdWidth.IsWide(written) ? dialect.WideWork : null,
        ];
        return made.Concat(before)
            .Concat(all.Where(text => made.Length == 0 || text != sql.IndexTarget)).OfType<string>()
            .Where(text => text.Length > 0);
    }

    private static string?[] OfFlow(Dialect dialect, TableName table, VersionedRows rows)
    {
        var tables = ScdFlowTables.Of(dialect, table, 0);
        var sql = new ScdFlowDialect(dialect, tables, rows);
        return
        [
            dialect.CountFilled(tables.Load), dialect.CreateTable(tables.Keys, sql.KeyColumns), sql.NumberKeys,
            .. rows.IsWhole ? [sql.IndexLoad, sql.NumberMissing] : Array.Empty<string>(),
            sql.IndexKeys, dialect.CountFilled(tables.Keys), .. Parts(dialect, sql.NumberParts),
            dialect.CreateTable(tables.Rows, sql.RowColumns),
            sql.NumberRows, dialect.CountFilled(tables.Rows),
            dialect.CreateTable(tables.Outcome, sql.OutcomeColumns), sql.ReadRows, sql.ReadVersions,
            dialect.BulkInsert(tables.Outcome, sql.OutcomeColumns), dialect.CountFilled(tables.Outcome),
            .. Parts(dialect, sql.ValueParts), dialect.CreateTable(tables.Work, sql.WorkColumns), sql.Resolve,
            dialect.CountFilled(tables.Work), sql.End,
            sql.Correct, sql.Share, sql.LastNumber, sql.Add, sql.IndexTarget,
        ];
    }

    private static IEnumerable<string> Parts(Dialect dialect, IEnumerable<ScdPart> parts) =>
        parts.SelectMany(part => new[]
        {
            dialect.CreateTable(part.Table, part.Columns), part.Fill, dialect.CountFilled(part.Table),
        });

    private static string?[] OfSets(
        Dialect dialect, TableName table, VersionedRows rows, IReadOnlyList<RowColumn> written)
    {
        var tables = ScdTables.Of(dialect, table, 0);
        var sql = new ScdDialect(dialect, tables, rows);
        var history = new ScdHistoryDialect(dialect, tables, rows);
        var keys = new ScdKeyDialect(dialect, tables, rows);
        return
        [
            dialect.CountFilled(tables.Load), dialect.CreateTable(tables.Repeated, sql.KeyColumns), sql.FindRepeated,
            dialect.CountFilled(tables.Repeated), sql.RemoveDuplicates,
            .. sql.FindTwins is { } find ? [dialect.CreateTable(tables.Twins, sql.KeyColumns), find]
                : Array.Empty<string>(),
            dialect.CreateTable(tables.Work, sql.WorkColumns(written)), sql.Sort(written, true, false),
            dialect.CountFilled(tables.Work), sql.CountUnknown,
            history.CountWrong, dialect.CreateTable(tables.History, history.Columns), history.Fill, history.Judge,
            sql.IndexRows,
            .. rows.OfKey.Count == 0 && rows.Deleted is null ? Array.Empty<string>()
                : [dialect.CreateTable(tables.Keys, keys.KeyColumns), keys.FindKeys],
            .. rows.OfKey.Count == 0 ? Array.Empty<string>()
                :
                [
                    .. keys.HasSteps
                        ?
                        [
                            dialect.CreateTable(tables.Steps, keys.StepColumns), keys.FindSteps,
                            dialect.CountFilled(tables.Steps),
                        ]
                        : Array.Empty<string>(),
                    dialect.CreateTable(tables.Values, keys.ValueColumns), keys.FindValues(keys.HasSteps), keys.Judge,
                    .. keys.HasSteps ? [keys.JudgeSteps] : Array.Empty<string>(), keys.CountWritten, keys.Write,
                ],
            sql.Cut, history.CountMoved, history.Cut,
            .. rows.Closes ? [history.Reopen(written), history.JudgeReopened] : Array.Empty<string>(),
            sql.Correct, sql.LastNumber, sql.Add, sql.IndexTarget,
            .. rows.Deleted is null ? Array.Empty<string>()
                :
                [
                    dialect.CreateTable(tables.Back, sql.KeyColumns), sql.FindFlagged!,
                    dialect.CountFilled(tables.Back), sql.JudgeFlagged!, sql.Unflag!,
                ],
            .. !rows.IsWhole ? Array.Empty<string>()
                :
                [
                    sql.IndexLoad, dialect.CreateTable(tables.Gone, sql.KeyColumns), sql.FindMissing!,
                    dialect.CountFilled(tables.Gone), sql.CloseMissing!,
                ],
            sql.Count,
        ];
    }
}

namespace Orchestrator.Ledger.Columns;

/// <summary>The lists of columns of all records that statements select by their names.</summary>
internal static class ColumnLists
{
    private static readonly Dictionary<string, ColumnList> Known = new ColumnList[]
    {
        ActionColumns.All, AdoptionColumns.All, AlertColumns.All, ApprovalColumns.All, AttemptColumns.All,
        AttemptEvidenceColumns.All, AttemptSumColumns.All, AuditColumns.All, ErrorColumns.All, FileColumns.All,
        FiringColumns.All, LeaseColumns.All, NodeColumns.All, PurgeRunColumns.All, RequestColumns.All, RunColumns.All,
        RunEvidenceColumns.All, RunSampleColumns.All, SchedulePauseColumns.All, ScheduleStateColumns.All,
        ScopeColumns.All, ServerWaitColumns.All, ServiceColumns.All, StartRequestColumns.All, TokenColumns.All,
        TransitionColumns.All, WatermarkColumns.All, RunValueColumns.All, RunTurnColumns.All,
    }.ToDictionary(list => list.Record, StringComparer.Ordinal);

    public static IEnumerable<ColumnList> All => Known.Values;

    /// <summary>The list of a record as a statement selects it.</summary>
    /// <param name="record">The record's name.</param>
    /// <param name="table">What its table is called there; empty = no name is needed.</param>
    public static string Select(string record, string table) => string.Join(", ", Known[record].Names
        .Select(name => table.Length == 0 ? name : $"{table}.{name}"));

    /// <summary>Those columns of a record that are written together, as a statement sets them behind its first value.
    /// </summary>
    /// <param name="record">The record's name.</param>
    public static string Set(string record) => string.Join(", ", Known[record].WrittenNames
        .Select((name, place) => $"{name} = ?{place + 2}"));
}

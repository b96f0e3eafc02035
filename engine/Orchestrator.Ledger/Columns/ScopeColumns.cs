namespace Orchestrator.Ledger.Columns;

/// <summary>A scope.</summary>
internal static class ScopeColumns
{
    public static readonly ColumnList All = new("scope");
    public static readonly RecordColumn Scope = All.Next("scope");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Token = All.Next("token");
    public static readonly RecordColumn Connection = All.Next("connection");
    public static readonly RecordColumn Platform = All.Next("platform");
    public static readonly RecordColumn Server = All.Next("server");
    public static readonly RecordColumn DatabaseName = All.Next("database_name");
    public static readonly RecordColumn Kind = All.Next("kind");
    public static readonly RecordColumn SettingFound = All.Next("setting_found");
    public static readonly RecordColumn SettingSet = All.Next("setting_set");
    public static readonly RecordColumn Owner = All.Next("owner");
    public static readonly RecordColumn State = All.Next("state");
    public static readonly RecordColumn OpenedAt = All.Next("opened_at");
    public static readonly RecordColumn ChangedAt = All.Next("changed_at");
    public static readonly RecordColumn HardenedAt = All.Next("hardened_at");
    public static readonly RecordColumn ClosedAt = All.Next("closed_at");
    public static readonly RecordColumn Why = All.Next("why");
}

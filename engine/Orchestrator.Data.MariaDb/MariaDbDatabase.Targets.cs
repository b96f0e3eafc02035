namespace Orchestrator.Data.MariaDb;

/// <content>What a load can write.</content>
internal sealed partial class MariaDbDatabase
{
    /// <summary>What knows no transactions.</summary>
    public IReadOnlyList<(TableName Table, string Kind)> NoTargets() =>
        Rows(Question("no_targets"), row => (new TableName(null, row.GetString(0)), row.GetString(1)));
}

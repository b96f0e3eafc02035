using Orchestrator.Core.Types;

namespace Orchestrator.Data.Durability;

/// <summary>
/// Statements over the holders: a table of the engine's own in each database whose setting is changed, with one row per
/// run that keeps it relaxed, so that a second or a lost ledger finds the value that was there before. Text only.
/// </summary>
public sealed class HolderDialect(Dialect dialect)
{
    private const int IdMax = 36;
    private const int SettingMax = 60;
    private const int OwnerMax = 400;

    public TableName Table { get; } = dialect.OwnTable("durability_holders");

    /// <summary>Its columns: the ledger, its run, the setting found and set, by whom and since when.</summary>
    public IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("ledger", new SqlType(SqlTypeKind.VarChar, IdMax), Nullable: false),
        new("run", new SqlType(SqlTypeKind.BigInt), Nullable: false),
        new("setting_found", new SqlType(SqlTypeKind.VarChar, SettingMax), Nullable: false),
        new("setting_set", new SqlType(SqlTypeKind.VarChar, SettingMax), Nullable: false),
        new("owner", new SqlType(SqlTypeKind.NVarChar, OwnerMax), Nullable: false),
        new("since", new SqlType(SqlTypeKind.VarChar, SettingMax), Nullable: false),
    ];

    /// <summary>Keeps a second row of one run out.</summary>
    public TableKey OneRowPerRun { get; } = new("durability_holders_key", ["ledger", "run"]);

    /// <summary>The row of a run: @ledger, @run, @found, @set, @owner, @since.</summary>
    public string Add =>
        $"INSERT INTO {dialect.Quote(Table)} ({dialect.QuoteList(Columns.Select(column => column.Name))}) "
        + "VALUES (@ledger, @run, @found, @set, @owner, @since)";

    /// <summary>The first row behind @ledger, @run in the order of ledgers and runs, all columns.</summary>
    public string Next =>
        dialect.First(
            $"SELECT {dialect.QuoteList(Columns.Select(column => column.Name))} FROM {dialect.Quote(Table)} "
            + $"WHERE {dialect.Quote("ledger")} > @ledger OR ({dialect.Quote("ledger")} = @ledger "
            + $"AND {dialect.Quote("run")} > @run) ORDER BY {dialect.QuoteList(["ledger", "run"])}");

    /// <summary>Removes the row of a run: @ledger, @run.</summary>
    public string Remove =>
        $"DELETE FROM {dialect.Quote(Table)} WHERE {dialect.Quote("ledger")} = @ledger "
        + $"AND {dialect.Quote("run")} = @run";
}

using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <content>
/// Tables that a load works in. A change of definitions ends the transaction, so that whatever a table needs is made
/// with it, and nothing behind the rows.
/// </content>
public sealed partial class MariaDbDialect
{
    /// <summary>A table of another engine keeps its rows when it becomes one of InnoDB.</summary>
    public override string TargetAdvice(TableName table, string kind) =>
        kind.StartsWith("table", StringComparison.Ordinal)
            ? $"make it one of InnoDB (`ALTER TABLE {table.Name} ENGINE=InnoDB`)" : base.TargetAdvice(table, kind);

    public override RowColumn RowNumber => base.RowNumber with
    {
        Native = new NativeType(MariaDbPlatform.PlatformName, "bigint AUTO_INCREMENT PRIMARY KEY"),
    };

    /// <summary>Rows lie in the order of their numbers.</summary>
    public override IReadOnlyList<string> IndexRowNumber(TableName load) => [];

    public override string? LockRefusal => "LOCK TABLES would end the transaction of the load";

    public override string CountForPlans(TableName table) => $"ANALYZE TABLE {Quote(table)}";

    public override string DeleteSome(TableName table, string condition, int rows) =>
        $"DELETE FROM {Quote(table)} WHERE {condition} LIMIT {rows}";

    /// <summary>Joined, and each column by its table: both may have it.</summary>
    public override string UpdateFrom(
        TableName target, TableName from, IReadOnlyList<string> columns, string matches, string differ) =>
        $"UPDATE {Quote(target)} AS t JOIN {Quote(from)} AS s ON {matches} SET "
        + $"{string.Join(", ", columns.Select(Quote).Select(c => $"t.{c} = s.{c}"))} WHERE {differ}";

    public override string UpdateFrom(
        TableName target, TableName from, IReadOnlyList<(string Column, string Value)> sets, string where) =>
        $"UPDATE {Quote(target)} AS t JOIN {Quote(from)} AS s ON {where} SET "
        + string.Join(", ", sets.Select(set => $"t.{Quote(set.Column)} = {set.Value}"));

    /// <summary>As a join, which is hashed where no index is there; a subquery would look at all rows for each.
    /// </summary>
    public override string Unmatched(TableName table, string matches, string key) =>
        $"LEFT JOIN {Quote(table)} AS t ON {matches} WHERE t.{Quote(key)} IS NULL";

    public override bool IsOfKeyByRow(DatabaseFault fault) => fault.Code == "1062";

    public override string MoveAdvice => "MariaDB looks at a key with each row: the check, trigger or foreign key has "
        + "to go that is against what stands there in between, or a column of a key that is not the primary one has to "
        + "take NULL";

    /// <summary>Text, numbers and uuids, which the server makes anew for each row; a check, a trigger or the length may
    /// be against it.</summary>
    public override string? Parked(TableName table, RowColumn column, string number) =>
        ValueStorages.IsText(column.Type) ? (MayRefuse(column) ? null : Unlike(number))
        : column.Type.Kind == SqlTypeKind.UniqueIdentifier ? "uuid()"
        : column.Type.Kind != SqlTypeKind.Bit && column.Type.IsNumber
        ? $"least((SELECT min(p.{Quote(column.Name)}) FROM {Quote(table)} AS p), 0) - {number}"
        : null;

    /// <summary>A table of the engine's own, with its key: names that differ in any way are different there.</summary>
    internal string CreateTable(TableName table, IReadOnlyList<RowColumn> columns, TableKey key) =>
        With(CreateTable(table, columns), $"UNIQUE KEY {Quote(OwnPrefix + key.Name)} ({QuoteList(key.Columns)})")
        + " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";

    /// <summary>A target with the key that its <see cref="UniqueIndex"/> would be; without, where that is none. The
    /// options of the table go behind it.</summary>
    internal string CreateKeyedTable(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<RowColumn> key, string purpose)
    {
        var created = CreateTable(table, columns);
        return UniqueIndex(table, key, purpose).Length == 0 ? created
            : With(created, $"UNIQUE KEY {Quote(OwnPrefix + purpose)} ({QuoteList(key.Select(one => one.Name))})");
    }

    /// <summary>In one statement, as each is committed at once.</summary>
    public override IEnumerable<string> KeyedTable(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<RowColumn> key, string purpose) =>
        [CreateKeyedTable(table, columns, key, purpose)];

    /// <summary>A work table, with an index by which its rows are found, and one over numbers that are not counted
    /// there: an UPDATE joins row by row, and takes a minute over 100,000 that no index finds. The options of the table
    /// go behind it.</summary>
    /// <param name="load">Its name.</param>
    /// <param name="foundBy">Those that rows are looked for by; none = there is no index.</param>
    internal string CreateLoadTable(
        TableName load, IReadOnlyList<RowColumn> columns, IReadOnlyList<string> foundBy)
    {
        var created = CreateTable(load, columns);
        if (foundBy.Count > 0)
        {
            created = With(created, FoundBy(columns, foundBy));
        }

        return columns.Any(column => column.Name == RowNumber.Name && column.Native is null)
            ? With(created, $"KEY {Quote(OwnPrefix + "numbers")} ({Quote(RowNumber.Name)})") : created;
    }

    /// <summary>An index by which rows are found, as it stands in CREATE TABLE.</summary>
    /// <param name="columns">The columns of the table.</param>
    /// <param name="names">Those that rows are looked for by.</param>
    internal string FoundBy(IReadOnlyList<RowColumn> columns, IReadOnlyList<string> names)
    {
        var byName = ByName(columns, column => column.Name);
        return $"KEY {Quote(OwnPrefix + "found")} ({FoundBy([.. names.Select(byName.Find).OfType<RowColumn>()])})";
    }

    /// <summary>A query without its rows.</summary>
    internal static string NoRowOf(string query) => $"SELECT * FROM (\n{query}\n) AS orchestrator_described LIMIT 0";

    private static string With(string created, string key) => $"{created[..^2]},\n  {key}\n)";

    // No collation takes both characters for nothing.
    private static string Unlike(string number) => $"concat(char(1 USING utf8mb4), '~', {number})";
}

using Orchestrator.Core.Types;

namespace Orchestrator.Data.Scd;

/// <summary>Pieces of SQL that the statements of kind scd share.</summary>
internal sealed class ScdWords(Dialect dialect, VersionedRows rows)
{
    /// <summary>When a row begins to hold.</summary>
    public const string At = Dialect.OwnPrefix + "at";

    /// <summary>Where the version that it becomes begins.</summary>
    public const string From = Dialect.OwnPrefix + "from";

    /// <summary>Where that ends; NULL = it does not, whatever the target holds for that.</summary>
    public const string To = Dialect.OwnPrefix + "to";

    /// <summary>Its place in the history.</summary>
    public const string Version = Dialect.OwnPrefix + "version";

    /// <summary>Where the newest version of its key began before the delivery; NULL = there was none.</summary>
    public const string Known = Dialect.OwnPrefix + "known";

    /// <summary>What it does: see <see cref="ScdAction"/>.</summary>
    public const string Action = Dialect.OwnPrefix + "action";

    /// <summary>What it counts as: 0 unchanged, 1 inserted, 2 updated.</summary>
    public const string Outcome = Dialect.OwnPrefix + "outcome";

    /// <summary>1 = a look at the newest version of its key was enough.</summary>
    public const string Simple = Dialect.OwnPrefix + "simple";

    /// <summary>The row that says the newest, and the first.</summary>
    public const string Newest = Dialect.OwnPrefix + "newest";

    /// <summary>The earliest row of a key.</summary>
    public const string Earliest = Dialect.OwnPrefix + "earliest";

    /// <summary>1 = a value that all versions share is another.</summary>
    public const string Changed = Dialect.OwnPrefix + "changed";

    /// <summary>The number of a key.</summary>
    public const string KeyNumber = Dialect.OwnPrefix + "key";

    /// <summary>1 = the source has the key no more.</summary>
    public const string Deleted = Dialect.OwnPrefix + "deleted";

    // At most so many columns of the engine's own.
    private const int Beside = 16;

    private static readonly SqlType Int = new(SqlTypeKind.Int);
    private static readonly SqlType BigInt = new(SqlTypeKind.BigInt);

    /// <summary>Number of a row of the load table, quoted.</summary>
    public string Row => dialect.Quote(dialect.RowNumber.Name);

    /// <summary>The moment of the run.</summary>
    public string Moment => dialect.Typed(rows.From, "@moment");

    /// <summary>What a version without an end holds.</summary>
    public string Open => rows.To.Nullable ? "NULL" : dialect.Typed(rows.To, "@open");

    /// <summary>The end of a row of a work table as the target holds it.</summary>
    public string End(string alias) => rows.To.Nullable ? C(alias, To)
        : $"CASE WHEN {C(alias, To)} IS NULL THEN {Open} ELSE {C(alias, To)} END";

    /// <summary>A name quoted.</summary>
    public string Q(string name) => dialect.Quote(name);

    /// <summary>A column of a table by its alias.</summary>
    public string C(string alias, string name) => $"{alias}.{dialect.Quote(name)}";

    /// <summary>The key as a list.</summary>
    public string Key(string? alias = null) => string.Join(
        ", ", rows.Key.Select(column => alias is null ? Q(column.Name) : C(alias, column.Name)));

    /// <summary>A condition that two rows have one key.</summary>
    public string SameKey(string a, string b) =>
        Conditions.All(rows.Key.Select(column => $"{C(a, column.Name)} = {C(b, column.Name)}"));

    /// <summary>The first column of the key.</summary>
    public string Key1 => rows.Key[0].Name;

    /// <summary>The row numbers without their counting.</summary>
    public RowColumn Numbered => new(dialect.RowNumber.Name, BigInt, Nullable: false);

    /// <summary>A time of the work tables.</summary>
    public RowColumn Time(string name) => rows.From with { Name = name, Nullable = true, Source = ValueSource.Rows };

    /// <summary>A small number of the work tables.</summary>
    public static RowColumn Number(string name) => new(name, Int);

    /// <summary>A large number of the work tables.</summary>
    public static RowColumn LargeNumber(string name) => new(name, BigInt);

    /// <summary>The key in a work table.</summary>
    public IEnumerable<RowColumn> KeyColumns => rows.Key.Select(column => column with { Source = ValueSource.Rows });

    /// <summary>The columns of the target that all versions of a key share.</summary>
    public IEnumerable<RowColumn> SharedColumns => rows.OfKey.SelectMany(one =>
        one.Before is null ? (RowColumn[])[one.Column] : [one.Column, one.Before]);

    /// <summary>How often a statement joins a table that is as wide as the target, beside a few others: SQLite joins 64
    /// tables in all.</summary>
    public int JoinsMax => Math.Clamp(
        dialect.JoinedColumns / (rows.Key.Count + rows.Own.Count + SharedColumns.Count() + Beside), 8, 50);

    /// <summary>Those whose newest value all versions have.</summary>
    public IEnumerable<KeyColumn> NewestOfKey => rows.OfKey.Where(one => one.Value == KeyValue.Newest);

    /// <summary>Such a column of a table of versions, and where it comes from, by their aliases.</summary>
    public (RowColumn Column, string Held, string Delivered) Pair(KeyColumn one, string held, string delivered) =>
        (one.Column, C(held, one.Column.Name), C(delivered, one.Source));

    /// <summary>The column that says who wrote a version last, and the attempt.</summary>
    public (string Column, string Value) Attempt => (rows.Audit, "@attempt");

    /// <summary>Whether the version of a row of a work table has no end.</summary>
    public string IsCurrent(string alias) =>
        $"CASE WHEN {C(alias, To)} IS NULL THEN {dialect.Flag(true)} ELSE {dialect.Flag(false)} END";

    /// <summary>What lets the keys of a table be found; empty where it need not.</summary>
    public string IndexKeys(TableName table) => dialect.IndexWork(table, [.. rows.Key.Select(column => column.Name)]);
}

/// <summary>What a row of a delivery does to the versions of its key.</summary>
internal static class ScdAction
{
    /// <summary>It has to be looked at among all versions and rows of its key.</summary>
    public const string Unknown = "-1";

    /// <summary>Nothing.</summary>
    public const string None = "0";

    /// <summary>A new version begins.</summary>
    public const string New = "1";

    /// <summary>The version that begins with it is corrected.</summary>
    public const string Correct = "2";

    /// <summary>A key that was closed is opened again.</summary>
    public const string Reopen = "3";
}

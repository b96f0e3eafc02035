using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Absorb;

namespace Orchestrator.Data.Sqlite;

/// <summary>How names, types and statements are written for SQLite.</summary>
internal sealed class SqliteDialect : Dialect
{
    /// <summary>Name of the platform.</summary>
    internal const string Name = "SQLite";

    private const int NameBytesMax = 1000;

    // Words that would end the transaction, or that cannot run inside one.
    private static readonly string[] RefusedWords =
        ["BEGIN", "COMMIT", "END", "ROLLBACK", "VACUUM", "ATTACH", "DETACH"];

    private static readonly int[] KeyCodes =
    [
        SQLitePCL.raw.SQLITE_CONSTRAINT_UNIQUE, SQLitePCL.raw.SQLITE_CONSTRAINT_PRIMARYKEY,
        SQLitePCL.raw.SQLITE_CONSTRAINT_ROWID,
    ];

    /// <summary>The only one: it has no state.</summary>
    public static SqliteDialect Instance { get; } = new();

    /// <summary>Of a library as it is built by default, like those that come with it.</summary>
    public override int ColumnsMax => 2000;

    public override int ResultColumnsMax => ColumnsMax;

    public override string DeleteSome(TableName table, string condition, int rows) =>
        // Under the name of it that no column is likely to have.
        $"DELETE FROM {Quote(table)} WHERE _rowid_ IN "
        + $"(SELECT _rowid_ FROM {Quote(table)} WHERE {condition} LIMIT {rows})";

    public override string CountForPlans(TableName table) => $"ANALYZE {Quote(table)}";

    /// <summary>Rows that were only ever added have the numbers from 1 on; counting them reads all pages.</summary>
    public override string CountTaken(TableName table) => $"SELECT max(_rowid_) FROM {Quote(table)}";

    /// <summary>As a join, for which SQLite makes an index where there is none; a subquery would look at all rows for
    /// each.</summary>
    public override string Unmatched(TableName table, string matches, string key) =>
        $"LEFT JOIN {Quote(table)} AS t ON {matches} WHERE t.{Quote(key)} IS NULL";

    /// <summary>Removes a trigger or an index.</summary>
    public static string DropPart(string type, string name) =>
        $"DROP {(type == "index" ? "INDEX" : "TRIGGER")} \"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    public override string BeginText => "BEGIN IMMEDIATE";

    public override string Identity => "SELECT sqlite_version(), '', ''";

    /// <summary>SQLite has no schemas: crm and Customer become crm_Customer.</summary>
    public override TableName Table(string? schema, string name) =>
        new(null, string.IsNullOrEmpty(schema) ? name : $"{schema}_{name}");

    public override TableName LoadTable(TableName target, long attempt) => new(null, $"{OwnPrefix}load_{attempt}");

    public override TableName OwnTable(string name) => new(null, OwnPrefix + name);

    public override string? TableRefusal(TableName table)
    {
        if (table.Name.StartsWith("sqlite_", StringComparison.OrdinalIgnoreCase))
        {
            return "SQLite keeps names that begin with 'sqlite_' for itself";
        }

        return table.Name.StartsWith(OwnPrefix, StringComparison.OrdinalIgnoreCase)
            ? $"names that begin with '{OwnPrefix}' are the engine's own"
            : ColumnRefusal(table.Name);
    }

    public override string? ColumnRefusal(string name) => name.Length == 0 ? "it is empty"
        : name.Contains('\0', StringComparison.Ordinal)
        ? "it contains the character U+0000, which ends a text in SQLite"
        : HalfCharacter.IsIn(name) ? "it contains half of a surrogate pair, which no UTF-8 text can hold"
        : Encoding.UTF8.GetByteCount(name) > NameBytesMax ? $"it is longer than {NameBytesMax} bytes"
        : null;

    /// <summary>None is refused: what SQLite has no type for is kept as text or bytes.</summary>
    public override string? TypeRefusal(SqlType type) => null;

    /// <summary>A to Z and a to z are one, all else is as written.</summary>
    public override string Fold(string name) => string.Create(name.Length, name, static (folded, text) =>
    {
        for (var i = 0; i < text.Length; i++)
        {
            folded[i] = char.IsAsciiLetterUpper(text[i]) ? (char)(text[i] | 0x20) : text[i];
        }
    });

    public override string Quote(string name) => ColumnRefusal(name) is { } why
        ? throw new ArgumentException($"'{name}' is no name for SQLite: {why}.", nameof(name))
        : '"' + name.Replace("\"", "\"\"", StringComparison.Ordinal) + '"';

    /// <summary>With one of the four types that SQLite keeps as they are.</summary>
    public override string Declare(RowColumn column) =>
        $"{Quote(column.Name)} {TypeOf(column)}" + (column.Nullable ? "" : " NOT NULL");

    /// <summary>
    /// A table that a script made has no logical types: it fits if it is declared as we would declare it.
    /// </summary>
    public override bool IsMadeAs(RowColumn found, RowColumn wanted) =>
        found.Type == wanted.Type || found.Type == SqliteTypeMap.OfDeclaration(SqliteTypeMap.Declare(wanted.Type));

    public override RowColumn RowNumber =>
        base.RowNumber with { Native = new NativeType(Name, "INTEGER PRIMARY KEY") };

    public override IReadOnlyList<string> IndexRowNumber(TableName load) => [];

    /// <summary>Nobody else writes into the file anyway, and it is gone before the commit.</summary>
    public override (string Make, string Remove)? IndexWhileTried(TableName target, IReadOnlyList<string> key) => (
        $"CREATE INDEX {Quote(OwnPrefix + "tried")} ON {Quote(target)} ({QuoteList(key)})",
        $"DROP INDEX {Quote(OwnPrefix + "tried")}");

    public override string IndexWork(TableName table, IReadOnlyList<string> columns) =>
        $"CREATE INDEX {Quote(table.Name + "_index")} ON {Quote(table)} ({QuoteList(columns)})";

    /// <summary>With the table in its name: in a file names of indexes must differ.</summary>
    public override string UniqueIndex(TableName table, IReadOnlyList<RowColumn> columns, string purpose) =>
        $"CREATE UNIQUE INDEX {Quote($"{table.Name}_{purpose}")} ON {Quote(table)} "
        + $"({QuoteList(columns.Select(column => column.Name))})";

    public override string AreDistinct(RowColumn column, string left, string right) =>
        $"{Grouping(column, left)} IS NOT {right}";

    public override string Grouping(RowColumn column, string value) =>
        SqliteTypeMap.StorageOf(column.Type) == SqliteStorage.Text ? $"{value} COLLATE BINARY" : value;

    public override string? ComputeRefusal(SqlType type) =>
        SqliteTypeMap.Breaks(type, "v") is null ? $"SQLite keeps {type} in a form that it cannot check" : null;

    /// <summary>By the logical type: the column itself would take anything.</summary>
    public override string IsChanged(RowColumn column, string held, string value) =>
        $"{value} IS NOT NULL AND ({SqliteTypeMap.Breaks(column.Type, value)} OR {held} COLLATE BINARY IS NOT {value})";

    public override string? OrderRefusal(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Decimal when SqliteTypeMap.StorageOf(type) == SqliteStorage.Text =>
            $"decimals of more than {SqliteTypeMap.RealDigits} digits are kept as text",
        SqlTypeKind.DateTimeOffset => "times with an offset are kept as text",
        SqlTypeKind.Money => "money is kept as text",
        _ => null,
    };

    public override object Bound(TypedValue value, bool isBefore) => SqliteBound.Of(value, isBefore);

    public override string Incomparable(SqlType type, string column) => type.IsTemporal
        ? SqliteBound.OtherTimes(Quote(column))
        : $"typeof({Quote(column)}) NOT IN ('null', 'integer', 'real')";

    public override string Endless(SqlType type, string column) =>
        $"{Quote(column)} >= {(type.IsTemporal ? $"'{LastDays.From}'" : "9e999")}";

    public override string? IsInOtherForm(SqlType type, string value) => SqliteForms.IsOther(type, value);

    public override string? InAnyForm(SqlType type, string value) => SqliteForms.InAny(type, value);

    public override bool IsOfKeyByRow(DatabaseFault fault) =>
        KeyCodes.Any(code => fault.Code.EndsWith($"({code})", StringComparison.Ordinal));

    public override string MoveAdvice => "SQLite looks at a key with each row: the check, trigger or foreign key has "
        + "to go that is against what stands there in between, or a column of a key that is not the primary one has to "
        + "take NULL";

    /// <summary>Text, bytes and numbers; no check or trigger may be against it.</summary>
    public override string Parked(TableName table, RowColumn column, string number) =>
        SqliteTypeMap.StorageOf(column.Type) switch
        {
            SqliteStorage.Text => $"char(1) || {number}",
            SqliteStorage.Blob => $"CAST(char(1) || {number} AS BLOB)",
            _ => $"(SELECT min(coalesce(min(p.{Quote(column.Name)}), 0), 0) FROM {Quote(table)} AS p) - {number}",
        };

    public override AbsorbDialect Absorb(BufferedTable table) => new SqliteAbsorbDialect(this, table);

    public override int TokenLength(string sql, int place) => SqliteScript.TokenLength(sql, place);

    public override IEnumerable<ScriptStatement> Split(string script) => SqliteScript.Split(script);

    public override string? StatementRefusal(ScriptStatement statement)
    {
        if (RefusedWords.Contains(statement.FirstWord))
        {
            return "they are one transaction";
        }

        return statement.Text.Contains('\0', StringComparison.Ordinal)
            ? "it contains the character U+0000, where SQLite would stop reading"
            : null;
    }

    public override IEnumerable<string> Exchange(TableName load, TableName target) =>
        [Drop(target), $"ALTER TABLE {Quote(load)} RENAME TO {Quote(target)}"];

    /// <summary>
    /// Copies rows in the order in which they were written and stops at the first that the table refuses, keeping those
    /// before it.
    /// </summary>
    internal string InsertUntilRefused(TableName from, TableName into, IReadOnlyList<string> columns)
    {
        var list = QuoteList(columns);
        return $"INSERT OR FAIL INTO {Quote(into)} ({list}) SELECT {list} FROM {Quote(from)} ORDER BY rowid";
    }

    /// <summary>Copies the one row that so many (@rows) were written before.</summary>
    internal string InsertOne(TableName from, TableName into, IReadOnlyList<string> columns) =>
        $"INSERT INTO {Quote(into)} ({QuoteList(columns)}) " + RowAfter(from, columns);

    /// <summary>Columns of the one row that so many (@rows) were written before.</summary>
    internal string RowAfter(TableName table, IReadOnlyList<string> columns) =>
        $"SELECT {QuoteList(columns)} FROM {Quote(table)} ORDER BY rowid LIMIT 1 OFFSET @rows";

    /// <summary>
    /// The place, from 1 on, of a row that is in a table ($table), too, and points to one that is not there; 0 = none.
    /// It is the first of those that are looked at, which are few: each is looked for among all rows.
    /// </summary>
    internal string FirstOrphan(TableName from, TableName into, IReadOnlyList<string> columns)
    {
        var same = string.Join(" AND ", columns.Select(name => $"l.{Quote(name)} IS t.{Quote(name)}"));
        return $"SELECT count(*) FROM {Quote(from)} WHERE rowid <= (SELECT min(l.rowid) FROM {Quote(into)} AS t "
            + $"JOIN {Quote(from)} AS l ON {same} "
            + "WHERE t.rowid IN (SELECT rowid FROM pragma_foreign_key_check($table) LIMIT 20))";
    }

    private static string TypeOf(RowColumn column) =>
        column.Native is { Platform: Name } own ? own.Declaration : SqliteTypeMap.Declare(column.Type);
}

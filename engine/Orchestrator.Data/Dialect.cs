using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// How a platform writes names, types and statements: text only, it connects to nothing. Names reach SQL through
/// <see cref="Quote(string)"/> and nowhere else.
/// </summary>
public abstract partial class Dialect : ColumnRules
{
    /// <summary>Names of tables that begin so are the engine's own; with schemas also those of schemas.</summary>
    public const string OwnPrefix = "orchestrator_";

    /// <summary>The table of a schema and name as metadata write them; null and empty mean the platform's
    /// default.</summary>
    public abstract TableName Table(string? schema, string name);

    /// <summary>A table as the platform compares its name; '' for no schema.</summary>
    public (string Schema, string Name) Fold(TableName table) => (Fold(table.Schema ?? ""), Fold(table.Name));

    /// <summary>Tables by their names.</summary>
    public Named<TableName, T> ByTable<T>(IEnumerable<T> tables, Func<T, TableName> nameOf)
        where T : class => new(tables, nameOf, name => Fold(name));

    /// <summary>The load table of an attempt on a target.</summary>
    public abstract TableName LoadTable(TableName target, long attempt);

    /// <summary>A table of the engine's own.</summary>
    public virtual TableName OwnTable(string name) => new("orchestrator", name);

    /// <summary>Why a name cannot be used for a table, as the end of a sentence; null where it can.</summary>
    public abstract string? TableRefusal(TableName table);

    /// <summary>
    /// Why values may not pass undecoded from a column into another, as the end of a sentence; null where they may,
    /// because nothing could become of them that the guard would find.
    /// </summary>
    public virtual string? PassRefusal(RowColumn source, RowColumn target) => "its platform passes no rows through";

    /// <summary>
    /// Why INSERT … SELECT may not copy a column into another, as the end of a sentence; null where it may, because
    /// nothing could become of a value that the guard would find.
    /// </summary>
    public virtual string? CopyRefusal(RowColumn source, RowColumn target) => PassRefusal(source, target);

    /// <summary>The name quoted.</summary>
    /// <exception cref="ArgumentException">No quoting makes it a name; ask the refusal first.</exception>
    public abstract string Quote(string name);

    /// <summary>The column as it stands in CREATE TABLE: name, type, NULL or NOT NULL.</summary>
    public abstract string Declare(RowColumn column);

    /// <summary>Length of what stands at a place of SQL: a comment, string, quoted name or word, else one character.
    /// </summary>
    public abstract int TokenLength(string sql, int place);

    /// <summary>
    /// Length of all from a place of SQL on that some servers run and others pass over, so that these may see quotes
    /// where those see code; 0 = nothing of that kind begins there.
    /// </summary>
    public virtual int UnsureLength(string sql, int place) => 0;

    /// <summary>A query in two: what only begins a statement, and what can stand in brackets.</summary>
    protected internal virtual (string With, string Select) PartWith(string query) => ("", query);

    /// <summary>A script in the pieces in which the platform takes it, in order.</summary>
    public abstract IEnumerable<ScriptStatement> Split(string script);

    /// <summary>
    /// Why a statement cannot stand in a package, whose statements are one transaction, as the end of a sentence; null
    /// where it can.
    /// </summary>
    public abstract string? StatementRefusal(ScriptStatement statement);

    /// <summary>What begins a transaction that writes, for showing.</summary>
    public abstract string BeginText { get; }

    /// <summary>
    /// Asks for one row: the server's version, the database's name and the user's, empty where there is none. A version
    /// that does not begin with a number is as new as any.
    /// </summary>
    public abstract string Identity { get; }

    /// <summary>The oldest version of the server that the driver works with; empty where it brings its own.</summary>
    public virtual string VersionMin => "";

    /// <summary>
    /// The statements that give a role its rights, in an order in which they can be run; empty where the platform knows
    /// no roles.
    /// </summary>
    /// <param name="role">The role or user, which is there.</param>
    /// <param name="database">The database; null = unknown, then nothing says that the role may connect.</param>
    public virtual IEnumerable<string> Grants(string role, string? database, IReadOnlyList<Right> rights) => [];

    /// <summary>The SELECT so that it returns one row only.</summary>
    protected internal virtual string First(string select) => $"{select} LIMIT 1";

    /// <summary>The statement that returns the rows of a procedure or function, its arguments @p1 and on.</summary>
    /// <exception cref="NotSupportedException">The platform has no procedures.</exception>
    public virtual string RowsOf(ProcedureCall call) => throw new NotSupportedException("no procedures");

    /// <summary>What calls a procedure, for showing.</summary>
    /// <exception cref="NotSupportedException">The platform has no procedures.</exception>
    public virtual string CallText(ProcedureCall call) => RowsOf(call);

    /// <summary>What counts rows, however many there are.</summary>
    protected internal virtual string CountRows => "count(*)";

    /// <summary>Puts a load table in the place of its target.</summary>
    /// <param name="load">The load table.</param>
    /// <param name="target">The target, which is there.</param>
    public abstract IEnumerable<string> Exchange(TableName load, TableName target);

    /// <summary>The table quoted.</summary>
    public string Quote(TableName table) =>
        table.Schema is null ? Quote(table.Name) : $"{Quote(table.Schema)}.{Quote(table.Name)}";

    /// <summary>Names quoted, with commas between.</summary>
    public string QuoteList(IEnumerable<string> names) => string.Join(", ", names.Select(Quote));

    /// <summary>CREATE TABLE.</summary>
    public string CreateTable(TableName table, IReadOnlyList<RowColumn> columns) =>
        $"CREATE TABLE {Quote(table)} (\n  " + string.Join(",\n  ", columns.Select(Declare)) + "\n)";

    /// <summary>Adds a column that takes NULL to a table that is there.</summary>
    public string AddColumn(TableName table, RowColumn column) =>
        $"ALTER TABLE {Quote(table)} ADD {Declare(column with { Nullable = true })}";

    /// <summary>INSERT of one row with a parameter per column, @p1 and on.</summary>
    public virtual string Insert(TableName table, IReadOnlyList<string> columns) =>
        $"INSERT INTO {Quote(table)} ({QuoteList(columns)}) {KeepNumbers}"
        + $"VALUES ({string.Join(", ", columns.Select((_, i) => $"@p{i + 1}"))})";

    /// <summary>What writes row batches, for showing; the INSERT where that is sent once per row.</summary>
    public virtual string BulkInsert(TableName table, IReadOnlyList<RowColumn> columns) =>
        Insert(table, [.. columns.Select(column => column.Name)]);

    /// <summary>Whether a column that is there is what the platform makes of a wanted one, but for NULL.</summary>
    public virtual bool IsMadeAs(RowColumn found, RowColumn wanted) =>
        found.Type == wanted.Type
        || Declare(found with { Name = wanted.Name, Nullable = wanted.Nullable }) == Declare(wanted);

    /// <summary>Copies the named columns of all rows of one table into another.</summary>
    /// <param name="from">The table that is read.</param>
    /// <param name="into">The table that is written.</param>
    /// <param name="isPart">Whether only of a load table's rows from number @first to @last.</param>
    /// <param name="sortedBy">Columns in whose order they are written; none = any.</param>
    public string InsertSelect(
        TableName from, TableName into, IReadOnlyList<string> columns, bool isPart = false,
        params IReadOnlyList<string> sortedBy)
    {
        var list = QuoteList(columns);
        return $"INSERT INTO {Quote(into)} ({list}) {KeepNumbers}SELECT {list} FROM {Quote(from)}"
            + (isPart ? $" WHERE {Quote(RowNumber.Name)} BETWEEN @first AND @last" : "")
            + (sortedBy.Count > 0 ? $" ORDER BY {QuoteList(sortedBy)}" : "");
    }

    /// <summary>Lets an INSERT bring the numbers of a column that the server counts; stands before its rows.</summary>
    protected internal virtual string KeepNumbers => "";

    /// <summary>Keeps others from writing a table until the transaction ends; empty where nobody can anyway.</summary>
    public virtual string LockTable(TableName table) => "";

    /// <summary>Why a load cannot keep others from its table, as the end of a sentence; null where it can, or nobody
    /// writes it meanwhile anyway.</summary>
    public virtual string? LockRefusal => null;

    /// <summary>Lets the server count the rows of a table for its plans.</summary>
    public abstract string CountForPlans(TableName table);

    /// <summary>
    /// Asks the server for its own count of the rows that the open transaction has put into the table, also given as
    /// @schema and @name; below 0 = it keeps none. Null = the platform does not tell.
    /// </summary>
    public virtual string? CountTaken(TableName table) => null;

    /// <summary>Copies what a SELECT returns into a table.</summary>
    /// <param name="select">The SELECT, without an order.</param>
    /// <param name="into">The table that is written.</param>
    /// <param name="columns">Columns of the SELECT, and those of the table that they go into.</param>
    /// <param name="filled">Columns with one value for all rows, and the parameters that hold them.</param>
    public string InsertSelect(
        string select, TableName into, IReadOnlyList<(string From, string To)> columns,
        IReadOnlyList<(string To, string Parameter)> filled) =>
        $"INSERT INTO {Quote(into)} ({QuoteList([.. columns.Select(c => c.To), .. filled.Select(c => c.To)])})\n"
        + KeepNumbers + "SELECT "
        + string.Join(", ", [.. columns.Select(c => $"q.{Quote(c.From)}"), .. filled.Select(c => c.Parameter)])
        + $"\nFROM ({select}\n) AS q";

    /// <summary>Marks a place in the transaction to come back to.</summary>
    public virtual string Savepoint => "SAVEPOINT part";

    /// <summary>Takes back what was done since the mark, which stays.</summary>
    public virtual string BackToSavepoint => "ROLLBACK TO SAVEPOINT part";

    /// <summary>Forgets the mark.</summary>
    public virtual string ReleaseSavepoint => "RELEASE SAVEPOINT part";

    /// <summary>Gives a table of the engine's own its key.</summary>
    public string CreateKey(TableName table, TableKey key) =>
        $"{CreateUnique} {Quote(OwnPrefix + key.Name)} ON {Quote(table)} ({QuoteList(key.Columns)})";

    /// <summary>What begins the statement that gives a table of the engine's own its one index, a unique one.</summary>
    protected virtual string CreateUnique => "CREATE UNIQUE INDEX";

    /// <summary>Columns of the row of a load table with number @first.</summary>
    public string RowOf(TableName load, IReadOnlyList<string> columns) =>
        $"SELECT {QuoteList(columns)} FROM {Quote(load)} WHERE {Quote(RowNumber.Name)} = @first";

    /// <summary>The column that numbers the rows of a load table as they are written.</summary>
    public virtual RowColumn RowNumber =>
        new(OwnPrefix + "row", new SqlType(SqlTypeKind.BigInt), Nullable: false);

    /// <summary>A condition that two values differ in any way, NULL being equal to NULL; text is compared character by
    /// character.</summary>
    /// <param name="left">One value.</param>
    /// <param name="right">The other.</param>
    public virtual string AreDistinct(RowColumn column, string left, string right) =>
        $"{left} IS DISTINCT FROM {right}";

    /// <summary>What groups values just as <see cref="AreDistinct(RowColumn, string, string)"/> tells them apart; may
    /// be several, with commas.</summary>
    public virtual string Grouping(RowColumn column, string value) => value;

    /// <summary>
    /// Why nobody could tell whether a computed value has become another in a column of a type, as the end of a
    /// sentence; null where <see cref="IsChanged"/> tells.
    /// </summary>
    public abstract string? ComputeRefusal(SqlType type);

    /// <summary>A condition that a column holds something else than the value that was written into it.</summary>
    /// <param name="held">What it holds.</param>
    /// <param name="value">What an expression had returned, of any type.</param>
    public abstract string IsChanged(RowColumn column, string held, string value);

    /// <summary>Why values of a type cannot be put in order, as the end of a sentence; null where they can.</summary>
    public virtual string? OrderRefusal(SqlType type) => null;

    /// <summary>Copies columns from the rows of one table (s) over the rows of another (t) that match.</summary>
    /// <param name="target">The table that is changed, named t in the conditions.</param>
    /// <param name="from">The other, named s.</param>
    /// <param name="matches">Condition that two rows belong together.</param>
    /// <param name="differ">Condition that one is to be changed.</param>
    public virtual string UpdateFrom(
        TableName target, TableName from, IReadOnlyList<string> columns, string matches, string differ) =>
        $"UPDATE {Quote(target)} AS t SET {string.Join(", ", columns.Select(Quote).Select(c => $"{c} = s.{c}"))} "
        + $"FROM {Quote(from)} AS s WHERE {matches} AND {differ}";

    /// <summary>What leaves, behind FROM, the rows that match none of a table's (t).</summary>
    /// <param name="table">The table, named t in the condition.</param>
    /// <param name="matches">Condition that two rows belong together.</param>
    /// <param name="key">A column of the table that holds no NULL in a row that matches.</param>
    public virtual string Unmatched(TableName table, string matches, string key) =>
        $"WHERE NOT EXISTS (SELECT 1 FROM {Quote(table)} AS t WHERE {matches})";

    /// <summary>Removes the rows whose value is @from or more, and less than @to.</summary>
    /// <param name="hasFrom">Whether there is a first value.</param>
    /// <param name="hasTo">Whether there is one behind the last.</param>
    public string DeleteRange(TableName table, RowColumn column, bool hasFrom, bool hasTo) =>
        $"DELETE FROM {Quote(table)} WHERE " + string.Join(" AND ", (string[])
        [
            .. hasFrom ? [$"{Quote(column.Name)} >= {Limit(column, "@from")}"] : Array.Empty<string>(),
            .. hasTo ? [$"{Quote(column.Name)} < {Limit(column, "@to")}"] : Array.Empty<string>(),
        ]);

    /// <summary>A bound of a watermark as its parameter takes it, so that values compare by what they mean.</summary>
    /// <param name="value">The bound.</param>
    /// <param name="isBefore">Whether it stands before the values that equal it (&gt;=, &lt;), or behind.</param>
    public virtual object Bound(TypedValue value, bool isBefore) => value;

    /// <summary>A condition that finds values of a column which no bound of a type compares with; null = there are
    /// none.</summary>
    public virtual string? Incomparable(SqlType type, string column) => null;

    /// <summary>A condition that finds values behind which nothing comes; null = there are none.</summary>
    public virtual string? Endless(SqlType type, string column) =>
        type.IsTemporal ? $"{Quote(column)} >= '{LastDays.From.Replace("-", "", StringComparison.Ordinal)}'" : null;

    /// <summary>A text parameter as a value of a column, in the form of <see cref="ValueFormat"/>.</summary>
    protected internal virtual string Limit(RowColumn column, string parameter) => parameter;

    /// <summary>Takes the row with number @first out of a load table.</summary>
    public string DeleteRowOf(TableName load) =>
        $"DELETE FROM {Quote(load)} WHERE {Quote(RowNumber.Name)} = @first";

    /// <summary>Removes all rows.</summary>
    public string DeleteAll(TableName table) => $"DELETE FROM {Quote(table)}";

    /// <summary>Removes some of the rows that meet a condition, so that none is locked for long.</summary>
    public abstract string DeleteSome(TableName table, string condition, int rows);

    /// <summary>Removes the rows that have @value in a column.</summary>
    public string DeleteWith(TableName table, string column) =>
        $"DELETE FROM {Quote(table)} WHERE {Quote(column)} = @value";

    /// <summary>Removes the table, if it is there.</summary>
    public string Drop(TableName table) => $"DROP TABLE IF EXISTS {Quote(table)}";

    /// <summary>The right that <see cref="LockTable"/> needs beside reading the table; null = none.</summary>
    public virtual RightKind? LockRight => null;

    /// <summary>
    /// The right in the schema of a table that counts rows itself, which an exchange that keeps the table needs beside
    /// <see cref="RightKind.Own"/>; null = none.
    /// </summary>
    public virtual RightKind? NumbersRight => null;

    /// <summary>Number of rows.</summary>
    public string Count(TableName table) => $"SELECT {CountRows} FROM {Quote(table)}";

    /// <summary>The values of columns and how many rows have them.</summary>
    public string CountBy(TableName table, IReadOnlyList<string> columns) =>
        $"SELECT {QuoteList(columns)}, {CountRows} AS {Quote("Rows")} FROM {Quote(table)} "
        + $"GROUP BY {QuoteList(columns)}";

    /// <summary>
    /// Reads columns of a table; an expression in SQL stands for its column, with @@this for the column itself.
    /// </summary>
    /// <param name="columns">Names and expressions (null = the column); empty = all columns.</param>
    /// <param name="where">Condition in SQL; null = all rows.</param>
    public string Select(TableName table, IReadOnlyList<(string Name, string? Expression)> columns, string? where)
    {
        var list = columns.Count == 0 ? "*" : string.Join(", ", columns.Select(Expression));
        var condition = string.IsNullOrWhiteSpace(where) ? "" : $" WHERE ({where}\n)";
        return $"SELECT {list} FROM {Quote(table)}{condition}";
    }

    /// <summary>How many values (of the columns together) occur more than once; one with NULL is none.</summary>
    public string CountDuplicates(TableName table, IReadOnlyList<string> columns) =>
        $"SELECT {CountRows} FROM (SELECT 1 AS one {Repeated(table, columns)}) AS repeated";

    /// <summary>One value that occurs more than once.</summary>
    public string FirstDuplicate(TableName table, IReadOnlyList<string> columns) =>
        First($"SELECT {QuoteList(columns)} {Repeated(table, columns)}");

    /// <summary>The columns of one row that holds NULL in another.</summary>
    public string FirstNull(TableName table, string column, IReadOnlyList<string> shown) =>
        First($"SELECT {QuoteList(shown)} FROM {Quote(table)} WHERE {Quote(column)} IS NULL");

    /// <summary>How many rows hold less than @value in the column.</summary>
    public string CountBelow(TableName table, string column) =>
        $"SELECT {CountRows} FROM {Quote(table)} WHERE {Quote(column)} < @value";

    /// <summary>How many rows hold NULL in the column.</summary>
    public string CountNulls(TableName table, string column) =>
        $"SELECT {CountRows} FROM {Quote(table)} WHERE {Quote(column)} IS NULL";

    /// <summary>Where the name of a load table begins: its attempt, and which target it is for.</summary>
    protected static string LoadTableHead(TableName target, long attempt)
    {
        const int hashChars = 10;
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes($"{target}")))[..hashChars];
        return string.Create(CultureInfo.InvariantCulture, $"load_{attempt}_{hash}_");
    }

    private string Repeated(TableName table, IReadOnlyList<string> columns) =>
        $"FROM {Quote(table)} WHERE {Conditions.All(columns.Select(name => $"{Quote(name)} IS NOT NULL"))} "
        + $"GROUP BY {QuoteList(columns)} HAVING {CountRows} > 1";

    private string Expression((string Name, string? Expression) column)
    {
        var name = Quote(column.Name);
        return column.Expression is null
            ? name
            : $"({column.Expression.Replace("@@this", name, StringComparison.Ordinal)}\n) AS {name}";
    }
}

/// <summary>One piece of a script.</summary>
/// <param name="Text">The statement without the comments before it.</param>
/// <param name="Line">Line of its first word, from 1.</param>
/// <param name="FirstWord">Its first word in upper case.</param>
public sealed record ScriptStatement(string Text, int Line, string FirstWord);

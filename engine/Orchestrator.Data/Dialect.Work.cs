using Orchestrator.Data.Absorb;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data;

/// <content>Tables that a load works in beside its load table, and statements that change rows by those of another
/// table.</content>
public abstract partial class Dialect
{
    /// <summary>Statements that let parts of a load table be found by row number, and be known for as small as they
    /// are; none where they are anyway.</summary>
    public virtual IReadOnlyList<string> IndexRowNumber(TableName load) =>
        [$"CREATE INDEX {Quote(OwnPrefix + "row_number")} ON {Quote(load)} ({Quote(RowNumber.Name)})"];

    /// <summary>Makes an index by which single rows of a target are found by their key, and removes it; null where that
    /// would keep others from the table.</summary>
    /// <param name="key">The columns of its key.</param>
    public virtual (string Make, string Remove)? IndexWhileTried(TableName target, IReadOnlyList<string> key) => null;

    /// <summary>The greatest row number of a load table.</summary>
    public string LastRowNumber(TableName load) => $"SELECT max({Quote(RowNumber.Name)}) FROM {Quote(load)}";

    /// <summary>The number that this session gave to the last row that it has written into a load table.</summary>
    public virtual string LastNumberGiven(TableName load) => LastRowNumber(load);

    /// <summary>
    /// The greatest number of a row of @attempt in an error table; 0 where there is none. What its columns are called
    /// is the caller's matter.
    /// </summary>
    public string LastRejected(TableName table, string number, string attempt) =>
        $"SELECT coalesce(max({Quote(number)}), 0) FROM {Quote(table)} WHERE {Quote(attempt)} = @attempt";

    /// <summary>Most columns of a table.</summary>
    public virtual int ColumnsMax => int.MaxValue;

    /// <summary>Most columns of what a query returns.</summary>
    public virtual int ResultColumnsMax => int.MaxValue;

    /// <summary>About so many columns of tables, all counted, one query joins within the time that it is worth.
    /// </summary>
    public virtual int JoinedColumns => int.MaxValue;

    /// <summary>Lets what follows in the transaction name many columns without being prepared for longer than it runs;
    /// empty where it is not.</summary>
    public virtual string WideWork => "";

    /// <summary>What to do, other than to name another target, where a target is of a kind that no load can write.
    /// </summary>
    /// <param name="table">The target.</param>
    public virtual string TargetAdvice(TableName table, string kind) => $"remove the {kind}";

    /// <summary>Most bytes of the numbers and times of a row, which stand in it whatever becomes of long values.
    /// </summary>
    public virtual int RowBytesMax => int.MaxValue;

    /// <summary>Why a table cannot have columns that are declared so, few as they may be, as the end of a sentence;
    /// null where it can.</summary>
    public virtual string? WidthRefusal(IReadOnlyList<RowColumn> columns) => null;

    /// <summary>The table of rows that are staged before they are computed into the load table.</summary>
    public TableName StagedTable(TableName target, long attempt) => WorkTable(target, attempt, "rows");

    /// <summary>A further table of an attempt on a target.</summary>
    /// <param name="attempt">Number of the attempt.</param>
    /// <param name="word">What it is, in four letters: names have no room for more.</param>
    public TableName WorkTable(TableName target, long attempt, string word)
    {
        const string loads = "load_";
        var load = LoadTable(target, attempt);
        var at = load.Name.IndexOf(loads, StringComparison.Ordinal);
        return load with { Name = $"{load.Name[..at]}{word}_{load.Name[(at + loads.Length)..]}" };
    }

    /// <summary>Sets columns of the rows of one table (t) that go with rows of another (s).</summary>
    /// <param name="target">The table that is changed, named t in values and condition.</param>
    /// <param name="from">The other, named s.</param>
    /// <param name="sets">The columns and what they are set to.</param>
    /// <param name="where">Condition that two rows go together; at most one goes with each that is changed.</param>
    public virtual string UpdateFrom(
        TableName target, TableName from, IReadOnlyList<(string Column, string Value)> sets, string where) =>
        $"UPDATE {Quote(target)} AS t SET {Assigned(sets)} FROM {Quote(from)} AS s WHERE {where}";

    /// <summary>Sets columns of the rows of a table, named t, that meet a condition.</summary>
    public virtual string Update(TableName table, IReadOnlyList<(string Column, string Value)> sets, string where) =>
        $"UPDATE {Quote(table)} AS t SET {Assigned(sets)} WHERE {where}";

    /// <summary>
    /// An UPDATE of a table that it names t as a question how many rows hold a value that it sets, once all triggers
    /// have had their say; null = the platform cannot be asked.
    /// </summary>
    public virtual string? CountHeld(string update, string column, string value) => null;

    /// <summary>
    /// Has constraints of a transaction looked at by each statement, as what waits for the commit cannot be told from
    /// other rows then; empty where none that a load may write waits, or nothing changes it.
    /// </summary>
    public virtual string LookAtConstraints => "";

    /// <summary>Columns with their new values, as they stand behind SET.</summary>
    protected string Assigned(IReadOnlyList<(string Column, string Value)> sets) =>
        string.Join(", ", sets.Select(set => $"{Quote(set.Column)} = {set.Value}"));

    /// <summary>A condition that the values of one of several columns differ, as that of one column tells it.
    /// </summary>
    public virtual string AreDistinct(IReadOnlyList<(RowColumn Column, string Left, string Right)> values) =>
        Conditions.Any(values.Select(one => AreDistinct(one.Column, one.Left, one.Right)));

    /// <summary>Whether a failure says that a row breaks a key that <see cref="IDatabase.KeysByRow"/> tells of.
    /// </summary>
    public virtual bool IsOfKeyByRow(DatabaseFault fault) => false;

    /// <summary>What to do where values of such a key move between rows, and nothing takes them out of the way; after a
    /// comma, without a point.</summary>
    public virtual string MoveAdvice => "the rows have to be loaded one after the other";

    /// <summary>A value in SQL that is in no row of a column (t) and another one for each row of a load table
    /// (s), for as long as values move between rows; null = there is none for its type.</summary>
    /// <param name="number">The number of the row (s) in the load table.</param>
    public virtual string? Parked(TableName table, RowColumn column, string number) => null;

    /// <summary>Counts the rows that meet a condition, beside other counts.</summary>
    public virtual string CountWhere(string condition) => $"count(CASE WHEN {condition} THEN 1 END)";

    /// <summary>What a column of type bit holds, as a constant.</summary>
    public virtual string Flag(bool value) => value ? "1" : "0";

    /// <summary>Whether there are operators with @ in them, such as &lt;@, and @ alone.</summary>
    public virtual bool HasOperatorsOfAt => false;

    /// <summary>A text parameter as a value of a column's type wherever it stands.</summary>
    public virtual string Typed(RowColumn column, string parameter) => Limit(column, parameter);

    /// <summary>Lets the server count the rows of a table that was just filled for its plans; empty where it knows
    /// them or plans by nothing.</summary>
    public virtual string CountFilled(TableName table) => "";

    /// <summary>Gives what follows in the transaction memory to join whole tables; empty where the server sees to it.
    /// </summary>
    public virtual string WorkMemory => "";

    /// <summary>Lets rows of a work table be found by columns where no join would see to that itself; empty where one
    /// does.</summary>
    public virtual string IndexWork(TableName table, IReadOnlyList<string> columns) => "";

    /// <summary>How a buffer of rows on their way into a table is made and drained.</summary>
    public abstract AbsorbDialect Absorb(BufferedTable table);

    /// <summary>How plans of statements are written; null where nobody can see them.</summary>
    public virtual QueryPlanDialect? QueryPlans => null;

    /// <summary>Why rows cannot be told apart by values of a column, as the end of a sentence; null where they can.
    /// </summary>
    public virtual string? KeyRefusal(RowColumn column) => null;

    /// <summary>Keeps one row for each value of columns together, and lets it be found.</summary>
    /// <param name="purpose">What they are together: a part of its name, where it needs one.</param>
    public virtual string UniqueIndex(TableName table, IReadOnlyList<RowColumn> columns, string purpose) =>
        $"CREATE UNIQUE INDEX {Quote(OwnPrefix + purpose)} ON {Quote(table)} "
        + $"({QuoteList(columns.Select(column => column.Name))})";

    /// <summary>Makes a table with its <see cref="UniqueIndex"/>, if that is one.</summary>
    /// <param name="table">The table.</param>
    /// <param name="columns">Its columns.</param>
    /// <param name="key">Those of the index.</param>
    /// <param name="purpose">What they are together.</param>
    public virtual IEnumerable<string> KeyedTable(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<RowColumn> key, string purpose) =>
        new[] { CreateTable(table, columns), UniqueIndex(table, key, purpose) }.Where(text => text.Length > 0);
}

using Orchestrator.Data.Calibrate;

namespace Orchestrator.Data;

/// <summary>
/// One open connection to a database. Used by one thread, but for <see cref="Interruption"/>. Throws the driver's own
/// exceptions; <see cref="IPlatform.Explain"/> tells what they mean.
/// </summary>
public partial interface IDatabase : IDisposable
{
    /// <summary>Its platform.</summary>
    IPlatform Platform { get; }

    /// <summary>Begins a transaction that will write.</summary>
    /// <exception cref="OperationCanceledException">The token fired while waiting for a lock.</exception>
    void Begin(CancellationToken cancellation);

    /// <summary>Commits.</summary>
    void Commit();

    /// <summary>Rolls back where a transaction is open. Never throws; <see cref="Interruption.Spare"/>.</summary>
    void Rollback();

    /// <summary>
    /// Runs a statement with parameters (`@name` on every platform). One that is a
    /// <see cref="Core.Types.TypedValue"/> has
    /// its type for the database, too.
    /// </summary>
    /// <returns>Rows changed.</returns>
    long Execute(string sql, params IReadOnlyList<(string Name, object? Value)> values);

    /// <summary>
    /// Runs a statement that changes the marker of a table, which another transaction may have locked: tries again
    /// until it is free.
    /// </summary>
    /// <param name="sql">The statement.</param>
    /// <param name="heldUp">Told who has it while it waits ("run 482 (Staging/customer)"), and null at the end; not
    /// called where the platform has one writer at a time, whose turn we have.</param>
    /// <param name="values">Parameters; @schema and @name say which table.</param>
    /// <returns>Rows changed.</returns>
    /// <exception cref="OperationCanceledException">The token of the connection fired while waiting.</exception>
    long ExecuteOnMarker(
        string sql, Action<string?> heldUp, params IReadOnlyList<(string Name, object? Value)> values) =>
        Execute(sql, values);

    /// <summary>The first value of the first row as a number; 0 where there is none.</summary>
    long Number(string sql, params IReadOnlyList<(string Name, object? Value)> values);

    /// <summary>Runs statements that may return rows and goes through all of them, keeping the first.</summary>
    Answer Ask(string sql, params IReadOnlyList<(string Name, object? Value)> values);

    /// <summary>
    /// Why nobody could tell whether the only column of a question becomes another value in a column, as the end of a
    /// sentence; null where one can. Does not run the question.
    /// </summary>
    string? ResultRefusal(
        string sql, RowColumn column, params IReadOnlyList<(string Name, object? Value)> values) => null;

    /// <summary>The columns that one statement would return, without running it; null where nobody can tell.</summary>
    IReadOnlyList<DescribedColumn>? Describe(
        string sql, params IReadOnlyList<(string Name, object? Value)> values) => null;

    /// <summary>
    /// Has the database look at one statement of a script without running it; nothing is changed. Where a platform
    /// cannot do that, nothing is said.
    /// </summary>
    /// <exception cref="Exception">What is wrong with it; <see cref="DatabaseFault.OfStatement"/> tells how far that
    /// can be relied on.</exception>
    void Examine(ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values)
    {
    }

    /// <summary>
    /// Runs one statement of a script, as <see cref="Dialect.Split"/> cut it, with those of the values that it names;
    /// answers are drained.
    /// </summary>
    /// <returns>Rows changed.</returns>
    long RunStatement(ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values);

    /// <summary>The same of one that may return rows: goes through all of them, keeping the first.</summary>
    Answer AskStatement(ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values) =>
        Ask(statement.Text, values);

    /// <summary>Calls a procedure within the open transaction; all its answers are drained.</summary>
    /// <exception cref="NotSupportedException">The platform has no procedures.</exception>
    CallResult Call(ProcedureCall call) => throw new NotSupportedException($"{Platform.Name} has no procedures.");

    /// <summary>Opens the rows that a procedure or function returns, as <see cref="Read(string,
    /// IReadOnlyList{ValueTuple{string, object}})"/> does those of a statement.</summary>
    /// <exception cref="NotSupportedException">The platform has no procedures.</exception>
    IRowReader Read(ProcedureCall call) => Read(Platform.Dialect.RowsOf(call), call.Parameters);

    /// <summary>The columns of a table or view in order; empty where there is no such table.</summary>
    IReadOnlyList<RowColumn> Columns(TableName table);

    /// <summary>
    /// The columns of a table that get a value by themselves where a row brings none: those with a default, and a row
    /// number that the table counts without saying so.
    /// </summary>
    IReadOnlyList<string> Defaults(TableName table);

    /// <summary>
    /// Whether somebody else has made a table: it has a primary or foreign key, a default, an identity or a computed
    /// column, none of which the engine makes of a target.
    /// </summary>
    bool IsMadeElsewhere(TableName table);

    /// <summary>
    /// Columns that a load writes with what only the database knows of them, such as the code page of a text: as the
    /// table has them, or would have them if it were made now.
    /// </summary>
    /// <param name="isMadeAnew">Whether a table of these columns takes its place.</param>
    IReadOnlyList<RowColumn> Complete(
        TableName table, IReadOnlyList<RowColumn> columns, bool isMadeAnew = false) => columns;

    /// <summary>
    /// Columns of a table beside another one so that it compares values as that one does, where <see cref="Complete"/>
    /// does not tell; those that the other lacks as they are.
    /// </summary>
    IReadOnlyList<RowColumn> Alike(TableName table, IReadOnlyList<RowColumn> columns) => columns;

    /// <summary>
    /// Each key of the table that the platform keeps unique with each row that is changed, so that values which move
    /// from row to row can be in one another's way; empty where there is none, or a statement is looked at as a whole.
    /// </summary>
    IReadOnlyList<KeyByRow> KeysByRow(TableName table) => [];

    /// <summary>
    /// All tables and views but the engine's own and the server's, in the order of their names, with columns and keys;
    /// a part of a partitioned table is not one. Asks a fixed number of questions, however many tables there are.
    /// </summary>
    IReadOnlyList<CatalogTable> Tables();

    /// <summary>
    /// What the connection's user may do, to tables and schemas that are there. Empty on a platform without roles.
    /// </summary>
    IReadOnlySet<Right> Rights() => new HashSet<Right>();

    /// <summary>What else the server tells of the database, as far as it can be asked cheaply.</summary>
    IReadOnlyList<DatabaseFact> Facts() => [];

    /// <summary>What has that name, in lower case: table, view, …; null where nothing has.</summary>
    string? KindOf(TableName table);

    /// <summary>
    /// What would be lost or broken if another table took the table's place, as words for a message; empty where
    /// nothing would.
    /// </summary>
    IReadOnlyList<string> Dependents(TableName table);

    /// <summary>
    /// What of it no <see cref="ExchangeShadow"/> could keep, as words for a message; empty where it keeps all.
    /// </summary>
    IReadOnlyList<string> Uncarried(TableName table) => Dependents(table);

    /// <summary>The tables with foreign keys that point to the table, itself left out.</summary>
    IReadOnlyList<TableName> Referrers(TableName table) => [];

    /// <summary>
    /// What constraints of the table are declared to do without a word with rows that break them, in place of refusing
    /// these: IGNORE, REPLACE. Empty where all refuse.
    /// </summary>
    IReadOnlyList<string> OnConflict(TableName table) => [];

    /// <summary>The foreign keys that change rows of other tables when rows of this one are deleted.</summary>
    IReadOnlyList<string> Cascades(TableName table) => [];

    /// <summary>
    /// The triggers of a table that may change less than an UPDATE says that it has, as words for a message.
    /// </summary>
    IReadOnlyList<string> SilentTriggers(TableName table) => [];

    /// <summary>
    /// Tables and views of which the connection's user sees a part, and those that read them, as far as the server
    /// tells it; empty on a platform without roles.
    /// </summary>
    /// <param name="table">The only one that is asked for; null = all.</param>
    IReadOnlyList<ShownPart> PartsShown(TableName? table) => [];

    /// <summary>Tables that a crash of the server empties, by name; empty where there is none.</summary>
    /// <param name="table">The only one that is asked for; null = all.</param>
    IReadOnlyList<CrashLoss> LostInCrash(TableName? table) => [];

    /// <summary>Those of <see cref="Tables"/> that are tables and that no load can write, each with the kind that
    /// <see cref="KindOf"/> tells; empty where there is none.</summary>
    IReadOnlyList<(TableName Table, string Kind)> NoTargets() => [];

    /// <summary>Makes a table, and its schema where that is missing.</summary>
    void CreateTable(TableName table, IReadOnlyList<RowColumn> columns);

    /// <summary>Makes a table of the engine's own with its key, which no crash leaves it without.</summary>
    void CreateTable(TableName table, IReadOnlyList<RowColumn> columns, TableKey key)
    {
        CreateTable(table, columns);
        Execute(Platform.Dialect.CreateKey(table, key));
    }

    /// <summary>Makes a table with its <see cref="Dialect.UniqueIndex"/>, if that is one: no crash leaves it without.
    /// </summary>
    void CreateKeyedTable(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<RowColumn> key, string purpose)
    {
        CreateTable(table, columns);
        if (Platform.Dialect.UniqueIndex(table, key, purpose) is { Length: > 0 } index)
        {
            Execute(index);
        }
    }

    /// <summary>
    /// Adds columns that take NULL to a table within the open transaction; waits for the table as
    /// <see cref="LockTries"/> does. Where one cannot be added none stays, also where each is committed at once.
    /// </summary>
    void AddColumns(TableName table, IReadOnlyList<RowColumn> columns);

    /// <summary>Makes and registers the table that a load fills before it publishes.</summary>
    /// <param name="load">Its name.</param>
    /// <param name="target">The table that it will be published into.</param>
    /// <param name="attempt">Number of the attempt.</param>
    /// <param name="foundBy">Columns by which its rows will be looked for: a platform that could give it no index once
    /// rows are in it, <see cref="Dialect.IndexWork"/>, makes it with one.</param>
    void CreateLoadTable(
        TableName load, TableName target, long attempt, IReadOnlyList<RowColumn> columns,
        params IReadOnlyList<string> foundBy);

    /// <summary>Removes a load table, and its entry in the register.</summary>
    void DropLoadTable(TableName load);

    /// <summary>The load tables that earlier attempts on a target left behind.</summary>
    IReadOnlyList<TableName> LeftLoadTables(TableName target);

    /// <summary>
    /// Lets rows bring the numbers of a column that the server else counts itself, until the result is disposed of.
    /// Null where the table has no such column among those named, or the platform needs no telling.
    /// </summary>
    IDisposable? KeepIdentity(TableName table, IReadOnlyList<string> columns) => null;

    /// <summary>Puts a load table in the place of its target, which may be missing; the old one is gone.</summary>
    void Exchange(TableName load, TableName target, IReadOnlyList<RowColumn> columns);

    /// <summary>Makes and registers a load table just as its target is, for <see cref="ExchangeShadow"/>.</summary>
    void CreateShadow(TableName load, TableName target, long attempt) =>
        throw new NotSupportedException($"{Platform.Name} keeps nothing that hangs on a table in an exchange.");

    /// <summary>
    /// Makes, in the open transaction, what of a load table has to look at its rows; nothing where
    /// <see cref="ExchangeShadow"/> does that. Asked for once all rows are in it, and before the transaction that
    /// publishes.
    /// </summary>
    /// <exception cref="DataRefusedException">An index or constraint refuses the rows.</exception>
    void CompleteShadow(TableName load, TableName target)
    {
    }

    /// <summary>
    /// Publishes the rows of a load table that <see cref="CreateShadow"/> made, with all that hangs on the target kept:
    /// grants, triggers, comments and the rest. What it cannot keep, <see cref="Uncarried"/> has said before.
    /// </summary>
    /// <exception cref="DataRefusedException">An index or constraint refuses the rows, or the target was changed since
    /// the load table was made.</exception>
    void ExchangeShadow(TableName load, TableName target) =>
        throw new NotSupportedException($"{Platform.Name} keeps nothing that hangs on a table in an exchange.");

    /// <summary>
    /// Takes away, within the open transaction, what of a table is to be out of the way while rows are written. The
    /// caller puts each part back before it commits, in order; a rollback puts back all.
    /// </summary>
    IReadOnlyList<AsidePart> SetAside(TableName table, AsideKinds kinds);

    /// <summary>
    /// Looks for the first row of a load table that its target refused when all were copied into it. May write into the
    /// target: the caller rolls the transaction back. Null where it cannot be found.
    /// </summary>
    /// <param name="load">The load table.</param>
    /// <param name="target">The table that refused it.</param>
    /// <param name="columns">The columns that were copied.</param>
    /// <param name="before">Rows that the target held before.</param>
    /// <param name="fault">The refusal.</param>
    RefusedRow? FindRefused(
        TableName load, TableName target, IReadOnlyList<string> columns, long before, Exception fault) => null;

    /// <summary>
    /// Opens a statement for reading in row batches, with those of the values that it names. The reader uses this
    /// connection alone.
    /// </summary>
    IRowReader Read(string sql, params IReadOnlyList<(string Name, object? Value)> values);

    /// <summary>
    /// Opens a statement whose rows pass through: its batches hold rows, undecoded, that only a writer of this platform
    /// takes, opened with <see cref="WriteOptions.IsPassed"/>.
    /// </summary>
    /// <param name="sql">The statement.</param>
    /// <param name="places">Which of its columns, from 0, in the order of the target's.</param>
    /// <param name="filled">Columns behind them with one value for all rows.</param>
    /// <param name="values">Parameters of the statement.</param>
    /// <exception cref="NotSupportedException">The platform passes no rows through.</exception>
    IRowReader ReadToPass(
        string sql, IReadOnlyList<int> places, IReadOnlyList<FilledColumn> filled,
        IReadOnlyList<(string Name, object? Value)> values) =>
        throw new NotSupportedException($"{Platform.Name} passes no rows through.");

    /// <summary>
    /// Lets others read a table just as this connection sees it, until it is closed: they are opened with
    /// <see cref="DatabaseUse.Snapshot"/>.
    /// </summary>
    SharedSnapshot Share(TableName table) => new("", $"{Platform.Name} shares no snapshot between connections");

    /// <summary>What a column of it holds, where that is more or less than the dialect knows.</summary>
    ColumnLimits Limits(RowColumn column) => Platform.Dialect.Limits(column);

    /// <summary>In which encoding it keeps text; empty where that is not known.</summary>
    string TextEncoding => "";

    /// <summary>Opens a table for writing row batches within the open transaction.</summary>
    /// <param name="columns">The columns of the batches, by name.</param>
    /// <param name="filled">Columns with one value for all rows.</param>
    /// <param name="options">How rows are written.</param>
    IBulkWriter Write(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options);

    /// <summary>
    /// Opens a table for writing rows that are a transaction each, once none is open; null where that would spare
    /// nothing, or nobody could tell whether a row was written.
    /// </summary>
    ISingleRowWriter? WriteSingly(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options,
        Claim claim) => null;

    /// <summary>Prepares a statement that inserts rows of a calibration.</summary>
    /// <param name="table">The table, which has just their columns.</param>
    /// <param name="form">How it brings them.</param>
    /// <param name="rows">How many.</param>
    /// <exception cref="NotSupportedException">See <see cref="Dialect.ArraysRefusal"/>.</exception>
    ISampleInsert Insert(TableName table, InsertForm form, int rows);

    /// <summary>Stops what the connection is doing, from any thread; who waits gets the driver's exception.</summary>
    Interruption Interruption { get; }
}

/// <summary>What several connections see alike.</summary>
/// <param name="Snapshot">Its name, for <see cref="DatabaseUse.Snapshot"/>.</param>
/// <param name="Refusal">Why they would not all see the same rows, as the end of a sentence; null = they do.</param>
public sealed record SharedSnapshot(string Snapshot, string? Refusal = null);

/// <summary>A row that a table refused.</summary>
/// <param name="Number">Its number in the order in which the rows were written, from 1.</param>
/// <param name="Values">What it holds in the columns that were copied, as text, invariant; null = NULL.</param>
public sealed record RefusedRow(long Number, IReadOnlyList<string?> Values);

/// <summary>What of a table is to be out of the way.</summary>
/// <param name="Triggers">Its triggers that are on.</param>
/// <param name="ForeignKeys">Its foreign keys, and those of others that point to it.</param>
/// <param name="Indexes">Its indexes but those that keep values unique.</param>
public sealed record AsideKinds(bool Triggers, bool ForeignKeys, bool Indexes)
{
    /// <summary>Whether anything is.</summary>
    public bool Any => Triggers || ForeignKeys || Indexes;
}

/// <summary>Something of a table that is out of the way.</summary>
/// <param name="What">Its kind and name, for a message.</param>
/// <param name="Remove">What took it away; empty where nothing had to.</param>
/// <param name="Restore">What puts it back, and checks all rows.</param>
/// <param name="Violators">Asks for one text with the first values of those that it refuses; empty = none are.</param>
public sealed record AsidePart(string What, string Remove, string Restore, string Violators)
{
    /// <summary>The table whose values <see cref="Violators"/> asks for; null = none.</summary>
    public TableName? Shown { get; init; }
}

/// <summary>A column that has one value for all rows of a load: a long, a string or null.</summary>
public sealed record FilledColumn(RowColumn Column, object? Value);

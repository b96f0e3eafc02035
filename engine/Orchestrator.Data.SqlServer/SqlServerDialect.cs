using System.Globalization;
using Orchestrator.Core.Types;
using Orchestrator.Data.Absorb;
using Orchestrator.Data.QueryPlans;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>SQL Server's way of writing names, types and statements.</summary>
public sealed class SqlServerDialect : ServerDialect
{
    /// <summary>
    /// Hints with which rows that others have locked are passed by. In a database with READ_COMMITTED_SNAPSHOT the
    /// first is refused without the second, which has committed rows read under locks, as they are read elsewhere
    /// (Table hints, Transact-SQL).
    /// </summary>
    internal const string PassingBy = "READPAST, READCOMMITTEDLOCK";

    private const int NameCharsMax = 128;

    // Of an index that is not the table itself (Maximum capacity specifications for SQL Server, from 2016 on).
    private const int KeyBytesMax = 1700;

    public override int ColumnsMax => 1024;

    public override int ResultColumnsMax => 4096;

    public override int RowBytesMax => 8060;

    public override string RowsOf(ProcedureCall call) => $"EXEC {Quote(call.Procedure)}" + string.Concat(
        call.Arguments.Select((argument, i) => $"{(i > 0 ? "," : "")} @{argument.Name} = @p{i + 1}"));

    public override string CallText(ProcedureCall call) => RowsOf(call) + string.Concat(
        call.Outputs.Select((output, i) =>
            $"{(i + call.Arguments.Count > 0 ? "," : "")} @{output.Name} = @{output.Name} OUTPUT"));

    public override string BeginText => "BEGIN TRANSACTION";

    /// <summary>
    /// What is hosted counts its versions otherwise (12 for years), and what only speaks as SQL Server does gives one
    /// that clients like; both are named before them. The catalog of 2014 knows no temporal tables.
    /// </summary>
    public override string Identity =>
        "SELECT CASE WHEN convert(int, serverproperty('EngineEdition')) > 4 THEN 'Azure ' "
        + "WHEN convert(varchar(128), serverproperty('ProductVersion')) LIKE '12.%' AND EXISTS (SELECT 1 "
        + "FROM sys.all_columns WHERE object_id = object_id('sys.tables') AND name = 'temporal_type') "
        + "THEN 'compatible ' ELSE '' END + convert(varchar(128), serverproperty('ProductVersion')), "
        + "db_name(), suser_sname()";

    /// <summary>SQL Server 2016.</summary>
    public override string VersionMin => "13";

    public override RightKind? NumbersRight => RightKind.SetNumbers;

    public override IEnumerable<string> Grants(string role, string? database, IReadOnlyList<Right> rights) =>
        new SqlServerGrantDialect(this).Grants(role, rights);

    protected override string DefaultSchema => "dbo";

    protected override string Cut(string name, int behind)
    {
        var room = NameCharsMax - behind;
        return name.Length <= room ? name : HalfCharacter.Cut(name, room);
    }

    public override string? TableRefusal(TableName table)
    {
        var schema = table.Schema ?? DefaultSchema;
        if (Fold(schema) is "SYS" or "INFORMATION_SCHEMA")
        {
            return $"SQL Server keeps the schema '{schema}' for itself";
        }

        return OwnRefusal(table)
            ?? (table.Name.StartsWith('#')
                ? "names that begin with '#' are temporary tables, which end with the session that made them"
                : ColumnRefusal(schema) ?? ColumnRefusal(table.Name));
    }

    public override string? ColumnRefusal(string name) => name.Length == 0 ? "it is empty"
        : name.Contains('\0', StringComparison.Ordinal)
        ? "it contains the character U+0000, which no name in SQL Server can hold"
        : name.Length > NameCharsMax ? $"it is longer than {NameCharsMax} characters"
        : null;

    public override string? TypeRefusal(SqlType type) => SqlServerTypeMap.Refusal(type);

    public override SqlType Kept(SqlType declared) => declared;

    public override ColumnLimits Limits(RowColumn column) => SqlServerTypeMap.Limits(column);

    public override bool IsKnownByDatabase(RowColumn column) =>
        column.Type.IsText && column.Type.Kind != SqlTypeKind.Xml;

    public override string? CopyRefusal(RowColumn source, RowColumn target) => CopiedTypes.Refusal(source, target);

    /// <summary>
    /// Upper and lower case are one, as in most databases; where the collation tells them apart a pair that differs in
    /// nothing else is refused all the same.
    /// </summary>
    public override string Fold(string name) => name.ToUpperInvariant();

    public override string Quote(string name) => ColumnRefusal(name) is { } why
        ? throw new ArgumentException($"'{name}' is no name for SQL Server: {why}.", nameof(name))
        : '[' + name.Replace("]", "]]", StringComparison.Ordinal) + ']';

    public override string Declare(RowColumn column) =>
        $"{Quote(column.Name)} {SqlServerTypeMap.Declare(column)} " + (column.Nullable ? "NULL" : "NOT NULL");

    /// <summary>Values that no parameter can be typed for go in as bytes.</summary>
    internal string Insert(TableName table, IReadOnlyList<RowColumn> columns)
    {
        var values = columns.Select((column, i) => SqlServerTypeMap.Received(column.Type, $"@p{i + 1}"));
        return $"INSERT INTO {Quote(table)} ({QuoteList(columns.Select(column => column.Name))}) "
            + $"VALUES ({string.Join(", ", values)})";
    }

    /// <summary>
    /// One row and its claim as a transaction: no row where the claim is another's, or held by somebody, and then 0
    /// comes back; else 1. @step, @p1 on.
    /// </summary>
    internal string InsertClaimed(TableName table, IReadOnlyList<RowColumn> columns, Claim claim) =>
        "DECLARE @taken int = 0; BEGIN TRANSACTION; "
        + $"IF (SELECT count(*) FROM {Quote(claim.Marker)} WITH (UPDLOCK, ROWLOCK, {PassingBy}) "
        + "WHERE object_schema = @schema AND object_name = @name) = 1 "
        + $"BEGIN {claim.Take}; SET @taken = @@ROWCOUNT END; "
        + $"IF @taken = 1 BEGIN {Insert(table, columns)}; COMMIT TRANSACTION END ELSE ROLLBACK TRANSACTION; "
        + "SELECT @taken";

    public override string BulkInsert(TableName table, IReadOnlyList<RowColumn> columns)
    {
        var list = columns.Select(column => $"{Quote(column.Name)} {SqlServerTypeMap.Declare(column)}");
        return $"INSERT BULK {Quote(table)} ({string.Join(", ", list)})";
    }

    /// <summary>
    /// With more than the value where equality would pass something by: case and trailing blanks of text, trailing
    /// zeros of bytes, the offset of a time.
    /// </summary>
    public override string AreDistinct(RowColumn column, string left, string right) =>
        $"EXISTS (SELECT {Grouping(column, left)} EXCEPT SELECT {Grouping(column, right)})";

    /// <summary>
    /// Many by one question: each of them is a join to the optimizer, which takes so many of these and no more (error
    /// 8623).
    /// </summary>
    public override string AreDistinct(IReadOnlyList<(RowColumn Column, string Left, string Right)> values) =>
        values.Count <= Conditions.FlatMax ? base.AreDistinct(values)
            : $"EXISTS (SELECT {string.Join(", ", values.Select(one => Grouping(one.Column, one.Left)))} EXCEPT SELECT "
                + $"{string.Join(", ", values.Select(one => Grouping(one.Column, one.Right)))})";

    public override string Grouping(RowColumn column, string value) =>
        SqlServerTypeMap.Comparable(column.Type, value);

    public override string? OrderRefusal(SqlType type) => SqlServerTypeMap.OrderRefusal(type);

    public override string? ComputeRefusal(SqlType type) => SqlServerTypeMap.ComputeRefusal(type);

    public override string IsChanged(RowColumn column, string held, string value) =>
        $"EXISTS (SELECT {SqlServerTypeMap.Held(column.Type, held)} "
        + $"EXCEPT SELECT {SqlServerTypeMap.Held(column.Type, value)})";

    public override string UpdateFrom(
        TableName target, TableName from, IReadOnlyList<string> columns, string matches, string differ) =>
        $"UPDATE t SET {string.Join(", ", columns.Select(Quote).Select(c => $"{c} = s.{c}"))} "
        + $"FROM {Quote(target)} AS t JOIN {Quote(from)} AS s ON {matches} WHERE {differ}";

    public override string UpdateFrom(
        TableName target, TableName from, IReadOnlyList<(string Column, string Value)> sets, string where) =>
        $"UPDATE t SET {Assigned(sets)} FROM {Quote(target)} AS t JOIN {Quote(from)} AS s ON {where}";

    public override string CountWhere(string condition) => $"count_big(CASE WHEN {condition} THEN 1 END)";

    public override string Update(TableName table, IReadOnlyList<(string Column, string Value)> sets, string where) =>
        $"UPDATE t SET {Assigned(sets)} FROM {Quote(table)} AS t WHERE {where}";

    /// <summary>
    /// None over what is wider than an index takes, such as texts and bytes without a limit: it would refuse rows that
    /// the table takes.
    /// </summary>
    public override string UniqueIndex(TableName table, IReadOnlyList<RowColumn> columns, string purpose) =>
        columns.Any(column => column.Type.Length == SqlType.Max)
            || columns.Sum(column => SqlServerTypeMap.KeyBytes(column.Type)) > KeyBytesMax
            ? "" : base.UniqueIndex(table, columns, purpose);

    public override RowColumn RowNumber => base.RowNumber with
    {
        Native = new NativeType(SqlServerPlatform.PlatformName, "bigint IDENTITY(1, 1)"),
    };

    /// <summary>Without a look at its rows, which no index finds; nobody else writes into it.</summary>
    public override string LastNumberGiven(TableName load) =>
        $"SELECT CAST(IDENT_CURRENT({Literal(Quote(load))}) AS bigint)";

    /// <summary>With XACT_ABORT off until the mark is forgotten: else an error ends the whole transaction.</summary>
    public override string Savepoint => "SET XACT_ABORT OFF; SAVE TRANSACTION part";

    public override string BackToSavepoint => "ROLLBACK TRANSACTION part";

    /// <summary>The server itself forgets the mark with the transaction.</summary>
    public override string ReleaseSavepoint => "SET XACT_ABORT ON";

    /// <summary>
    /// Whatever the language of the session says of day and month; and said aloud, because a text becomes no money by
    /// itself (error 260).
    /// </summary>
    protected override string Limit(RowColumn column, string parameter) =>
        $"CONVERT({column.Type}, {parameter}{(column.Type.IsTemporal ? ", 121" : "")})";

    public override object Bound(TypedValue value, bool isBefore) => TypedParameter.Bound(value);

    public override AbsorbDialect Absorb(BufferedTable table) => new SqlServerAbsorbDialect(this, table);

    public override string? ArraysRefusal => null;

    /// <summary>
    /// One text holds all rows. A table parameter would need a type beside the table, which a crash leaves and which
    /// cannot be dropped while a session still uses it.
    /// </summary>
    public override string InsertArrays(TableName table, IReadOnlyList<RowColumn> columns)
    {
        var list = QuoteList(columns.Select(column => column.Name));
        var types = columns.Select((column, i) => $"{Quote(column.Name)} {column.Type} '$[{i}]'");
        return $"INSERT INTO {Quote(table)} ({list}) SELECT {list} FROM OPENJSON({Place(1)}) "
            + $"WITH ({string.Join(", ", types)})";
    }

    public override string ProcessorTime =>
        "SELECT CAST(cpu_time AS bigint) FROM sys.dm_exec_sessions WHERE session_id = @@SPID";

    public override QueryPlanDialect QueryPlans => new SqlServerPlanDialect(this);

    public override int TokenLength(string sql, int place) => SqlServerToken.Length(sql, place);

    protected override (string With, string Select) PartWith(string query) => SqlServerWith.Part(query);

    public override IEnumerable<ScriptStatement> Split(string script) => SqlServerScript.Split(script);

    public override string? StatementRefusal(ScriptStatement statement) => SqlServerRefusals.Of(statement);

    protected override string CountRows => "count_big(*)";

    /// <summary>
    /// The table itself in its order: beside a heap, the lock of a row that was changed is none of the index, and who
    /// looks for the lock by the index alone finds it free.
    /// </summary>
    protected override string CreateUnique => "CREATE UNIQUE CLUSTERED INDEX";

    public override IEnumerable<string> Rename(TableName table, TableName to)
    {
        if (table.Schema != to.Schema)
        {
            yield return $"ALTER SCHEMA {Quote(to.Schema!)} TRANSFER {Quote(table)}";
        }

        var moved = Quote(table with { Schema = to.Schema });
        yield return $"EXEC sp_rename {Literal(moved)}, {Literal(to.Name)}, 'OBJECT'";
    }

    public override string LockTable(TableName table) => LockForExchange(table);

    public override string DeleteSome(TableName table, string condition, int rows) =>
        $"DELETE TOP ({rows}) FROM {Quote(table)} WHERE {condition}";

    public override string CountForPlans(TableName table) => $"UPDATE STATISTICS {Quote(table)}";

    /// <summary>Makes a schema.</summary>
    internal string CreateSchema(string schema) => $"CREATE SCHEMA {Quote(schema)}";

    /// <summary>
    /// Waits for the right to take a table away, and holds it until the transaction ends. TOP (0) would be answered
    /// without touching the table.
    /// </summary>
    internal string LockForExchange(TableName table) =>
        $"SELECT TOP (1) 1 FROM {Quote(table)} WITH (TABLOCKX, HOLDLOCK)";

    /// <summary>Empties a table under a lock of its definition, which ends with the transaction.</summary>
    internal string Truncate(TableName table) => $"TRUNCATE TABLE {Quote(table)}";

    /// <summary>Makes the rows of a table those of another one, which is empty and made alike.</summary>
    internal string Switch(TableName table, TableName to) => $"ALTER TABLE {Quote(table)} SWITCH TO {Quote(to)}";

    /// <summary>The columns of a table, without a row.</summary>
    internal string Shape(TableName table) => $"SELECT TOP (0) * FROM {Quote(table)}";

    /// <summary>Lets rows bring the numbers of a column that the server else counts itself.</summary>
    internal string IdentityInsert(TableName table, bool isOn) =>
        $"SET IDENTITY_INSERT {Quote(table)} {(isOn ? "ON" : "OFF")}";

    /// <summary>Sets how durable commits are; gives way at once to whoever is in the way.</summary>
    internal static string SetDurability(string setting) =>
        $"ALTER DATABASE CURRENT SET DELAYED_DURABILITY = {setting} WITH NO_WAIT";

    /// <summary>Ends another session that calls itself as this one does: the number of one that is gone may be
    /// somebody else's by now.</summary>
    internal static string Kill(int session) =>
        "DECLARE @kill nvarchar(40) = (SELECT CONCAT(N'KILL ', session_id) FROM sys.dm_exec_sessions "
        + string.Create(CultureInfo.InvariantCulture, $"WHERE session_id = {session} AND program_name = APP_NAME()) ")
        + "EXEC (@kill)";

    protected override string First(string select) => "SELECT TOP (1)" + select["SELECT".Length..];

    /// <summary>A text as a constant.</summary>
    internal static string Literal(string text) => $"N'{text.Replace("'", "''", StringComparison.Ordinal)}'";
}

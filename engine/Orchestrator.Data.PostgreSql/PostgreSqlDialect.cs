using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Absorb;
using Orchestrator.Data.QueryPlans;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>PostgreSQL's way of writing names, types and statements.</summary>
public sealed partial class PostgreSqlDialect : ServerDialect
{
    private const string Collate = " COLLATE ";
    private const string UniqueViolation = "23505";

    /// <summary>Bytes that a name can have.</summary>
    internal const int NameBytesMax = 63;

    public override string? Endless(SqlType type, string column) => type.IsTemporal
        ? base.Endless(type, column) : $"{Quote(column)}::text IN ('NaN', 'Infinity')";

    public override string BeginText => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

    public override string Identity =>
        "SELECT current_setting('server_version'), current_database(), current_user";

    public override string RowsOf(ProcedureCall call) => $"SELECT * FROM {Called(call, [])}";

    public override string CallText(ProcedureCall call) => $"CALL {Called(call, call.Outputs)}";

    // What a procedure gives back has a place among its arguments, whose value is of no matter.
    private string Called(ProcedureCall call, IReadOnlyList<RowColumn> outputs) => $"{Quote(call.Procedure)}("
        + string.Join(", ", call.Arguments.Select((argument, i) => $"{Quote(argument.Name)} => @p{i + 1}")
            .Concat(outputs.Select(output => $"{Quote(output.Name)} => NULL"))) + ")";

    public override string VersionMin => "12";

    public override IEnumerable<string> Grants(string role, string? database, IReadOnlyList<Right> rights) =>
        new PostgreSqlGrantDialect(this).Grants(role, database, rights);

    protected override string DefaultSchema => "public";

    public override string? TableRefusal(TableName table)
    {
        var schema = table.Schema ?? DefaultSchema;
        if (schema.StartsWith("pg_", StringComparison.Ordinal) || schema == "information_schema")
        {
            return $"PostgreSQL keeps the schema '{schema}' for itself";
        }

        return OwnRefusal(table) ?? ColumnRefusal(schema) ?? ColumnRefusal(table.Name);
    }

    public override string? ColumnRefusal(string name) => name.Length == 0 ? "it is empty"
        : name.Contains('\0', StringComparison.Ordinal)
        ? "it contains the character U+0000, which no text in PostgreSQL can hold"
        : HalfCharacter.IsIn(name) ? "it contains half of a surrogate pair, which no UTF-8 text can hold"
        : Encoding.UTF8.GetByteCount(name) > NameBytesMax
        ? $"it is longer than {NameBytesMax} bytes, and PostgreSQL would cut it in silence"
        : null;

    public override string? TypeRefusal(SqlType type) => null;

    public override SqlType Kept(SqlType declared) => PostgreSqlTypeMap.Kept(declared);

    public override ColumnLimits Limits(RowColumn column) =>
        NativeOf(column) is { } declared && ValueStorages.IsText(column.Type)
            ? PostgreSqlLimits.OfNative(column.Native?.Base ?? declared, column.Type)
            : PostgreSqlLimits.OfType(column.Type);

    /// <summary>Text stands for all that has no neutral type, and has a collation.</summary>
    public override bool IsKnownByDatabase(RowColumn column) => ValueStorages.IsText(column.Type);

    /// <summary>A collation refuses nothing; any other declaration that the neutral type does not say may.</summary>
    public override bool MayRefuse(RowColumn column) =>
        NativeOf(column) is { } native && WithoutCollation(native) != PostgreSqlTypeMap.Declare(column.Type);

    public override string? PassRefusal(RowColumn source, RowColumn target) =>
        PassedTypes.Refusal(Declaration(source), Declaration(target));

    /// <summary>Case matters: quoted names are as written.</summary>
    public override string Fold(string name) => name;

    public override string Quote(string name) => ColumnRefusal(name) is { } why
        ? throw new ArgumentException($"'{name}' is no name for PostgreSQL: {why}.", nameof(name))
        : '"' + name.Replace("\"", "\"\"", StringComparison.Ordinal) + '"';

    public override string Declare(RowColumn column) =>
        $"{Quote(column.Name)} {Declaration(column)}"
        + (column.Nullable ? "" : " NOT NULL");

    public override string Flag(bool value) => value ? "TRUE" : "FALSE";

    public override string Typed(RowColumn column, string parameter)
    {
        var declaration = Declaration(column);
        var type = WithoutCollation(declaration);
        return $"CAST({parameter} AS {type}){declaration[type.Length..]}";
    }

    /// <summary>64 MB, unless somebody gave more: by the server's own default of 4 a million keys go to disk.</summary>
    public override string WorkMemory => "SELECT set_config('work_mem', '64MB', true) "
        + "WHERE pg_size_bytes(current_setting('work_mem')) < 67108864";

    public override string CountHeld(string update, string column, string value) =>
        $"WITH changed AS ({update} RETURNING t.{Quote(column)} AS held) SELECT count(*) FROM changed "
        + $"WHERE held = {value}";

    public override string CountFilled(TableName table) => CountForPlans(table);

    public override bool IsOfKeyByRow(DatabaseFault fault) => fault.Code is UniqueViolation or "23P01";

    public override string MoveAdvice => "the constraint has to be one that is looked at when the statement ends "
        + "(UNIQUE or PRIMARY KEY … DEFERRABLE, and EXCLUDE (… WITH =) … DEFERRABLE in place of an index on an "
        + "expression or on some of the rows), or one of a column that takes NULL in any number of rows";

    /// <summary>Text, numbers and uuids; a check, or a type with rules of its own, may be against it.</summary>
    public override string? Parked(TableName table, RowColumn column, string number) =>
        ValueStorages.IsText(column.Type) ? (MayRefuse(column) ? null : $"chr(1) || {number}")
        : column.Type.Kind == SqlTypeKind.UniqueIdentifier ? $"md5(chr(1) || {number})::uuid"
        : column.Type.IsExactNumber || column.Type.IsFloat
        ? $"least((SELECT min(p.{Quote(column.Name)}) FROM {Quote(table)} AS p), 0) - {number}"
        : null;

    public override string UniqueIndex(TableName table, IReadOnlyList<RowColumn> columns, string purpose) =>
        $"CREATE UNIQUE INDEX ON {Quote(table)} ({QuoteList(columns.Select(column => column.Name))})";

    /// <summary>As text where the type may know no equality, or one that takes different values for equal.</summary>
    public override string AreDistinct(RowColumn column, string left, string right) =>
        $"{Grouping(column, left)} IS DISTINCT FROM {Grouping(column, right)}";

    public override string Grouping(RowColumn column, string value) =>
        NativeOf(column) is not null || column.Type.Kind == SqlTypeKind.Xml ? $"{value}::text COLLATE \"C\""
        : column.Type.IsText ? $"{value} COLLATE \"C\"" : value;

    public override string? ComputeRefusal(SqlType type) =>
        type.Kind == SqlTypeKind.Xml ? "PostgreSQL compares no xml" : null;

    /// <summary>
    /// Every cast of an assignment that loses something shows when both are compared, but for the zone of a time, which
    /// the session would fill in.
    /// </summary>
    public override string IsChanged(RowColumn column, string held, string value)
    {
        const string zoned = "'timestamp with time zone'::regtype";
        return ValueStorages.IsText(column.Type)
            ? $"{held}::text COLLATE \"C\" IS DISTINCT FROM {value}::text COLLATE \"C\""
            : $"({held} IS DISTINCT FROM {value}" + (!column.Type.IsTemporal ? ""
                : $" OR pg_typeof({value}) {(column.Type.Kind == SqlTypeKind.DateTimeOffset ? "<>" : "=")} {zoned}")
                + ")";
    }

    /// <summary>With no more digits than a column can have: the server would round to the nearest.</summary>
    public override object Bound(TypedValue value, bool isBefore) =>
        value.Type is { IsTemporal: true, Scale: > PostgreSqlTypeMap.FractionMax } type
        && TypedValue.TryRoundDown(
            type with { Scale = PostgreSqlTypeMap.FractionMax }, value.Text, out var kept, out _) ? kept! : value;

    public override AbsorbDialect Absorb(BufferedTable table) => new PostgreSqlAbsorbDialect(this, table);

    public override bool HasOperatorsOfAt => true;

    public override string? ArraysRefusal => null;

    public override string InsertArrays(TableName table, IReadOnlyList<RowColumn> columns) =>
        $"INSERT INTO {Quote(table)} ({QuoteList(columns.Select(column => column.Name))}) SELECT * FROM unnest("
        + string.Join(", ", columns.Select((column, i) =>
            $"{Place(i + 1)}::{WithoutCollation(Declaration(column))}[]")) + ")";

    public override string SessionNumber => "SELECT pg_backend_pid()";

    /// <summary>By number: the client then leaves the statement as it is.</summary>
    protected override string Place(int place) => $"${place}";

    public override QueryPlanDialect QueryPlans => new PostgreSqlPlanDialect(this);

    public override int TokenLength(string sql, int place) => PostgreSqlToken.Length(sql, place);

    public override IEnumerable<ScriptStatement> Split(string script) => PostgreSqlScript.Split(script);

    public override string? StatementRefusal(ScriptStatement statement) => PostgreSqlRefusals.Of(statement);

    public override string BulkInsert(TableName table, IReadOnlyList<RowColumn> columns) =>
        CopyIn(
            table, columns.Select(column => column.Name),
            columns.All(column => column.Native is null && column.Type.Kind != SqlTypeKind.Xml));

    public override IEnumerable<string> Rename(TableName table, TableName to)
    {
        if (table.Schema != to.Schema)
        {
            yield return $"ALTER TABLE {Quote(table)} SET SCHEMA {Quote(to.Schema!)}";
        }

        yield return $"ALTER TABLE {Quote(table with { Schema = to.Schema })} RENAME TO {Quote(to.Name)}";
    }

    /// <summary>Makes a schema.</summary>
    internal string CreateSchema(string schema) => $"CREATE SCHEMA IF NOT EXISTS {Quote(schema)}";

    protected override string KeepNumbers => "OVERRIDING SYSTEM VALUE ";

    /// <summary>Any right to change rows would do.</summary>
    public override RightKind? LockRight => RightKind.Update;

    public override string LookAtConstraints => "SET CONSTRAINTS ALL IMMEDIATE";

    public override string LockTable(TableName table) => $"LOCK TABLE {Quote(table)} IN EXCLUSIVE MODE";

    /// <summary>
    /// One row and its claim in one statement: no row where the claim is another's, or held by somebody. $1 is the
    /// step, the values of the row are $2 on; what all rows share stands in it.
    /// </summary>
    /// <param name="commit">What its commit is told of the log: off or on; null = nothing.</param>
    /// <param name="isFirst">Whether no other one comes before it in its exchange; else it writes only behind that,
    /// so that rows keep their order where somebody holds the claim for a moment.</param>
    public string InsertClaimed(
        TableName table, IReadOnlyList<string> columns, Claim claim, string? commit, bool isFirst)
    {
        var values = string.Join(", ", columns.Select((_, i) => $"${i + 2}"));
        var next = isFirst ? "" : " AND step = @step - 1";
        var take = $"{claim.Take}{next} AND EXISTS (SELECT 1 FROM {Quote(claim.Marker)} WHERE object_schema = @schema "
            + "AND object_name = @name FOR UPDATE SKIP LOCKED) RETURNING 1";
        (string Name, object? Value)[] named = [("step", null), .. claim.Values];
        take = PostgreSqlParameters.Replace(take, named, i => i == 0 ? "$1" : Literal(named[i].Value));
        return $"WITH claim AS ({take}) INSERT INTO {Quote(table)} ({QuoteList(columns)}) {KeepNumbers}"
            + $"SELECT {values} FROM claim{PostgreSqlDurabilityDialect.Holding(commit)}";
    }

    /// <summary>A value as it stands in a statement.</summary>
    internal static string Literal(object? value) => value is long number
        ? number.ToString(CultureInfo.InvariantCulture)
        : PassThroughDialect.Literal(PostgreSqlCommands.Text(value) ?? "");

    public override string CountTaken(TableName table) => PostgreSqlScripts.Read("rows_taken");

    public override string DeleteSome(TableName table, string condition, int rows) =>
        $"DELETE FROM {Quote(table)} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {Quote(table)} WHERE {condition} "
        + $"LIMIT {rows}))";

    public override string CountForPlans(TableName table) => $"ANALYZE {Quote(table)}";

    /// <summary>Waits for the right to take tables away.</summary>
    internal string LockForExchange(IReadOnlyList<TableName> tables) =>
        $"LOCK TABLE {string.Join(", ", tables.Select(Quote))} IN ACCESS EXCLUSIVE MODE";

    /// <summary>Sends the rows of a query to the client.</summary>
    internal static string CopyOut(string query) => $"COPY ({query}\n) TO STDOUT (FORMAT binary)";

    /// <summary>
    /// Takes rows from the client; frozen ones are seen by every snapshot, which only a table allows that this
    /// transaction made.
    /// </summary>
    internal string CopyIn(TableName table, IEnumerable<string> columns, bool isBinary, bool isFrozen = false) =>
        $"COPY {Quote(table)} ({QuoteList(columns)}) FROM STDIN "
        + (isBinary ? "(FORMAT binary" : "(FORMAT text, ENCODING 'UTF8'") + (isFrozen ? ", FREEZE)" : ")");

    /// <summary>The query with some of its columns as text; columns go by place, as they may share a name.</summary>
    internal static string AsText(string query, IReadOnlyList<string?> casts)
    {
        var columns = string.Join(", ", casts.Select((cast, i) => $"c{i}{cast}"));
        var names = string.Join(", ", casts.Select((_, i) => $"c{i}"));
        return $"SELECT {columns} FROM ({query}\n) AS q({names})";
    }

    /// <summary>Asks what types a query expects of its parameters.</summary>
    internal static string Prepare(string name, string query) => $"PREPARE {name} AS {query}";

    /// <summary>Forgets what was prepared.</summary>
    internal static string Deallocate(string name) => $"DEALLOCATE {name}";

    /// <summary>A setting of the transaction in place of a parameter, for statements that take none.</summary>
    internal static string Setting(string name, string type) => $"current_setting('{name}')::{type}";

    /// <summary>The transaction sees what another one does, which is still open; its first statement.</summary>
    internal static string SeeSnapshot(string snapshot) => $"SET TRANSACTION SNAPSHOT '{snapshot.Replace("'", "''")}'";

    private static string Declaration(RowColumn column) =>
        NativeOf(column) ?? PostgreSqlTypeMap.Declare(column.Type);

    private static string? NativeOf(RowColumn column) =>
        column.Native is { Platform: PostgreSqlPlatform.PlatformName } native ? native.Declaration : null;

    // A cast names none.
    private static string WithoutCollation(string declaration) =>
        declaration.IndexOf(Collate, StringComparison.Ordinal) is var at and >= 0 ? declaration[..at] : declaration;

    protected override string Cut(string name, int behind)
    {
        var cut = name;
        while (Encoding.UTF8.GetByteCount(cut) > NameBytesMax - behind)
        {
            cut = cut[..^(char.IsLowSurrogate(cut[^1]) ? 2 : 1)];
        }

        return cut;
    }
}

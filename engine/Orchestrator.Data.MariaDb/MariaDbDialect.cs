using Orchestrator.Core.Types;
using Orchestrator.Data.Absorb;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// MariaDB's way of writing names, types and statements. A schema is a database there, and what a connection works in
/// is one: tables are in no schema, and the engine's own are known by how their names begin.
/// </summary>
public sealed partial class MariaDbDialect : ServerDialect
{
    /// <summary>Characters that a name can have.</summary>
    internal const int NameCharsMax = 64;

    /// <summary>Also for showing: the mark tells at the end that the transaction is still the same one.</summary>
    public override string BeginText => MariaDbSession.BeginText;

    public override string Identity => "SELECT version(), coalesce(database(), ''), current_user()";

    public override string VersionMin => "10";

    protected override string DefaultSchema => "";

    /// <summary>A schema that metadata write becomes a part of the name: of crm and Customer crm_Customer.</summary>
    public override TableName Table(string? schema, string name) =>
        new(null, string.IsNullOrEmpty(schema) ? name : $"{schema}_{name}");

    /// <summary>A name that is one already stays, as the register of load tables has their whole names.</summary>
    public override TableName OwnTable(string name) =>
        new(null, name.StartsWith(OwnPrefix, StringComparison.Ordinal) ? name : OwnPrefix + name);

    /// <summary>Beside its target: `orchestrator_load_ATTEMPT_HASH_NAME`, the name cut to what fits.</summary>
    public override TableName LoadTable(TableName target, long attempt)
    {
        var head = OwnPrefix + LoadTableHead(target, attempt);
        return new TableName(null, head + Cut(target.Name, head.Length));
    }

    public override string? TableRefusal(TableName table) =>
        Fold(table.Name).StartsWith(OwnPrefix, StringComparison.Ordinal)
            ? $"names that begin with '{OwnPrefix}' are the engine's own"
            : ColumnRefusal(table.Name);

    public override string? ColumnRefusal(string name) => name.Length == 0 ? "it is empty"
        : name.Contains('\0', StringComparison.Ordinal)
        ? "it contains the character U+0000, which no name in MariaDB can hold"
        : name.Any(char.IsSurrogate) ? "it contains a character above U+FFFF, which no name in MariaDB can hold"
        : name.EndsWith(' ') ? "it ends with a blank, which no name in MariaDB can"
        : name.Length > NameCharsMax ? $"it is longer than {NameCharsMax} characters"
        : null;

    /// <summary>None is refused: what MariaDB has no type for is kept as text or bytes.</summary>
    public override string? TypeRefusal(SqlType type) => null;

    public override SqlType Kept(SqlType declared) => MariaDbTypeMap.Kept(declared);

    public override ColumnLimits Limits(RowColumn column) =>
        NativeOf(column) is not { } declared ? MariaDbLimits.OfType(column.Type)
        : ValueStorages.IsText(column.Type) ? MariaDbLimits.OfNative(declared, column.Type)
        : MariaDbLimits.OfNumber(declared, column.Type);

    /// <summary>Text has a character set, and stands for all that has no neutral type; a smallint may be a year.
    /// </summary>
    public override bool IsKnownByDatabase(RowColumn column) =>
        ValueStorages.IsText(column.Type) || column.Type.Kind == SqlTypeKind.SmallInt;

    /// <summary>A character set is looked at before; any other declaration that the neutral type does not say may, and
    /// a uuid refuses values whose digits for version and variant go together in none.</summary>
    public override bool MayRefuse(RowColumn column) => column.Type.Kind == SqlTypeKind.UniqueIdentifier
        || (NativeOf(column) is { } native
            && MariaDbTypeMap.WithoutCharset(native) != MariaDbTypeMap.Declare(column.Type));

    public override string? CopyRefusal(RowColumn source, RowColumn target) => MariaDbCopies.Refusal(source, target);

    /// <summary>
    /// Upper and lower case are one, as in all names of columns; where tables are told apart by it, a pair that differs
    /// in nothing else is refused all the same.
    /// </summary>
    public override string Fold(string name) => name.ToLowerInvariant();

    public override string Quote(string name) => ColumnRefusal(name) is { } why
        ? throw new ArgumentException($"'{name}' is no name for MariaDB: {why}.", nameof(name))
        : '`' + name.Replace("`", "``", StringComparison.Ordinal) + '`';

    /// <summary>NULL is said, too: a time stamp may else be declared to take none.</summary>
    public override string Declare(RowColumn column) =>
        $"{Quote(column.Name)} {NativeOf(column) ?? MariaDbTypeMap.Declare(column.Type)} "
        + (column.Nullable ? "NULL" : "NOT NULL");

    /// <summary>Adds columns that take NULL to a table that is there, all of them or none.</summary>
    public string AddColumns(TableName table, IEnumerable<RowColumn> columns) =>
        $"ALTER TABLE {Quote(table)} " + string.Join(
            ", ", columns.Select(column => $"ADD {Declare(column with { Nullable = true })}"));

    /// <summary>What is found has a character set in its declaration, and a wanted column has none.</summary>
    public override bool IsMadeAs(RowColumn found, RowColumn wanted) =>
        base.IsMadeAs(found, wanted) || found.Type == Kept(wanted.Type);

    public override IEnumerable<string> Grants(string role, string? database, IReadOnlyList<Right> rights) =>
        new MariaDbGrantDialect(this).Grants(role, database, rights);

    /// <summary>Arguments have no names in a call: they stand in the order of the procedure's.</summary>
    public override string RowsOf(ProcedureCall call) => Called(call, []);

    public override string CallText(ProcedureCall call) => Called(call, call.Outputs);

    public override AbsorbDialect Absorb(BufferedTable table) => new MariaDbAbsorbDialect(this, table);

    public override string SessionNumber => "SELECT CONNECTION_ID()";

    /// <summary>By place: the client then looks for no names.</summary>
    protected override string Place(int place) => "?";

    public override int TokenLength(string sql, int place) => MariaDbToken.Length(sql, place);

    public override int UnsureLength(string sql, int place) => MariaDbToken.RunLength(sql, place);

    public override IEnumerable<ScriptStatement> Split(string script) => MariaDbScript.Split(script);

    public override string? StatementRefusal(ScriptStatement statement) => MariaDbRefusals.Of(statement);

    public override IEnumerable<string> Rename(TableName table, TableName to) =>
        [$"RENAME TABLE {Quote(table)} TO {Quote(to)}"];

    protected override string Cut(string name, int behind)
    {
        var room = NameCharsMax - behind;
        return (name.Length <= room ? name : name[..room]).TrimEnd(' ');
    }

    /// <summary>A text as a constant.</summary>
    internal static string Literal(string text) => "'" + text.Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("'", "''", StringComparison.Ordinal) + "'";

    private string Called(ProcedureCall call, IReadOnlyList<RowColumn> outputs) => $"CALL {Quote(call.Procedure)}("
        + string.Join(", ", call.Arguments.Select((_, i) => $"@p{i + 1}")
            .Concat(outputs.Select(output => $"@{output.Name}"))) + ")";

    private static string? NativeOf(RowColumn column) =>
        column.Native is { Platform: MariaDbPlatform.PlatformName } native ? native.Declaration : null;
}

using Orchestrator.Core.Types;

namespace Orchestrator.Data.Absorb;

/// <summary>
/// Statements over the drainers: a table of the engine's own in each database with buffers, with one row for each
/// buffer that says who drains it. Who drains renews it in each transaction that moves rows, and is out as soon as
/// another has taken over: the number of the row has changed then. Times are the server's, in milliseconds since 1970.
/// Text only.
/// </summary>
public class DrainerDialect(Dialect dialect)
{
    private const int NameMax = 128;
    private const int OwnerMax = 400;
    private const int IdMax = 36;
    private const int SessionMax = 100;

    private static readonly SqlType Number = new(SqlTypeKind.BigInt);

    public TableName Table { get; } = dialect.OwnTable("drainers");

    /// <summary>Its columns: the buffer, who drains it (nobody = empty), what tells that one from all others of its
    /// name, its session (<see cref="Session"/>), how often it was taken over, when that was last renewed, rows that
    /// were drained since the buffer was made, and rows that came and went in a second.</summary>
    public IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("object_schema", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("object_name", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("owner", new SqlType(SqlTypeKind.NVarChar, OwnerMax), Nullable: false),
        new("drainer", new SqlType(SqlTypeKind.VarChar, IdMax), Nullable: false),
        new("session", new SqlType(SqlTypeKind.NVarChar, SessionMax), Nullable: false),
        new("token", Number, Nullable: false),
        new("renewed", Number, Nullable: false),
        new("drained", Number, Nullable: false),
        new("arriving", Number, Nullable: false),
        new("draining", Number, Nullable: false),
    ];

    /// <summary>Keeps a second row of one buffer out.</summary>
    public TableKey OneRowPerBuffer { get; } = new("drainers_key", ["object_schema", "object_name"]);

    /// <summary>The row of a buffer that nobody drains: @schema, @name.</summary>
    public string Add =>
        $"INSERT INTO {dialect.Quote(Table)} ({dialect.QuoteList(Columns.Select(column => column.Name))}) "
        + "VALUES (@schema, @name, '', '', '', 0, 0, 0, 0, 0)";

    /// <summary>Takes a buffer that nobody drains, or the same drainer, over a session that it has lost, or whose
    /// drainer has not renewed since @before: @schema, @name, @owner, @drainer, @session, @now. One row changed, or
    /// none.</summary>
    public string Take =>
        $"UPDATE {dialect.Quote(Table)} SET {Set("owner", "@owner")}, {Set("drainer", "@drainer")}, "
        + $"{Set("session", "@session")}, "
        + $"{Set("renewed", "@now")}, {dialect.Quote("token")} = {dialect.Quote("token")} + 1 "
        + $"WHERE {Row} AND ({dialect.Quote("owner")} = '' OR {dialect.Quote("drainer")} = @drainer "
        + $"OR {dialect.Quote("renewed")} < @before)";

    /// <summary>Renews, and adds to the rows drained: @schema, @name, @token, @now, @rows. No row changed = another has
    /// taken over.</summary>
    public string Renew =>
        $"UPDATE {dialect.Quote(Table)} SET {Set("renewed", "@now")}, "
        + $"{dialect.Quote("drained")} = {dialect.Quote("drained")} + @rows "
        + $"WHERE {Row} AND {dialect.Quote("token")} = @token";

    /// <summary>Says how fast rows come and go: @schema, @name, @token, @arriving, @draining.</summary>
    public string Tell =>
        $"UPDATE {dialect.Quote(Table)} SET {Set("arriving", "@arriving")}, {Set("draining", "@draining")} "
        + $"WHERE {Row} AND {dialect.Quote("token")} = @token";

    /// <summary>Gives it back: @schema, @name, @token.</summary>
    public string Leave =>
        $"UPDATE {dialect.Quote(Table)} SET {Set("owner", "''")}, {Set("arriving", "0")}, {Set("draining", "0")} "
        + $"WHERE {Row} AND {dialect.Quote("token")} = @token";

    /// <summary>Owner, token, time of the last renewal, rows drained, arriving and draining, the drainer and its
    /// session, without waiting for who writes them: @schema, @name.</summary>
    public string Read =>
        $"SELECT {dialect.QuoteList([
            "owner", "token", "renewed", "drained", "arriving", "draining", "drainer", "session"])} "
        + $"FROM {Unlocked} WHERE {Row}";

    /// <summary>A question, whether another transaction holds the row, which it locks where none does: above 0 = one
    /// does; null = there is one writer at a time. @schema, @name.</summary>
    public virtual string? IsHeld => null;

    /// <summary>A question for what tells this session from all others of the server, as text for people, too; null =
    /// there are none that could be ended.</summary>
    public virtual string? Session => null;

    /// <summary>A question for the session that has locked the row, as <see cref="Session"/> names it; null = that is
    /// the one that has taken the buffer. @schema, @name.</summary>
    public virtual string? Holder => null;

    /// <summary>Ends a session that has a transaction open and has waited for its client for longer than a
    /// moment, and none that works: @session.</summary>
    public virtual string? EndSession => null;

    /// <summary>The table as it is read without waiting for who writes it.</summary>
    protected virtual string Unlocked => dialect.Quote(Table);

    /// <summary>What finds the row of a buffer: @schema, @name.</summary>
    protected string Row =>
        $"{dialect.Quote("object_schema")} = @schema AND {dialect.Quote("object_name")} = @name";

    /// <summary>Forgets a buffer: @schema, @name.</summary>
    public string Remove => $"DELETE FROM {dialect.Quote(Table)} WHERE {Row}";

    private string Set(string column, string value) => $"{dialect.Quote(column)} = {value}";
}

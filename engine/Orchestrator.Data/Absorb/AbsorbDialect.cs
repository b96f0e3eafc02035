namespace Orchestrator.Data.Absorb;

/// <summary>
/// How a platform makes, fills and drains a buffer. Text only. Which row of a key is the latest is decided by the
/// column that says so, else by the number alone, and for rows that were taken apart by what the target holds: so it
/// is the same in whatever order their transactions were committed.
/// </summary>
public abstract class AbsorbDialect(Dialect dialect, BufferedTable table)
{
    /// <summary>The buffer and its target.</summary>
    public BufferedTable Table => table;

    /// <summary>Who drains which buffer.</summary>
    public virtual DrainerDialect Drainers => new(dialect);

    /// <summary>Makes the buffer.</summary>
    public abstract IEnumerable<string> Create(BufferOptions options);

    /// <summary>A question, whether the database can keep the buffer in its memory: above 0 = yes; null = the
    /// platform has no such tables.</summary>
    public virtual string? CanBeInMemory => null;

    /// <summary>A question, whether the buffer that is there is in memory: above 0 = yes; null = it cannot be.
    /// </summary>
    public virtual string? IsInMemory => null;

    /// <summary>How the same buffer is made and drained where it is in memory.</summary>
    public virtual AbsorbDialect InMemory => this;

    /// <summary>Where the buffer is, where that is not what was to be expected, and what writers need: to be read
    /// behind "it is made".</summary>
    public virtual string Place => "";

    /// <summary>Whether a buffer that is not persisted is empty after a crash of the server.</summary>
    public virtual bool CanBeLossy => false;

    /// <summary>Whether buffers are made and dropped within a transaction.</summary>
    public virtual bool IsMadeInTransaction => true;

    /// <summary>What a session needs before it drains; empty = nothing.</summary>
    public abstract IEnumerable<string> Open { get; }

    /// <summary>Brings up to @rows rows of the buffer into the target and removes them.</summary>
    /// <param name="parallelism">Processors that one statement may use; 0 = as the server says.</param>
    /// <param name="isPart">Only of those whose numbers are from @first to @last.</param>
    public abstract IReadOnlyList<DrainStatement> Drain(int parallelism, bool isPart = false);

    /// <summary>The same where values of unique keys move between the rows that are written over: they are taken out of
    /// one another's way first; null where nothing could be done.</summary>
    /// <param name="parallelism">Processors that one statement may use; 0 = as the server says.</param>
    /// <param name="keys">The keys of the target.</param>
    /// <param name="isPart">Only of those whose numbers are from @first to @last.</param>
    public virtual IReadOnlyList<DrainStatement>? DrainMoved(
        int parallelism, KeysOfTable keys, bool isPart = false) => null;

    /// <summary>The least and the greatest number of the @rows oldest rows of the buffer; NULL where it is empty.
    /// </summary>
    public virtual string Ends =>
        $"SELECT min({Number}), max({Number}) FROM (SELECT {Number} FROM {Committed} ORDER BY {Number} LIMIT @rows) "
        + "AS oldest";

    /// <summary>Keeps others from changing the row with number @first until the transaction has ended.</summary>
    public virtual string Hold => $"UPDATE {Buffer} SET {Since} = {Since} WHERE {Number} = @first";

    /// <summary>What is in the row with number @first.</summary>
    public virtual string RowOf => $"SELECT {Columns} FROM {Buffer} WHERE {Number} = @first";

    /// <summary>Removes the row with number @first.</summary>
    public virtual string Remove => $"DELETE FROM {Buffer} WHERE {Number} = @first";

    /// <summary>What the buffer needs after many rows have gone, outside of a transaction; null = nothing.</summary>
    public virtual string? Tidy => null;

    /// <summary>What the target lacks where that failure says so, as a statement that mends it; null where it is
    /// another one.</summary>
    public virtual string? LackOf(DatabaseFault fault) => null;

    /// <summary>Milliseconds since the oldest row was added; 0 where there is none.</summary>
    public abstract string Age { get; }

    /// <summary>The server's time in milliseconds since 1970.</summary>
    public abstract string Now { get; }

    /// <summary>The rows of the buffer that are committed.</summary>
    public string Count => $"SELECT {dialect.CountRows} FROM {Committed}";

    /// <summary>The greatest number in the buffer; 0 where it is empty.</summary>
    public string Last => $"SELECT coalesce(max({Number}), 0) FROM {Committed}";

    /// <summary>Whether there is a row.</summary>
    public string HasRows => dialect.First($"SELECT 1 FROM {Committed}");

    /// <summary>Whether a row with a number up to @last is in the buffer.</summary>
    public string HasUpTo =>
        dialect.First($"SELECT 1 FROM {Committed} WHERE {Number} <= @last{InOrder}");

    /// <summary>The greatest number that the target holds; 0 where it holds none.</summary>
    public string LastHeld => $"SELECT coalesce(max({Held}), 0) FROM {Target}";

    /// <summary>Removes the buffer.</summary>
    public virtual IReadOnlyList<string> Drop => [$"DROP TABLE {Buffer}"];

    /// <summary>Keeps others from adding rows until the transaction has ended; null = its begin does so.</summary>
    public virtual string? KeepOut => null;

    /// <summary>What has rows of the buffer come in order, behind a question, where an index has them so.</summary>
    protected virtual string InOrder => table.Index == BufferIndex.Ordered ? $" ORDER BY {Number}" : "";

    /// <summary>The buffer, quoted.</summary>
    protected string Buffer => dialect.Quote(table.Buffer);

    /// <summary>The buffer as who looks at it reads it, without waiting for rows that are not committed.</summary>
    protected virtual string Committed => Buffer;

    /// <summary>The target, quoted.</summary>
    protected string Target => dialect.Quote(table.Target);

    /// <summary>The number, quoted.</summary>
    protected string Number => dialect.Quote(BufferedTable.Number);

    /// <summary>When a row was added, quoted.</summary>
    protected string Since => dialect.Quote(BufferedTable.Since);

    /// <summary>What finds the rows of a part.</summary>
    /// <param name="isPart">Whether it is one; else there is no condition.</param>
    protected string Part(bool isPart) => isPart ? $" WHERE {Number} BETWEEN @first AND @last" : "";

    /// <summary>The target's number, quoted.</summary>
    protected string Held => dialect.Quote(table.Held);

    /// <summary>All columns that both have, quoted, with commas between.</summary>
    protected string Columns => dialect.QuoteList(table.Columns.Select(column => column.Name));

    /// <summary>What sorts the rows of one key, the latest first.</summary>
    protected string LatestFirst => table.OrderBy is { } by
        ? $"CASE WHEN {dialect.Quote(by)} IS NULL THEN 1 ELSE 0 END, {dialect.Quote(by)} DESC, {Number} DESC"
        : $"{Number} DESC";

    /// <summary>Whether what the target (t) holds came before the row of another name.</summary>
    /// <param name="taken">The name of the row.</param>
    /// <param name="number">Its number, quoted.</param>
    protected string IsEarlier(string taken, string number)
    {
        var earlier = $"(t.{Held} IS NULL OR t.{Held} < {taken}.{number})";
        if (table.OrderBy is null)
        {
            return earlier;
        }

        var (held, other) = ($"t.{dialect.Quote(table.OrderBy)}", $"{taken}.{dialect.Quote(table.OrderBy)}");
        return $"(({held} IS NULL AND {other} IS NOT NULL) OR {held} < {other} "
            + $"OR (({held} = {other} OR ({held} IS NULL AND {other} IS NULL)) AND {earlier}))";
    }

    /// <summary>What matches the target (t) and a row of another name by key.</summary>
    protected string Matches(string taken) => Conditions.All(
        table.Key.Select(name => $"t.{dialect.Quote(name)} = {taken}.{dialect.Quote(name)}"));

    /// <summary>What takes values that move out of the way, for the rows of a work table; null where nothing does.
    /// </summary>
    protected IReadOnlyList<DrainStatement>? Park(TableName work, KeysOfTable keys)
    {
        var park = new ParkDialect(
            dialect, table.Target, work, BufferedTable.Number,
            [.. table.Columns.Where(column => !table.Key.Contains(column.Name))]);
        var which = $"{Matches("s")} AND {IsEarlier("s", Number)}";
        var ways = park.Statements(keys, which, keepsNull: false).Where(ways => ways.Count > 0)
            .Select(ways => new DrainStatement(ways[0]) { Or = [.. ways.Skip(1)] });
        var leaves = park.Leaves(keys) is { } condition
            ? [new DrainStatement(WriteOver(work, $"{which} AND {condition}"), DrainCount.Updated)]
            : Array.Empty<DrainStatement>();
        return ways.Concat(leaves).ToArray() is { Length: > 0 } statements ? statements : null;
    }

    private string WriteOver(TableName work, string which) => dialect.UpdateFrom(
        table.Target, work,
        [
            .. table.Columns.Where(column => !table.Key.Contains(column.Name))
                .Select(column => (column.Name, $"s.{dialect.Quote(column.Name)}")),
            (table.Held, $"s.{Number}"),
        ],
        which);

    /// <summary>Drains through a work table of the session that holds what was taken: the same for platforms whose
    /// statements cannot be nested.</summary>
    /// <param name="work">The work table.</param>
    /// <param name="take">What moves rows there; counted.</param>
    /// <param name="end">What stands behind each statement.</param>
    /// <param name="park">What is done before rows are written over.</param>
    protected IReadOnlyList<DrainStatement> Through(
        TableName work, IEnumerable<DrainStatement> take, string end,
        IReadOnlyList<DrainStatement>? park = null)
    {
        var taken = dialect.Quote(work);
        var names = table.Columns.Select(column => dialect.Quote(column.Name)).ToArray();
        return
        [
            new($"DELETE FROM {taken}"),
            .. take,
            new($"DELETE FROM {taken} WHERE {Number} IN (SELECT {Number} FROM (SELECT {Number}, row_number() OVER "
                + $"(PARTITION BY {dialect.QuoteList(table.Key)} ORDER BY {LatestFirst}) AS place FROM {taken}) "
                + $"AS numbered WHERE place > 1){end}", DrainCount.Duplicate),
            .. park ?? [],
            new(WriteOver(work, $"{Matches("s")} AND {IsEarlier("s", Number)}") + end, DrainCount.Updated),
            new($"INSERT INTO {Target} ({string.Join(", ", names)}, {Held}) "
                + $"SELECT {string.Join(", ", names.Select(name => $"s.{name}"))}, s.{Number} FROM {taken} AS s "
                + $"WHERE NOT EXISTS (SELECT 1 FROM {Target} AS t WHERE {Matches("s")}){end}", DrainCount.Inserted),
        ];
    }
}

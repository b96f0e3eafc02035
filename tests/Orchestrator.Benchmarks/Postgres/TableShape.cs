namespace Orchestrator.Benchmarks.Postgres;

/// <summary>A table to move, and its rows as an expression of their number.</summary>
/// <param name="Name">What it is called in the results.</param>
/// <param name="RowsMax">Rows of a full benchmark: many, so that what happens once counts little.</param>
/// <param name="Columns">Its columns.</param>
internal sealed record TableShape(string Name, long RowsMax, IReadOnlyList<ShapeColumn> Columns)
{
    /// <summary>Five columns: a number, two texts, a price, a date.</summary>
    public static TableShape Five { get; } = new("5 columns", 12_000_000,
    [
        new("id", "integer", "int", "i"),
        new("name", "varchar(40)", "nvarchar(40)", "repeat(chr(65 + i % 26), 4 + i % 12) || ' ' || i % 997"),
        new("price", "numeric(9,2)", "decimal(9,2)", "i::bigint * 7919 % 1000000 / 100.0"),
        new("sold", "date", "date", "date '2000-01-01' + i % 9000"),
        new("note", "varchar(60)", "nvarchar(60)", "'note, ' || i::bigint * 31 % 100000 || ' of the row'"),
    ]);

    /// <summary>Twenty-four columns of all common types, with NULLs.</summary>
    public static TableShape Wide { get; } = new("24 columns", 2_400_000,
    [
        new("id", "bigint", "bigint", "i"),
        .. Repeat(5, "n", "integer", "int", "i::bigint * {0}7 % 1000003"),
        .. Repeat(2, "s", "smallint", "smallint", "i * {0} % 30000"),
        .. Repeat(3, "d", "numeric(18,4)", "decimal(18,4)", "nullif(i % 7, {0}) * 1000 + i / 1000.0"),
        .. Repeat(2, "f", "double precision", "float", "i / {0}.7"),
        .. Repeat(2, "b", "boolean", "bit", "i % {0} = 0"),
        .. Repeat(2, "t", "timestamp", "datetime2(6)",
            "timestamp '2020-01-01 00:00:00.123456' + i * interval '{0}7 second'"),
        new("day", "date", "date", "date '2000-01-01' + i % 9000"),
        new("u", "uuid", "uniqueidentifier", "md5(i::text)::uuid"),
        .. Repeat(4, "v", "varchar(30)", "nvarchar(30)", "nullif('value {0} of ' || i % 4999, 'value 1 of 7')"),
        new("remark", "varchar(200)", "nvarchar(200)", "CASE WHEN i % 4 > 0 THEN repeat('remark ', i % 20) END"),
        new("code", "varchar(8)", "nvarchar(8)", "to_hex(i)"),
    ]);

    /// <summary>Both.</summary>
    public static IReadOnlyList<TableShape> All { get; } = [Five, Wide];

    /// <summary>The names of the columns, with commas.</summary>
    public string Names => string.Join(", ", Columns.Select(column => column.Name));

    /// <summary>The columns as a file has them: of a boolean, 0 and 1, which every side reads.</summary>
    public string Texts => string.Join(", ", Columns.Select(column =>
        column.Declared == "boolean" ? $"{column.Name}::integer AS {column.Name}" : column.Name));

    /// <summary>The statement that makes it.</summary>
    public string Create(string table) =>
        $"CREATE TABLE {table} ({string.Join(", ", Columns.Select(each => $"{each.Name} {each.Declared}"))})";

    /// <summary>The statement that fills it.</summary>
    public string Fill(string table, long rows) => $"INSERT INTO {table} SELECT "
        + $"{string.Join(", ", Columns.Select(column => column.Value))} FROM generate_series(1, {rows}) AS i";

    private static IEnumerable<ShapeColumn> Repeat(int count, string name, string type, string neutral, string value) =>
        Enumerable.Range(1, count).Select(i => new ShapeColumn($"{name}{i}", type, neutral, string.Format(value, i)));
}

/// <summary>A column: its name, its type in PostgreSQL and in the metadata, its value as an expression of i.</summary>
internal sealed record ShapeColumn(string Name, string Declared, string Neutral, string Value);

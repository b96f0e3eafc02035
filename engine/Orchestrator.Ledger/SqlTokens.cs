using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>
/// What the one text of a statement, or of a migration, becomes in each dialect. It is written with `orchestrator.`
/// before each table, `?1` for the first value, plain texts in quotes, and tokens in braces: a word, and its values
/// between commas; or a record, for all of its columns (<see cref="ColumnList"/>).
/// </summary>
internal static class SqlTokens
{
    private const string Schema = "orchestrator.";
    private const string AllColumns = ".*";

    // What holds a package: a turn and its loop for each of three in each other, level, project and batch.
    private const int HoldersMax = 9;

    private static readonly Func<string[], string> Nothing = _ => "";
    private static readonly Func<string[], string> Limit = of => $"LIMIT {of[0]}";
    private static readonly Func<string[], string> Returning = of => $"RETURNING {string.Join(", ", of)}";

    // The list of all tokens: what each is on SQLite, PostgreSQL and SQL Server.
    private static readonly Dictionary<string, Func<string[], string>[]> Forms = new(StringComparer.Ordinal)
    {
        // The first rows: `top` behind SELECT, and `limit` at its end.
        ["top"] = [Nothing, Nothing, of => $"TOP ({of[0]})"],
        ["limit"] = [Limit, Limit, Nothing],
        // The first rows of an order, and those to be left out before them.
        ["first"] = [First, First, Fetch],
        // The numbers of what was written: `inserted` or `deleted` before the rows are chosen, `returning` at the end.
        ["inserted"] = [Nothing, Nothing, of => $"OUTPUT {Each("inserted", of)}"],
        ["deleted"] = [Nothing, Nothing, of => $"OUTPUT {Each("deleted", of)}"],
        ["returning"] = [Returning, Returning, Nothing],
        // Who adds a row that is not there: nobody else adds it meanwhile, or this one is left out.
        ["locked"] = [Nothing, Nothing, _ => "WITH (UPDLOCK, HOLDLOCK)"],
        ["skip"] = [Skip, Skip, Nothing],
        // A DELETE of a few rows takes them from among those whose condition stands between the two tokens.
        ["among"] = [Among, Among, Nothing],
        ["end"] = [of => $"LIMIT {of[0]})", of => $"LIMIT {of[0]})", Nothing],
        // SQLite alone takes CROSS for an order in which it must go.
        ["join"] = [_ => "CROSS JOIN", _ => "JOIN", _ => "JOIN"],
        ["greatest"] =
        [
            of => $"max({of[0]}, {of[1]})",
            of => $"greatest({of[0]}, {of[1]})",
            of => $"CASE WHEN {of[0]} > {of[1]} THEN {of[0]} ELSE {of[1]} END",
        ],
        // Numbers of 64 bits.
        ["count"] = [_ => "count(*)", _ => "count(*)", _ => "count_big(*)"],
        ["sum"] = [of => $"sum({of[0]})", of => $"CAST(sum({of[0]}) AS bigint)", of => $"sum({of[0]})"],
        ["average"] =
        [
            of => $"CAST(avg({of[0]}) AS INTEGER)",
            of => $"CAST(avg({of[0]}) AS bigint)",
            of => $"CAST(avg({of[0]}) AS bigint)",
        ],
        // The project of a package, from the name.
        ["project"] =
        [
            of => $"substr({of[0]}, 1, instr({of[0]} || '/', '/') - 1)",
            of => $"split_part({of[0]}, '/', 1)",
            of => $"left({of[0]}, charindex('/', {of[0]} + '/') - 1)",
        ],
        // What is written together of a record, behind the first value.
        ["set"] = [Set, Set, Set],
        // What migrations say: a column of a table is added, of a type, and with what it holds where nothing is said.
        ["add"] = [of => Added("ADD COLUMN", of), of => Added("ADD COLUMN", of), of => Added("ADD", of)],
        ["number"] = [_ => "INTEGER", _ => "BIGINT", _ => "bigint"],
        ["text"] =
        [
            _ => "TEXT",
            _ => "TEXT COLLATE \"C\"",
            of => $"nvarchar({(of.Length > 0 ? of[0] : "max")}) COLLATE Latin1_General_BIN2",
        ],
        // An attempt that counts: what it has written is there, as far as is known.
        ["loaded"] = [Loaded, Loaded, Loaded],
        // An attempt whose package somebody has skipped as a success since, by its own name or by what holds it.
        ["skipped"] = [Skipped, Skipped, Skipped],
    };

    /// <summary>The text in a dialect.</summary>
    /// <param name="text">The text with its tokens.</param>
    /// <param name="isOwn">Whether it is written for it alone, with texts in its quotes.</param>
    public static string Render(string text, SqlDialect dialect, bool isOwn)
    {
        var sql = Expanded(text, dialect);
        return dialect switch
        {
            SqlDialect.Sqlite => sql.Replace(Schema, "", StringComparison.Ordinal),
            SqlDialect.PostgreSql => sql.Replace('?', '$'),
            _ when isOwn => Numbered(sql),
            _ => National(Numbered(sql)),
        };
    }

    private static string Expanded(string text, SqlDialect dialect)
    {
        // The innermost first: a token may stand in another.
        for (var end = text.IndexOf('}'); end >= 0; end = text.IndexOf('}'))
        {
            var start = text.LastIndexOf('{', end);
            var form = Form(text[(start + 1)..end], dialect);
            // What is nothing leaves no blank behind.
            var before = form.Length > 0 ? text[..start] : text[..start].TrimEnd();
            text = $"{before}{form}{text[(end + 1)..]}";
        }

        return text;
    }

    private static string Form(string token, SqlDialect dialect)
    {
        var blank = token.IndexOf(' ');
        var (word, values) = blank < 0 ? (token, "") : (token[..blank], token[(blank + 1)..]);
        return word.EndsWith(AllColumns, StringComparison.Ordinal)
            ? ColumnLists.Select(word[..^AllColumns.Length], values)
            : Forms[word][(int)dialect](
                values.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));
    }

    private static string First(string[] of) =>
        of.Length > 1 ? $"LIMIT {of[0]} OFFSET {of[1]}" : Limit(of);

    private static string Fetch(string[] of) =>
        $"OFFSET {(of.Length > 1 ? of[1] : "0")} ROWS FETCH NEXT {of[0]} ROWS ONLY";

    private static string Skip(string[] of) =>
        of.Length > 0 ? $"ON CONFLICT ({string.Join(", ", of)}) DO NOTHING" : "ON CONFLICT DO NOTHING";

    private static string Among(string[] of) => $"{of[0]} IN (SELECT {of[0]} FROM {of[1]} WHERE";

    private static string Added(string word, string[] of) => of.Length is 3 or 4
        ? "ALTER TABLE " + Schema
            + $"{of[0]} {word} {of[1]} {of[2]}{(of.Length > 3 ? $" NOT NULL DEFAULT {of[3]}" : "")}"
        : throw new InvalidOperationException(
            "a column is added with a table, a name, a type and what it holds where nothing is said, none of them with "
            + $"a comma in it: {string.Join(", ", of)}");

    private static string Each(string row, string[] of) =>
        string.Join(", ", of.Select(column => $"{row}.{column}"));

    private static string Loaded(string[] of) =>
        $"({of[0]}.state = 'Hardened' OR {of[0]}.state = 'Succeeded' AND {of[0]}.scope IS NULL)";

    // Of an attempt, its node and its run: by itself, by whatever holds it, or by what one of these was made after.
    private static string Skipped(string[] of)
    {
        var further = Enumerable.Range(1, HoldersMax - 1).ToArray();
        var joins = string.Join("\n    ", further.Select(Holder));
        var holders = string.Join(", ", further.Select(holder => $"h{holder}.parent, h{holder}.template"));
        return $"""
            EXISTS (
                SELECT 1 FROM orchestrator.requests q
                JOIN orchestrator.runs sr ON sr.run = q.run
                JOIN orchestrator.nodes s ON s.run = q.run AND s.name = {of[1]}.name AND s.state = 'SkippedByOperator'
                {joins}
                WHERE q.verb = 'Skip' AND q.value = 'success' AND q.outcome = 'Done' AND q.run > {of[0]}.run
                  AND sr.environment = {of[2]}.environment
                  AND q.node IN (s.node, s.template, s.parent, {holders}))
            """;
    }

    private static string Holder(int holder) => $"LEFT JOIN orchestrator.nodes h{holder} ON h{holder}.run = s.run "
        + $"AND h{holder}.node = {(holder == 1 ? "s" : $"h{holder - 1}")}.parent";

    private static string Set(string[] of) => $"SET {ColumnLists.Set(of[0])}";

    private static string Numbered(string sql) => sql.Replace("?", "@p", StringComparison.Ordinal);

    // A text of another kind would be taken through the code page of the database.
    private static string National(string sql) => string.Concat(
        sql.Split('\'').Select((part, place) => place % 2 == 0 ? part : $"N'{part}'"));
}

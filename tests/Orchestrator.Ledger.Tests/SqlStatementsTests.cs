using System.Text.RegularExpressions;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Tests;

/// <summary>How statements are written, and what becomes of it in each dialect.</summary>
internal sealed partial class SqlStatementsTests
{
    private const string Text = """
        SELECT {top ?2} a.node FROM orchestrator.attempts a {locked}
        WHERE a.run = ?1 AND a.state = 'Running' {limit ?2}
        """;

    [TestCase(SqlDialect.Sqlite, "SELECT a.node FROM attempts a WHERE a.run = ?1 AND a.state = 'Running' LIMIT ?2")]
    [TestCase(SqlDialect.PostgreSql,
        "SELECT a.node FROM orchestrator.attempts a WHERE a.run = $1 AND a.state = 'Running' LIMIT $2")]
    [TestCase(SqlDialect.SqlServer, "SELECT TOP (@p2) a.node FROM orchestrator.attempts a WITH (UPDLOCK, HOLDLOCK) "
        + "WHERE a.run = @p1 AND a.state = N'Running'")]
    public void A_text_becomes_what_a_dialect_needs(SqlDialect dialect, string expected)
    {
        Assert.That(OneLine(SqlTokens.Render(Text, dialect, isOwn: false)), Is.EqualTo(expected));
    }

    [Test]
    public void A_text_for_one_dialect_has_its_own_quotes()
    {
        Assert.That(
            SqlTokens.Render("SELECT N'a', 'b' WHERE 1 = ?1", SqlDialect.SqlServer, isOwn: true),
            Is.EqualTo("SELECT N'a', 'b' WHERE 1 = @p1"));
    }

    [Test]
    public void Nothing_is_left_of_tokens_in_any_dialect()
    {
        var left = from dialect in (LedgerSql[])[LedgerSql.Sqlite, LedgerSql.PostgreSql, LedgerSql.SqlServer]
                   from name in dialect.Names()
                   where !char.IsAsciiDigit(name[0]) && dialect.Of(name).IndexOfAny(['{', '}']) >= 0
                   select name;

        Assert.That(left, Is.Empty);
    }

    // Markers, names and tokens are replaced wherever they stand, and a statement's text has no comment that could hold
    // half of a pair of quotes.
    [Test]
    public void No_text_in_a_statement_holds_what_is_replaced()
    {
        var wrong = from dialect in Enum.GetValues<SqlDialect>()
                    from name in SqlStatements.Names(dialect)
                    let sql = SqlStatements.Find(name, dialect)!
                    where sql.Contains("--", StringComparison.Ordinal)
                        || Quoted().Matches(sql).Any(text => Replaced().IsMatch(text.Value))
                    select name;

        Assert.That(wrong, Is.Empty);
    }

    [Test]
    public void Each_statement_stands_once_for_a_dialect_and_says_what_it_is_for()
    {
        var heads = Heads();

        Assert.That(heads.Where(head => !Sentence().IsMatch(head)), Is.Empty);
        Assert.That(heads.Select(head => head.Split(':')[0]), Is.Unique);
    }

    [Test]
    public void What_is_written_for_some_dialects_alone_differs_from_the_text_for_all()
    {
        var heads = Heads().Select(head => head.Split(':')[0]).ToArray();
        var alike = from head in heads
                    where head.Contains('[') && heads.Contains(head.Split(' ')[0])
                    let name = head.Split(' ')[0]
                    where Plain(LedgerSql.SqlServer.Of(name)) == Plain(LedgerSql.PostgreSql.Of(name))
                    select head;

        Assert.That(alike, Is.Empty);
    }

    [Test]
    public void The_columns_of_a_record_are_listed_once_and_selected_by_its_name()
    {
        var listed = from list in ColumnLists.All
                     let columns = new Regex(@"SELECT\s+(\w+\.|)" + string.Join(@",\s+\1", list.Names) + @"\b")
                     where Texts().Any(columns.IsMatch)
                     select list.Record;
        var unused = ColumnLists.All.Select(list => list.Record)
            .Where(record => !Texts().Any(text => text.Contains($"{{{record}.*", StringComparison.Ordinal)));

        Assert.That(listed.Concat(unused), Is.Empty);
    }

    [Test]
    public void What_is_written_together_of_a_record_is_set_by_its_name()
    {
        var texts = Texts();
        var apart = from list in ColumnLists.All
                    where list.WrittenNames.Count > 0
                    let byName = $"{{set {list.Record}}}"
                    let byHand = $"SET {list.WrittenNames[0]} = ?"
                    where !Array.Exists(texts, text => text.Contains(byName, StringComparison.Ordinal))
                        || Array.Exists(texts, text => text.Contains(byHand, StringComparison.Ordinal))
                    select list.Record;
        var attempt = LedgerSql.Sqlite.Of("update_attempt_result");

        Assert.That(apart, Is.Empty);
        Assert.That(attempt, Does.StartWith("UPDATE attempts SET load_path = ?2, rows_read = ?3, "));
        Assert.That(attempt, Does.Contain(", rows_closed = ?11, bytes_read = ?12, thread = ?13"));
        Assert.That(attempt, Does.EndWith(" WHERE attempt = ?1"));
    }

    [Test]
    public void A_record_behind_another_begins_behind_its_columns()
    {
        Assert.That(NodeColumns.Node.Place, Is.EqualTo(AttemptColumns.All.Names.Count));
        Assert.That(NodeColumns.All.Behind, Is.EqualTo(NodeColumns.All.Names.Count + AttemptColumns.All.Names.Count));
    }

    private static string[] Heads() => [.. Texts()
        .SelectMany(text => text.Split("\n\n").Skip(1).Select(part => part.Split('\n')[0]))];

    private static string[] Texts()
    {
        var assembly = typeof(LedgerSql).Assembly;
        return [.. assembly.GetManifestResourceNames().Where(name => !name.Contains('/')).Select(name =>
        {
            using var reader = new StreamReader(assembly.GetManifestResourceStream(name)!);
            return reader.ReadToEnd();
        })];
    }

    private static string Plain(string sql) => OneLine(sql)
        .Replace("@p", "$", StringComparison.Ordinal).Replace("N'", "'", StringComparison.Ordinal);

    private static string OneLine(string sql) => Blanks().Replace(sql, " ");

    [GeneratedRegex(@"^-- [a-z0-9_/]+( \[[a-z]+(, [a-z]+)*\])?: \S")]
    private static partial Regex Sentence();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();

    [GeneratedRegex("'[^']*'")]
    private static partial Regex Quoted();

    [GeneratedRegex(@"[?$@{}]|orchestrator\.")]
    private static partial Regex Replaced();
}

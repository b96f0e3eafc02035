using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

internal sealed class ScriptTests
{
    private static readonly string[] None = [];

    private static IEnumerable<TestCaseData> Scripts()
    {
        yield return new("", None);
        yield return new(" ;; -- nothing\n/* at /* all */ */ ;", None);
        yield return new("SELECT 1; SELECT 2", (string[])["1 SELECT: SELECT 1", "1 SELECT: SELECT 2"]);
        yield return new(
            "-- a; b\nselect ';' || \"a;\"\"b\" -- ;\n;\n\ninsert into t values (1);",
            (string[])["2 SELECT: select ';' || \"a;\"\"b\" -- ;", "5 INSERT: insert into t values (1)"]);
        yield return new(
            "SELECT 'it''s;', E'a\\';b', e'\\\\'; SELECT U&'x;', name'\\'; SELECT 3",
            (string[])["1 SELECT: SELECT 'it''s;', E'a\\';b', e'\\\\'", "1 SELECT: SELECT U&'x;', name'\\'",
                "1 SELECT: SELECT 3"]);
        yield return new(
            "DO $$ BEGIN; $x$ ; END $$; DO $x$ ; $$ ; $x$; SELECT a$b$c, $1",
            (string[])["1 DO: DO $$ BEGIN; $x$ ; END $$", "1 DO: DO $x$ ; $$ ; $x$", "1 SELECT: SELECT a$b$c, $1"]);
        yield return new(
            "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); SELECT 3",
            (string[])["1 CREATE: CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)", "1 SELECT: SELECT 3"]);
        yield return new(
            "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3",
            (string[])["1 CREATE: CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; "
                + "SELECT 2; END", "1 SELECT: SELECT 3"]);
        yield return new("(SELECT 1); with x as (select 1) select 2", (string[])["1 : (SELECT 1)",
            "1 WITH: with x as (select 1) select 2"]);
    }

    [TestCaseSource(nameof(Scripts))]
    public void A_script_is_cut_where_its_statements_end(string script, string[] statements)
    {
        Assert.That(
            TestDatabase.Platform.Dialect.Split(script).Select(x => $"{x.Line} {x.FirstWord}: {x.Text}"),
            Is.EqualTo(statements));
    }

    [TestCase("begin")]
    [TestCase("START TRANSACTION")]
    [TestCase("COMMIT /* now */")]
    [TestCase("end")]
    [TestCase("ROLLBACK TO SAVEPOINT a")]
    [TestCase("SAVEPOINT a")]
    [TestCase("PREPARE TRANSACTION 'x'")]
    [TestCase("VACUUM (ANALYZE) t")]
    [TestCase("CREATE DATABASE x")]
    [TestCase("DROP /* the */ DATABASE x")]
    [TestCase("ALTER SYSTEM SET work_mem = '1GB'")]
    [TestCase("CREATE UNIQUE INDEX CONCURRENTLY i ON t (n)")]
    [TestCase("DROP INDEX CONCURRENTLY i")]
    [TestCase("REINDEX INDEX CONCURRENTLY i")]
    [TestCase("COPY t FROM STDIN")]
    [TestCase("COPY (SELECT 1) TO STDOUT")]
    [TestCase("LISTEN x")]
    [TestCase("DISCARD ALL")]
    public void A_statement_that_cannot_stand_in_a_package_is_refused(string statement)
    {
        Assert.That(Refusal(statement), Is.Not.Null);
    }

    [TestCase("SELECT 'COMMIT'")]
    [TestCase("PREPARE x AS SELECT 1")]
    [TestCase("CREATE TABLE x (n int)")]
    [TestCase("CREATE INDEX i ON t (n)")]
    [TestCase("COPY t FROM '/data/t.csv'")]
    [TestCase("ANALYZE t")]
    [TestCase("CLUSTER t USING i")]
    [TestCase("DO $$ BEGIN PERFORM 1; END $$")]
    [TestCase("SET LOCAL work_mem = '1GB'")]
    [TestCase("TRUNCATE t")]
    public void Others_are_not(string statement)
    {
        Assert.That(Refusal(statement), Is.Null);
    }

    [TestCase("SELECT @a, @ab, '@a', \"@a\", -- @a\n $$@a$$", "SELECT $1, @ab, '@a', \"@a\", -- @a\n $$@a$$")]
    [TestCase("SELECT x <@ a, @a, x @@a, @ a, (@a)", "SELECT x <@ a, $1, x @@a, @ a, ($1)")]
    [TestCase("@a", "$1")]
    public void Parameters_are_found_where_they_are_not_something_else(string sql, string found)
    {
        Assert.That(PostgreSqlParameters.Replace(sql, [("a", 1L)], i => $"${i + 1}"), Is.EqualTo(found));
    }

    [TestCase("SELECT @a is null, @b IS  NOT\nNULL, @a = 1", "SELECT NULL is null, '' IS  NOT\nNULL, $1 = 1")]
    [TestCase("SELECT @a isnull, '@a is null' -- @b is null", "SELECT $1 isnull, '@a is null' -- @b is null")]
    [TestCase("SELECT 1 + @b is null, n = @b is not null", "SELECT 1 + $2 is null, n = $2 is not null")]
    [TestCase("SELECT (@b is null), /* = */ @b is null", "SELECT ('' is null), /* = */ '' is null")]
    public void A_value_that_is_asked_for_NULL_needs_no_type(string sql, string found) => Assert.That(
        PostgreSqlParameters.ReplaceTyped(sql, [("a", null), ("b", "x")], i => $"${i + 1}"), Is.EqualTo(found));

    [TestCase("COPY t, line 7, column name: \"x\"", 7)]
    [TestCase("COPY t, Zeile 12", 12)]
    [TestCase("SQL statement \"x\"\nCOPY t, line 3", 3)]
    [TestCase("COPY other, line 3", 0)]
    [TestCase(null, 0)]
    public void The_line_of_a_refusal_is_read_in_any_language(string? context, long line)
    {
        Assert.That(PostgreSqlWrittenRows.LineOf(context, "t"), Is.EqualTo(line));
    }

    private static string? Refusal(string statement) => TestDatabase.Platform.Dialect.StatementRefusal(
        TestDatabase.Platform.Dialect.Split(statement).Single());
}

using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

internal sealed class SqliteScriptTests
{
    [Test]
    public void Statements_are_split_at_semicolons_outside_of_strings_names_and_comments()
    {
        const string script = """
            -- first; comment
            INSERT INTO t VALUES ('a;b''c;d'); /* ; */

            update "x;y" set [a;b] = 1;
            ;
            SELECT 1
            """;

        var statements = SqliteScript.Split(script).ToArray();

        Assert.That(statements.Select(s => $"{s.Line} {s.FirstWord}"),
            Is.EqualTo((string[])["2 INSERT", "4 UPDATE", "6 SELECT"]));
        Assert.That(statements[0].Text, Is.EqualTo("INSERT INTO t VALUES ('a;b''c;d')"));
    }

    [Test]
    public void A_trigger_is_one_statement()
    {
        const string script = """
            CREATE TRIGGER g AFTER INSERT ON t BEGIN
              UPDATE t SET a = CASE WHEN a > 1 THEN 1 ELSE 0 END;
              DELETE FROM u;
            END;
            SELECT 2;
            """;

        Assert.That(SqliteScript.Split(script).Select(s => s.FirstWord),
            Is.EqualTo((string[])["CREATE", "SELECT"]));
    }

    [TestCase("")]
    [TestCase(" ; ; -- nothing\n /* x */")]
    public void A_script_of_blanks_and_comments_has_no_statement(string script)
    {
        Assert.That(SqliteScript.Split(script), Is.Empty);
    }
}

using Orchestrator.Import.Ssis.Again;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What is read of statements, which nobody parses whole.</summary>
internal sealed class ImportedStatementTests
{
    [TestCase("SELECT Id, Name FROM dbo.T", "Id|Name")]
    [TestCase("SELECT TOP (10) t.Id AS Key1, [Full Name] FROM dbo.T t", "Key1|Full Name")]
    [TestCase("SELECT MAX(Day) FROM dbo.T", "")]
    [TestCase("SELECT CASE WHEN a = 1 THEN 'FROM' ELSE b END Chosen -- , c\nFROM T", "Chosen")]
    [TestCase("WITH x AS (SELECT a FROM b) SELECT c FROM x UNION ALL SELECT d FROM y", "c")]
    [TestCase("SET NOCOUNT ON; SELECT COUNT(*) n FROM (SELECT 1 AS q) z", "n")]
    public void The_columns_of_a_query_are_told(string statement, string columns) =>
        Assert.That(SelectList.Of(statement)?.Select(each => each.Name), Is.EqualTo(columns.Split('|')));

    [TestCase("EXEC dbo.GetKey 1")]
    [TestCase("SELECT @a = 1")]
    [TestCase("INSERT INTO t SELECT a FROM b")]
    [TestCase("IF 1 = 1 SELECT 1 ELSE SELECT 2")]
    [TestCase("")]
    public void What_no_query_returns_has_no_columns(string statement) =>
        Assert.That(SelectList.Of(statement), Is.Null);

    [TestCase("SELECT a FROM t; SELECT b FROM u", true)]
    [TestCase("SELECT a FROM t SELECT b FROM u", true)]
    [TestCase("SELECT a FROM t; EXEC p", true)]
    [TestCase("EXEC p; SELECT a FROM t", false)]
    [TestCase("SELECT a FROM t UNION ALL SELECT b FROM u", false)]
    [TestCase("DECLARE @a int; SELECT TOP (1) @a = b FROM t; SELECT @a AS a", false)]
    [TestCase("INSERT INTO #a (b) SELECT b FROM t; SELECT b FROM #a", false)]
    [TestCase("SELECT b INTO #a FROM t; SELECT b FROM #a", false)]
    [TestCase("SELECT a FROM t WHERE b = (SELECT 1)", false)]
    [TestCase("WITH x AS (SELECT 1 AS a) SELECT a FROM x", false)]
    public void Several_sets_of_rows_are_seen(string statement, bool areIn) =>
        Assert.That(SeveralQueries.AreIn(statement), Is.EqualTo(areIn));

    [TestCase("SELECT MAX(Day) FROM dbo.T", "SELECT MAX(Day) AS [Last] FROM dbo.T")]
    [TestCase("SELECT Id FROM dbo.T ORDER BY Id", "SELECT Id AS [Last] FROM dbo.T ORDER BY Id")]
    [TestCase("SELECT Id + 1 AS x FROM dbo.T", "SELECT Id + 1 AS [Last] FROM dbo.T")]
    [TestCase("SELECT Id + 1 AS x FROM dbo.T ORDER BY x", null)]
    [TestCase("SELECT * FROM dbo.T", null)]
    public void A_column_is_given_a_name_where_nothing_else_changes(string statement, string? named) => Assert.That(
        SelectList.Named(statement, new Dictionary<int, string> { [0] = "Last" }), Is.EqualTo(named));

    [TestCase("SELECT * FROM dbo.Shop", "SELECT [Id], [Full]] name] FROM dbo.Shop")]
    [TestCase("SELECT TOP 5 * FROM Shop s WHERE a IN (1, 2) ORDER BY Id, b",
        "SELECT TOP 5 [Id], [Full]] name] FROM Shop s WHERE a IN (1, 2) ORDER BY Id, b")]
    [TestCase("SELECT * FROM dbo.Shop, dbo.Other", null)]
    [TestCase("SELECT * FROM dbo.Shop JOIN dbo.Other ON 1 = 1", null)]
    [TestCase("SELECT * FROM dbo.Shop UNION SELECT * FROM dbo.Other", null)]
    [TestCase("SELECT s.* FROM dbo.Shop s", null)]
    [TestCase("SELECT * FROM dbo.Other", null)]
    public void A_star_has_the_names_of_a_table_that_somebody_has_told(string statement, string? made) => Assert.That(
        StarColumns.Expanded(statement, table => table.Key == "DBO.SHOP" ? ["Id", "Full] name"] : []),
        Is.EqualTo(made));

    [TestCase(@"C:\in\a.csv", "C:/in", "a.csv")]
    [TestCase(@"C:\out\${var:Day}\a.csv", "C:/out", "${var:Day}/a.csv")]
    [TestCase(@"C:\out\sale_${var:Day}.csv", "C:/out", "sale_${var:Day}.csv")]
    [TestCase("${var:Folder}/a.csv", "", "${var:Folder}/a.csv")]
    [TestCase("a.csv", "", "a.csv")]
    public void A_path_is_a_folder_that_is_known_and_what_lies_in_it(string path, string folder, string name) =>
        Assert.That(FilePlace.Of(path), Is.EqualTo(new FilePlace(folder, name)));

    [TestCase("\"SELECT a, b FROM t WHERE c = \" + @c", "SELECT a, b FROM t WHERE c = ")]
    [TestCase("\"SELECT a FROM \" + @t + \" WHERE b = 1\"", "SELECT a FROM ")]
    [TestCase("\"SELECT a, b\" + @more", null)]
    [TestCase("\"EXEC p \" + @c", null)]
    [TestCase("@head + \" FROM t\"", null)]
    public void A_statement_that_an_expression_makes_begins_with_its_columns(string expression, string? begin) =>
        Assert.That(BegunStatements.Of(expression), Is.EqualTo(begin));

    [Test]
    public void The_beginning_of_such_a_statement_is_put_anew() => Assert.That(
        BegunStatements.With("\"SELECT a FROM t WHERE c = \" + @c + \"'\"", "SELECT a AS [b] FROM t WHERE c = "),
        Is.EqualTo("\"SELECT a AS [b] FROM t WHERE c = \" + @[c] + \"'\""));

    [TestCase("TRUNCATE TABLE dbo.Sale", "DBO.SALE")]
    [TestCase("DELETE FROM [stg].[Sale];\nGO\ntruncate table Other", "STG.SALE|DBO.OTHER")]
    [TestCase("DELETE FROM Sale WHERE Id = 1", null)]
    [TestCase("TRUNCATE TABLE other.dbo.Sale", null)]
    [TestCase("TRUNCATE TABLE a; EXEC b", null)]
    public void A_statement_that_empties_tables_is_known(string statement, string? tables) => Assert.That(
        EmptiedTables.Of(statement)?.Select(each => each.Key), Is.EqualTo(tables?.Split('|')));

    [TestCase("a = ? AND b = '?' -- ?\nAND c = ?", "a = @0 AND b = '?' -- ?\nAND c = @1")]
    [TestCase("[?] = ?", "[?] = @0")]
    public void Places_for_values_are_code(string statement, string made) => Assert.That(
        StatementWords.WithMarks(statement, place => $"@{place}"), Is.EqualTo(made));

    [TestCase("EXEC p @a = @a, @b = @c OUTPUT", "EXEC p @a = @x, @b = @x OUTPUT")]
    [TestCase("EXEC @a = [dbo].[p] @b; SELECT 1 WHERE @c = 2", "EXEC @x = [dbo].[p] @x; SELECT 1 WHERE @x = 2")]
    [TestCase("UPDATE t SET n = @a WHERE @b = m", "UPDATE t SET n = @x WHERE @x = m")]
    public void Names_of_a_procedure_stay_and_values_get_ours(string statement, string made) => Assert.That(
        StatementWords.WithParameters(statement, _ => "@x"), Is.EqualTo(made));

    [TestCase("USE Other; SELECT 1", "Other", "SELECT 1")]
    [TestCase("use [My Base]\nGO\n", "My Base", "")]
    [TestCase("USE A USE B SELECT 1", "B", "SELECT 1")]
    [TestCase("USE A\nGO\nSELECT 1\nGO\nuse [a]\nGO\nSELECT 2", "A", "SELECT 1\nGO\n\nGO\nSELECT 2")]
    [TestCase("SELECT 1; USE Other", null, "SELECT 1; USE Other")]
    public void The_database_that_a_statement_begins_with_is_told(string statement, string? database, string rest) =>
        Assert.That(StatedDatabase.Of(statement), Is.EqualTo(new StatedDatabase(database, rest)));

    [TestCase("USE Other", true)]
    [TestCase("SELECT 'USE Other' -- USE Other", false)]
    [TestCase("SELECT 1 FROM t OPTION (USE HINT ('x'))", false)]
    public void A_change_of_the_database_is_seen(string statement, bool isIn) =>
        Assert.That(StatedDatabase.IsIn(statement), Is.EqualTo(isIn));

    [TestCase("{? = call dbo.GetKey(?, ?)}", "EXEC ? = dbo.GetKey ?, ?")]
    [TestCase(" { CALL [dbo].[Close] } ", "EXEC [dbo].[Close] ")]
    [TestCase("EXEC dbo.Close ?", "EXEC dbo.Close ?")]
    public void A_call_as_drivers_take_it_is_one_of_the_server(string statement, string made) =>
        Assert.That(CallEscape.Opened(statement), Is.EqualTo(made));

    [TestCase("UPDATE t SET a = 1", true)]
    [TestCase("INSERT INTO t SELECT a FROM b;", true)]
    [TestCase("DELETE FROM t; DELETE FROM u", false)]
    [TestCase("SELECT 1", false)]
    public void A_statement_that_only_changes_rows_is_known(string statement, bool isAlone) =>
        Assert.That(ChangingStatement.IsAlone(statement), Is.EqualTo(isAlone));

    [TestCase("", "")]
    [TestCase("a \"b c\" d", "a|b c|d")]
    [TestCase("/x:\"C:\\in out\" \"\"", "/x:C:\\in out|")]
    [TestCase("/c \"a \\\"b c\\\"\" d", "/c|a \"b c\"|d")]
    [TestCase("\"C:\\in out\\\\\" C:\\x\\", "C:\\in out\\|C:\\x\\")]
    public void Arguments_are_cut_as_windows_does(string line, string arguments) => Assert.That(
        string.Join('|', ProcessTasks.Arguments(line)), Is.EqualTo(arguments));

    [Test]
    public void A_text_is_the_same_with_and_without_what_was_decided_in_it()
    {
        const string written = "object: a\nopen:\n  - code: ORC6071\n    effort: an hour\n";

        var decided = Decisions.Without(written + "    decided: dropped\n    because: nobody needs it\n");
        var within = Decisions.Without("open:\n  - {code: ORC6071, from: a, decided: replaced, by: b}\n");

        Assert.That(decided, Is.EqualTo(written));
        Assert.That(within, Is.EqualTo("open:\n  - {code: ORC6071, from: a}\n"));
    }
}

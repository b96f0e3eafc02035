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
    [TestCase("IF OBJECT_ID('t') IS NULL CREATE TABLE t (a int) INSERT INTO t SELECT 1 SELECT @@IDENTITY AS n", "n")]
    [TestCase("DROP TABLE IF EXISTS #t; SELECT a FROM b", "a")]
    [TestCase("INSERT INTO t (a) OUTPUT Inserted.Id, inserted.a AS b VALUES (1)", "Id|b")]
    [TestCase("UPDATE t SET a = 1 OUTPUT deleted.a WHERE b = 2", "a")]
    [TestCase("IF 1 = 1 BEGIN DELETE FROM t END SELECT a FROM b", "a")]
    [TestCase("SELECT a, b = c + 1, [d e] = 2 FROM t", "a|b|d e")]
    public void The_columns_of_a_query_are_told(string statement, string columns) =>
        Assert.That(SelectList.Of(statement)?.Select(each => each.Name), Is.EqualTo(columns.Split('|')));

    [TestCase("EXEC dbo.GetKey 1")]
    [TestCase("SELECT @a = 1")]
    [TestCase("INSERT INTO t SELECT a FROM b")]
    [TestCase("IF 1 = 1 SELECT 1 ELSE SELECT 2")]
    [TestCase("IF 1 = 1 SELECT 1 SELECT 2")]
    [TestCase("EXEC p @a OUTPUT")]
    [TestCase("INSERT INTO t (a) OUTPUT inserted.a INTO u VALUES (1)")]
    [TestCase("IF 1 = 1 BEGIN SELECT 1 AS a END")]
    [TestCase("IF 1 = 1 BEGIN IF 2 = 2 DELETE FROM t SELECT 1 AS a END")]
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
    [TestCase("SELECT Id + 1 AS x FROM dbo.T ORDER BY x", "SELECT Id + 1 AS [Last] FROM dbo.T ORDER BY [Last]")]
    [TestCase("SELECT Id + 1 AS x FROM T WHERE x > 0 ORDER BY t.x, X DESC",
        "SELECT Id + 1 AS [Last] FROM T WHERE x > 0 ORDER BY t.x, [Last] DESC")]
    [TestCase("SELECT x = Id + 1 FROM dbo.T ORDER BY x", "SELECT Id + 1 AS [Last] FROM dbo.T ORDER BY [Last]")]
    [TestCase("SELECT Id + 1 AS x FROM dbo.T ORDER BY x + 1", null)]
    [TestCase("SELECT Id + 1 AS x FROM dbo.T ORDER BY x, Last", null)]
    [TestCase("SELECT Id + 1 AS x FROM dbo.T GROUP BY x", null)]
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
    [TestCase("SELECT * FROM (SELECT a AS b FROM T) AS x CROSS JOIN (SELECT c, d FROM U) y WHERE 1 = 1",
        "SELECT [x].[b], [y].[c], [y].[d] FROM (SELECT a AS b FROM T) AS x CROSS JOIN (SELECT c, d FROM U) y "
            + "WHERE 1 = 1")]
    [TestCase("SELECT * FROM (SELECT a FROM T) x JOIN U ON 1 = 1", null)]
    [TestCase("SELECT * FROM (SELECT MAX(a) FROM T) x", null)]
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

    [TestCase("SELECT\t1 \n\tWHERE a = '\t'", "SELECT    1\n    WHERE a = '\t'\n")]
    [TestCase("  SELECT 'a \n\tb' \n", "SELECT 'a \n\tb'\n")]
    public void Values_in_quotes_stay_as_they_are_where_blanks_are_left_out(string statement, string made) =>
        Assert.That(StatementWords.Tidy(statement), Is.EqualTo(made));

    [TestCase("EXEC p @a = @a, @b = @c OUTPUT", "EXEC p @a = @x, @b = @x OUTPUT")]
    [TestCase("EXEC @a = [dbo].[p] @b; SELECT 1 WHERE @c = 2", "EXEC @x = [dbo].[p] @x; SELECT 1 WHERE @x = 2")]
    [TestCase("UPDATE t SET n = @a WHERE @b = m", "UPDATE t SET n = @x WHERE @x = m")]
    public void Names_of_a_procedure_stay_and_values_get_ours(string statement, string made) => Assert.That(
        StatementWords.WithParameters(statement, _ => "@x"), Is.EqualTo(made));

    [TestCase("BEGIN TRAN; DELETE FROM a; COMMIT TRAN;", "DELETE FROM a;")]
    [TestCase("BEGIN TRANSACTION t1 WITH MARK 'x'\nDELETE FROM a\nCOMMIT WORK", "DELETE FROM a")]
    [TestCase("BEGIN TRAN\nDELETE FROM a\nCOMMIT; BEGIN TRAN; WITH x AS (SELECT 1 b) DELETE FROM x\nCOMMIT",
        "DELETE FROM a\n; WITH x AS (SELECT 1 b) DELETE FROM x")]
    [TestCase("BEGIN TRAN IF EXISTS (SELECT 1) DELETE FROM a COMMIT", "IF EXISTS (SELECT 1) DELETE FROM a")]
    [TestCase("BEGIN TRY BEGIN TRAN; DELETE FROM a; COMMIT; END TRY\nBEGIN CATCH ROLLBACK; THROW; END CATCH",
        "BEGIN TRY DELETE FROM a; END TRY\nBEGIN CATCH THROW; END CATCH")]
    [TestCase("BEGIN TRY BEGIN TRAN; DELETE FROM a; COMMIT; END TRY BEGIN CATCH IF @@TRANCOUNT > 0 BEGIN ROLLBACK "
        + "TRAN; END RAISERROR('x', 16, 1) END CATCH",
        "BEGIN TRY DELETE FROM a; END TRY BEGIN CATCH RAISERROR('x', 16, 1) END CATCH")]
    [TestCase("BEGIN TRAN; DELETE FROM a; IF @@ERROR <> 0 ROLLBACK TRAN ELSE COMMIT TRAN", "DELETE FROM a;")]
    public void Words_that_make_a_transaction_of_all_are_taken_out(string statement, string made)
    {
        Assert.That(OwnTransaction.IsIn(statement), Is.True);
        Assert.That(OwnTransaction.Without(statement), Is.EqualTo(made));
    }

    [TestCase("BEGIN TRAN; DELETE FROM a")]
    [TestCase("COMMIT TRAN")]
    [TestCase("BEGIN TRAN; DELETE FROM a; ROLLBACK TRAN; COMMIT TRAN")]
    [TestCase("BEGIN TRAN; SAVE TRAN s; DELETE FROM a; COMMIT TRAN")]
    [TestCase("BEGIN TRAN; DELETE FROM a; IF @b = 1 COMMIT")]
    [TestCase("BEGIN TRAN; IF @b = 1 BEGIN COMMIT END")]
    [TestCase("BEGIN TRY BEGIN TRAN; DELETE FROM a; COMMIT; END TRY BEGIN CATCH ROLLBACK; PRINT 'x' END CATCH")]
    [TestCase("BEGIN TRY BEGIN TRAN; DELETE FROM a; COMMIT; END TRY BEGIN CATCH ROLLBACK; "
        + "RAISERROR('x', 10, 1) END CATCH")]
    [TestCase("BEGIN TRY BEGIN TRAN; DELETE FROM a; COMMIT; END TRY BEGIN CATCH ROLLBACK; INSERT INTO l VALUES (1); "
        + "THROW; END CATCH")]
    [TestCase("BEGIN TRY BEGIN TRAN; DELETE FROM a; COMMIT; END TRY BEGIN CATCH IF @@ERROR <> 0 ROLLBACK END CATCH")]
    public void A_transaction_whose_end_tells_more_is_left_to_a_person(string statement) =>
        Assert.That(OwnTransaction.Without(statement), Is.Null);

    [TestCase("BEGIN DELETE FROM a END")]
    [TestCase("CREATE TEMP TABLE a (b int) ON COMMIT DROP")]
    [TestCase("SELECT 'BEGIN TRAN' AS [COMMIT] -- COMMIT")]
    [TestCase("CREATE PROCEDURE p AS BEGIN TRAN; DELETE FROM a; COMMIT")]
    public void What_only_looks_like_one_is_none(string statement) =>
        Assert.That(OwnTransaction.IsIn(statement), Is.False);

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

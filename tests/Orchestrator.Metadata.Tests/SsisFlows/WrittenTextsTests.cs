using Orchestrator.Ssis.Flows.Texts;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>What is seen of statements and names that others have written.</summary>
internal sealed class WrittenTextsTests
{
    [TestCase("select 1", "Query")]
    [TestCase("  SELECT a FROM t; ", "Query")]
    [TestCase("with x as (select 1 as a) select a from x", "Query")]
    [TestCase("exec dbo.p", "Call")]
    [TestCase("EXECUTE dbo.p @a = 1", "Call")]
    [TestCase("declare @a int; select @a", "Batch")]
    [TestCase("select a into #t from t", "Batch")]
    [TestCase("select 1; select 2", "Batch")]
    [TestCase("select a from t for xml auto", "Batch")]
    [TestCase("update t set a = 1", "Batch")]
    [TestCase("/* select */ -- select\n select ';' as [;], \"into\" from t", "Query")]
    [TestCase("", "Batch")]
    public void A_statement_is_told_by_its_words(string sql, string kind) =>
        Assert.That($"{WrittenQuery.Of(sql).Kind}", Is.EqualTo(kind));

    [TestCase("declare @a int = 1 select @a", true)]
    [TestCase("if exists (select 1 from t) begin select a from t end else begin select 0 as a end", true)]
    [TestCase("declare @t table (a int) insert into @t select a from t select a from @t", true)]
    [TestCase("select a into #t from t; drop table if exists #u; select a from #t", true)]
    [TestCase("declare @rc int exec @rc = dbo.p with result sets ((a int))", true)]
    [TestCase("insert into t select 1 select a from t", false)]
    [TestCase("select a into ##t from t; select a from ##t", false)]
    [TestCase("use other; select a from t", false)]
    [TestCase("delete t from t join #u u on u.a = t.a select a from t", false)]
    [TestCase("set nocount on", false)]
    public void Several_statements_are_seen_to_change_only_what_is_their_own(string sql, bool expected) =>
        Assert.That(WrittenBatch.OnlyReads(sql), Is.EqualTo(expected));

    [TestCase("select a from t order by a", "select a from t", "order by a")]
    [TestCase("select top 5 a from t order by a", "select top 5 a from t order by a", "")]
    [TestCase("select a from t order by a offset 5 rows", "select a from t order by a offset 5 rows", "")]
    [TestCase("select row_number() over (order by a) from t", "select row_number() over (order by a) from t", "")]
    [TestCase("select a from t order by a option (recompile)", "select a from t", "order by a")]
    [TestCase("with x as (select 1 as a) select a from x order by a", "select a from x", "order by a")]
    public void An_order_that_rows_do_not_need_is_taken_off(string sql, string body, string order)
    {
        var query = WrittenQuery.Of(sql);

        Assert.That((query.Body, query.Order), Is.EqualTo((body, order)));
    }

    [TestCase("[dbo].[Sale]", "dbo|Sale")]
    [TestCase("\"dbo\".\"Sale\"", "dbo|Sale")]
    [TestCase("dbo.Sale", "dbo|Sale")]
    [TestCase("Sale", "Sale")]
    [TestCase("[Sale Order]", "Sale Order")]
    [TestCase("[a]]b].[c]", "a]b|c")]
    [TestCase("db..Sale", "db||Sale")]
    [TestCase("`a`.`b`", "a|b")]
    [TestCase("", "")]
    [TestCase("[open", "")]
    [TestCase("a.", "")]
    [TestCase("f(1)", "")]
    [TestCase("a; drop table b", "")]
    public void A_name_of_a_table_is_its_parts(string written, string parts) =>
        Assert.That(string.Join('|', WrittenTable.PartsOf(written)), Is.EqualTo(parts));

    [Test]
    public void Signs_of_parameters_in_texts_and_comments_are_none()
    {
        const string Sql = "select '?', \"?\", [?] -- ?\n from t /* ? */ where a = ? and b = ?";

        Assert.That(WrittenParameters.Count(Sql), Is.EqualTo(2));
        Assert.That(WrittenParameters.Replace(Sql, at => $"@p{at}"), Is.EqualTo(
            "select '?', \"?\", [?] -- ?\n from t /* ? */ where a = @p0 and b = @p1"));
    }

    [Test]
    public void Bindings_name_their_parameter_and_their_variable() => Assert.That(
        WrittenParameters.Bindings("\"Parameter0:Input\",{A-1};\"1\",User::B;"),
        Is.EqualTo(((string, string)[])[("Parameter0", "{A-1}"), ("1", "User::B")]));

    [Test]
    public void Signs_of_a_call_are_known_by_the_names_that_it_gives_them() => Assert.That(
        WrittenParameters.NamesOf("exec p @Day = ?, ?, @kind=/* = */ ?, @x = '?'"),
        Is.EqualTo((string?[])["@Day", null, "@kind"]));

    [TestCase("Parameter0", 0)]
    [TestCase("12", 12)]
    [TestCase("Param_3", 3)]
    [TestCase("@Name", null)]
    [TestCase("99999999999", null)]
    public void The_name_of_a_parameter_says_its_place(string name, int? place) =>
        Assert.That(WrittenParameters.PlaceOf(name), Is.EqualTo(place));

    [TestCase("exec dbo.p", "dbo.p")]
    [TestCase("EXEC [a b].[c] @x = 1 , @y='it''s', @z = NULL", "a b.c x=1 y=it's z=NULL")]
    [TestCase("exec p @x = 1\nwith result sets ((Id int, [With] nvarchar(20)))", "p x=1")]
    [TestCase("exec p 1, N'a=b', ${var:Day}", "p =1 =a=b =${var:Day}")]
    [TestCase("exec p 1 2", null)]
    [TestCase("exec p ${var:Day} output", null)]
    [TestCase("exec @code = p", null)]
    [TestCase("exec p with result sets ((Id int), (Id int))", null)]
    [TestCase("exec p with result sets none", null)]
    [TestCase("exec p with recompile", null)]
    [TestCase("exec p @x = @y", null)]
    public void A_call_is_known_where_it_is_given_values(string sql, string? call)
    {
        var known = WrittenCall.Of(sql);

        Assert.That(known is null ? null : string.Join(' ', known.Arguments.Select(each => $"{each.Name}={each.Value}")
            .Prepend(known.Procedure)), Is.EqualTo(call));
    }

    [TestCase("UPDATE t SET a = ?, b = GETDATE() WHERE i = ?", true)]
    [TestCase("UPDATE t SET t.a = COALESCE(?, 0), [b c] = 'a' WHERE t.i = ?", true)]
    [TestCase("DELETE FROM t WHERE a = ?", true)]
    [TestCase("UPDATE t SET a = a + ? WHERE i = ?", false)]
    [TestCase("UPDATE t SET a = ?, b = [a] WHERE i = ?", false)]
    [TestCase("UPDATE t SET a += ? WHERE i = ?", false)]
    [TestCase("UPDATE t SET Code = ? WHERE CODE = ?", false)]
    public void A_change_that_reads_what_it_sets_is_another_for_all_rows_at_once(string sql, bool isSame) =>
        Assert.That(WrittenChange.Of(sql)?.IsSameAtOnce, Is.EqualTo(isSame));

    [TestCase("INSERT INTO t (a, b) VALUES (?, GETDATE())", "?, GETDATE()")]
    [TestCase("insert t ([a b]) values (coalesce(?, (1)))", "coalesce(?, (1))")]
    [TestCase("INSERT INTO t VALUES (?, 1)", null)]
    [TestCase("INSERT INTO t (a) VALUES (?), (?)", null)]
    [TestCase("INSERT INTO t (a) SELECT b FROM u WHERE c = ?", null)]
    [TestCase("INSERT INTO t (a) VALUES ((SELECT MAX(b) FROM u WHERE c = ?))", null)]
    [TestCase("INSERT INTO t (a) VALUES (?); DELETE FROM u", null)]
    public void An_insert_of_one_row_is_known_by_its_values(string sql, string? values) =>
        Assert.That(WrittenInsert.Of(sql)?.Values, Is.EqualTo(values));

    [TestCase("exec dbo.p ?, ?", true)]
    [TestCase("IF NOT EXISTS (SELECT 1 FROM t WHERE i = ?) INSERT INTO t (i) VALUES (?)", true)]
    [TestCase("SET NOCOUNT ON; EXEC dbo.p ?", true)]
    [TestCase("EXEC dbo.p ?, ? OUTPUT", true)]
    [TestCase("UPDATE t SET a = ? OUTPUT inserted.a", false)]
    [TestCase("EXEC dbo.p @r OUTPUT, ?", false)]
    [TestCase("EXEC @r = dbo.p ?", false)]
    [TestCase("DECLARE @i int; EXEC dbo.p ?", false)]
    [TestCase("dbo.p ?", false)]
    [TestCase("", false)]
    public void A_statement_that_leaves_its_loop_alone_is_known(string sql, bool isOne) =>
        Assert.That(WrittenEach.Is(sql), Is.EqualTo(isOne));

    [TestCase("dbo.Touch ?, 1", "EXEC dbo.Touch ?, 1")]
    [TestCase("[My Db].dbo.[Touch it] 'a'", "EXEC [My Db].dbo.[Touch it] 'a'")]
    [TestCase("Touch", "EXEC Touch")]
    [TestCase("[etl].[Get Key];", "EXEC [etl].[Get Key];")]
    [TestCase("Shop..GetKey @a, 1", "EXEC Shop..GetKey @a, 1")]
    [TestCase("SELECT 1", "SELECT 1")]
    [TestCase("exec dbo.Touch ?", "exec dbo.Touch ?")]
    [TestCase("PRINT ?", "PRINT ?")]
    [TestCase("Touch (?)", "Touch (?)")]
    [TestCase("{call Touch(?)}", "{call Touch(?)}")]
    public void A_call_may_leave_out_its_word(string sql, string whole) =>
        Assert.That(WrittenBareCall.WithWord(sql), Is.EqualTo(whole));

    [TestCase("SELECT 'a', '", 12)]
    [TestCase("SELECT 'it''s", 7)]
    [TestCase("SELECT 'it''s'", -1)]
    [TestCase("SELECT 1 -- don't\n, '", 20)]
    [TestCase("SELECT /* don't */ 1", -1)]
    public void A_literal_that_is_open_is_known_by_its_quote(string sql, int at) =>
        Assert.That(WrittenLiterals.Open(sql), Is.EqualTo(at));

    [TestCase("no%", "SUBSTRING(UPPER([c]),1,2) == UPPER(\"no\")")]
    [TestCase("%no", "RIGHT(UPPER([c]),2) == UPPER(\"no\")")]
    [TestCase("%no%", "FINDSTRING(UPPER([c]),UPPER(\"no\"),1) > 0")]
    [TestCase("n[0-9]%", "SUBSTRING(UPPER([c]),1,1) == UPPER(\"n\") && "
        + "SUBSTRING([c],2,1) >= \"0\" && SUBSTRING([c],2,1) <= \"9\"")]
    [TestCase("%", null)]
    [TestCase("no", null)]
    [TestCase("a%b%", null)]
    public void A_pattern_of_a_sheet_is_a_condition(string pattern, string? condition) =>
        Assert.That(WrittenPattern.Condition("[c]", pattern), Is.EqualTo(condition));

    [TestCase("Sheet1$", "Sheet1|")]
    [TestCase("'My Sheet$'", "My Sheet|")]
    [TestCase("'It''s$a4:h'", "It's|A4:H")]
    [TestCase("[Sheet1$A1:D20]", "Sheet1|A1:D20")]
    [TestCase("Sheet1$B:F", "Sheet1|B:F")]
    [TestCase("Sheet1$D20:A1", null)]
    [TestCase("Sheet1$_FilterDatabase", null)]
    [TestCase("MyRange", "MyRange|")]
    [TestCase("SELECT a FROM My.Range_1 WHERE b IS NOT NULL", "My.Range_1|")]
    [TestCase("My Range", null)]
    [TestCase("select * from [Sheet1$A3:F];", "Sheet1|A3:F")]
    [TestCase("SELECT [a b], c AS d FROM `Two$` WHERE ([a b] is not null or c <> '') AND e IS NULL", "Two|")]
    [TestCase("SELECT a FROM [One$] WHERE a > 1 ORDER BY a", "One|")]
    [TestCase("SELECT a FROM [One$] WHERE a IN ('b', 'c') AND d NOT IN (1, 2)", "One|")]
    [TestCase("SELECT a FROM [One$] WHERE a IN (SELECT b FROM [Two$])", null)]
    [TestCase("SELECT a FROM [One$], [Two$]", null)]
    [TestCase("SELECT DISTINCT a FROM [One$]", null)]
    [TestCase("SELECT a + 1 AS b FROM [One$]", null)]
    [TestCase("SELECT a FROM [One$] WHERE a > 'b'", null)]
    [TestCase("SELECT a FROM [One$] WHERE a = ''", null)]
    [TestCase("SELECT a FROM [One$] WHERE a LIKE 'b%' AND NOT (c NOT LIKE '[0-9]%')", "One|")]
    [TestCase("SELECT a FROM [One$] WHERE a LIKE 'b_d'", null)]
    [TestCase("SELECT a FROM [One$] WHERE a LIKE '[a-f]%'", null)]
    [TestCase("SELECT a FROM [One$] WHERE NOT a IS NULL", "One|")]
    [TestCase("SELECT a FROM [One$] WHERE a = 1e5", null)]
    [TestCase("SELECT * FROM Sheet1$", null)]
    public void A_sheet_is_known_by_its_name_and_range(string written, string? sheet)
    {
        var known = WrittenSheet.Of(written);

        Assert.That(known is null ? null : $"{known.Sheet}|{known.Range}", Is.EqualTo(sheet));
    }

    [Test]
    public void A_query_over_a_sheet_says_columns_and_which_cells_are_empty()
    {
        var known = WrittenSheet.Of(
            "SELECT [a b], c AS d FROM [S$] WHERE ([a b] is not null or c <> '') AND e IS NULL");

        Assert.That((known?.ColumnOf("D"), known?.ColumnOf("a b")), Is.EqualTo(("c", "a b")));
        Assert.That(string.Join(' ', known!.Condition.Select(each => $"{each.Column}{each.Sign}")),
            Is.EqualTo("( a bIS NOT NULL OR cIS NOT NULL ) AND eIS NULL"));
    }

    [Test]
    public void A_query_over_a_sheet_says_what_cells_are_compared_with()
    {
        var known = WrittenSheet.Of("SELECT * FROM [S$] WHERE a = 'it''s' AND [b]<>\"x\" OR c >= -1.5");

        Assert.That(known!.Condition.Select(each => $"{each.Column}{each.Sign}{each.Value}{each.Number}"),
            Is.EqualTo((string[])["a=it's", "AND", "b<>x", "OR", "c>=-1.5"]));
    }
}

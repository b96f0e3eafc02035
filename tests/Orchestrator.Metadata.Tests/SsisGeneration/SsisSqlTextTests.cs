using System.Text;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Metadata.Tests.SsisGeneration;

internal sealed class SsisSqlTextTests
{
    [TestCase(SsisSqlDialect.Sqlite)]
    [TestCase(SsisSqlDialect.PostgreSql)]
    [TestCase(SsisSqlDialect.MariaDb)]
    [TestCase(SsisSqlDialect.SqlServer)]
    [Category("Approved")]
    public void Each_element_is_written_as_approved(SsisSqlDialect dialect)
    {
        StringBuilder all = new();
        foreach (var text in SsisElements.All)
        {
            var made = Of(text, dialect);
            all.Append($"{text}\n    {made.Text ?? $"open: {made.Open!.Code} {made.Open.Reason}"}\n");
        }

        Approved.Check($"{dialect}".ToLowerInvariant(), all.ToString());
    }

    [Test]
    public void Each_function_and_operator_is_among_the_elements()
    {
        var terms = SsisElements.All.SelectMany(text => SsisElements.Bound(text).Root.Terms()).ToList();

        Assert.That(
            terms.OfType<SsisCallTerm>().Select(call => call.Function).Distinct(),
            Is.EquivalentTo(Enum.GetValues<SsisFunction>()));
        Assert.That(
            terms.OfType<SsisBinaryTerm>().Select(binary => binary.Operator).Distinct(),
            Is.EquivalentTo(Enum.GetValues<SsisBinaryOperator>()));
    }

    [TestCase("Count + 1", "\"Count\" + 1")]
    [TestCase("[Name]", "\"Name\"")]
    [TestCase("ISNULL(Count) ? 0 : Count", "CASE WHEN \"Count\" IS NULL THEN 0 ELSE \"Count\" END")]
    [TestCase("Count > 5 ? 1 : 2", "CASE WHEN \"Count\" > 5 THEN 1 WHEN \"Count\" <= 5 THEN 2 END")]
    [TestCase("REPLACENULL(Name,\"\")", "COALESCE(\"Name\", '')")]
    [TestCase("Name == \"A\"", "\"Name\" COLLATE \"C\" = 'A'")]
    [TestCase("(DT_WSTR,50)Name", "\"Name\"")]
    [TestCase("(DT_WSTR,11)Count", "CAST(\"Count\" AS text)")]
    [TestCase("2 + 3 * 4", "14")]
    [TestCase("@[User::Rows]", "CAST(@Rows AS integer)")]
    public void What_needs_no_more_is_as_a_person_would_write_it(string text, string sql) =>
        Assert.That(Of(text, SsisSqlDialect.PostgreSql).Text, Is.EqualTo(sql));

    [TestCase("(DT_I4)Huge", "CAST([Huge] AS int)")]
    [TestCase("(DT_WSTR,20)Huge", "CAST([Huge] AS nvarchar(20))")]
    [TestCase("(DT_WSTR,30)Rate", "FORMAT([Rate], N'R', N'en-US')")]
    public void A_server_that_keeps_a_number_without_a_sign_as_an_exact_one_casts_it(string text, string sql) =>
        Assert.That(Of(text, SsisSqlDialect.SqlServer).Text, Is.EqualTo(sql));

    [TestCase(SsisSqlDialect.Sqlite, "\"Name\" COLLATE BINARY = 'A'")]
    [TestCase(SsisSqlDialect.PostgreSql, "\"Name\" COLLATE \"C\" = 'A'")]
    [TestCase(SsisSqlDialect.MariaDb, "CONVERT(`Name` USING utf8mb4) COLLATE utf8mb4_nopad_bin = 'A'")]
    [TestCase(
        SsisSqlDialect.SqlServer, "[Name] + N'|' COLLATE Latin1_General_100_BIN2 = N'A' + N'|'")]
    public void Texts_are_told_apart_by_case_and_blanks(SsisSqlDialect dialect, string sql) => Assert.That(
        SsisSqlText.Condition(SsisElements.Bound("Name == \"A\""), dialect, SsisSqlNames.Same(dialect)).Text,
        Is.EqualTo(sql));

    [TestCase(SsisSqlDialect.Sqlite)]
    [TestCase(SsisSqlDialect.PostgreSql)]
    [TestCase(SsisSqlDialect.MariaDb)]
    [TestCase(SsisSqlDialect.SqlServer)]
    public void A_cast_that_would_cut_stops_the_statement_unless_it_is_told_to_cut(SsisSqlDialect dialect)
    {
        var bound = SsisElements.Bound("(DT_WSTR,3)Code");
        var names = SsisSqlNames.Same(dialect);

        var strict = SsisSqlText.Of(bound, dialect, names).Text;
        var cutting = SsisSqlText.Of(bound, dialect, names with { Truncation = SsisTruncation.Cut }).Text;

        Assert.That(strict, Does.Contain("the value does not fit into DT_WSTR,3"));
        Assert.That(cutting, Does.Not.Contain("CASE"));
    }

    [TestCase("Count > 0 && Huge + 1UL > 5UL", "ORC6011", "Huge + 1UL")]
    [TestCase("ROUND(Rate,1)", "ORC6010", "ROUND(Rate,1)")]
    [TestCase("SUBSTRING(Name,0,1)", "ORC6014", "0")]
    public void What_has_no_equal_stays_open_with_its_place(string text, string code, string part)
    {
        var made = Of(text, SsisSqlDialect.PostgreSql);

        Assert.That(made.Text, Is.Null);
        Assert.That(made.Open!.Code, Is.EqualTo(code));
        Assert.That(made.Open.Text, Is.EqualTo(part));
    }

    [Test]
    public void A_name_that_nothing_stands_for_is_open()
    {
        var names = SsisSqlNames.Same(SsisSqlDialect.Sqlite) with { Variables = _ => null };

        var made = SsisSqlText.Of(SsisElements.Bound("Count + @[User::Rows]"), SsisSqlDialect.Sqlite, names);

        Assert.That(made.Open?.Code, Is.EqualTo("ORC6012"));
        Assert.That(made.Open?.Text, Is.EqualTo("@[User::Rows]"));
    }

    [Test]
    public void What_grows_beyond_reason_is_open_and_takes_no_time()
    {
        const int Times = 40;
        var text = string.Concat(Enumerable.Repeat("LTRIM(UPPER(", Times)) + "Name"
            + string.Concat(Enumerable.Repeat("))", Times));

        var made = Of(text, SsisSqlDialect.MariaDb);

        Assert.That(made.Open?.Code, Is.EqualTo("ORC6013"));
    }

    private static SsisGenerated Of(string text, SsisSqlDialect dialect) =>
        SsisSqlText.Of(SsisElements.Bound(text), dialect, SsisSqlNames.Same(dialect));
}

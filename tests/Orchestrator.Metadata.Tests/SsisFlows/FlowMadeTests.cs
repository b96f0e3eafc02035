using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;
using Orchestrator.Tds;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Statements of flows that expressions make, with values that are reckoned.</summary>
internal sealed class FlowMadeTests
{
    private static FlowSample Base() => new FlowSample().Database("Src").Database("Dwh")
        .Variable("Name", SsisValueType.String, "x").Variable("Cutoff", SsisValueType.DateTime)
        .Variable("Count", SsisValueType.Int32, "1")
        .Variable("Day", SsisValueType.String, "'2020-01-01'", isConstant: true);

    private static FlowSample Read(string expression) => Base()
        .Source("Read", ComponentKind.OleDbSource, "Src", "Id:i4", ("AccessMode", "2"),
            ("SqlCommand", "SELECT 1 AS Id"))
        .Said("[Read].[SqlCommand]", expression).Into("Load", "Dwh", "Sale", "Read", "Id=Read.Id");

    private static string? SqlOf(FlowTranslation made) => (made.Loads[^1].Source as FlowQuery)?.Sql;

    [TestCase("\"SELECT Id FROM Sale WHERE Name LIKE '%\" + @[User::Name] + \"%'\"", "LIKE (", "@Name")]
    [TestCase("\"SELECT Id FROM Sale WHERE At > '\" + (DT_WSTR,4)YEAR(@[User::Cutoff]) + \"-01-01'\"",
        "DATEPART(year, @Cutoff)", " + N'-01-01')")]
    [TestCase("\"SELECT Id FROM Sale WHERE At > N'\" + (DT_WSTR,10)(DT_DBDATE)GETDATE() + \"'\"",
        "At > (", "SYSDATETIME")]
    [TestCase("\"SELECT Id FROM Sale WHERE Code = '\" + (DT_WSTR,4)@[User::Count] + \"'\"", "Code = (", "@Count")]
    [TestCase("\"SELECT Id FROM Sale WHERE At > '\" + (DT_WSTR,30)@[User::Cutoff] + \"'\"", "At > @Cutoff", "FROM")]
    [TestCase("\"SELECT Id FROM Sale WHERE Year = \" + (DT_WSTR,4)YEAR(GETDATE()) + \" AND 1 = 1\"",
        "Year = (DATEPART(year, ", ") AND 1 = 1")]
    [TestCase("\"SELECT Id FROM Sale WHERE At > \" + (DT_WSTR,20)@[User::Day]", "At > '2020-01-01'", "FROM Sale")]
    public void A_value_that_is_reckoned_is_reckoned_in_the_statement(string expression, string part, string other)
    {
        var made = Read(expression).Translate();

        Assert.That(made.Dispositions.Select(each => each.Open?.Reason), Is.All.Null);
        Assert.That(SqlOf(made), Does.Contain(part).And.Contain(other));
        Assert.That(SqlSyntax.Refusal(SqlOf(made)!), Is.Null);
    }

    [TestCase("\"SELECT Id FROM Sale_\" + (DT_WSTR,4)YEAR(GETDATE())")]
    [TestCase("\"SELECT Id FROM Sale WHERE Month = \" + (DT_WSTR,4)YEAR(GETDATE()) + (DT_WSTR,2)MONTH(GETDATE())")]
    [TestCase("\"SELECT Id FROM Sale WHERE \" + UPPER(@[User::Name])")]
    [TestCase("\"EXEC dbo.Sales '\" + (DT_WSTR,10)(DT_DBDATE)GETDATE() + \"'\"")]
    [TestCase("\"SET NOCOUNT ON; EXEC dbo.Sales '\" + (DT_WSTR,10)(DT_DBDATE)GETDATE() + \"'\"")]
    public void A_part_that_is_no_value_is_open(string expression)
    {
        var made = Read(expression).Translate();

        Assert.That(made.Dispositions[0].Open?.Code, Is.EqualTo(FlowCodes.MadeStatement));
    }

    [Test]
    public void A_lookup_looks_in_what_its_expression_asks_for()
    {
        var made = Looking("\"SELECT Id, Title FROM dbo.Code WHERE Region = '\" + @[User::Name] + \"'\"");

        Assert.That(made.Dispositions.Select(each => each.Open?.Reason), Is.All.Null);
        Assert.That(SqlOf(made), Does.Contain("SELECT Id, Title FROM dbo.Code WHERE Region = @Name"));
    }

    [Test]
    public void A_lookup_in_the_rows_of_a_procedure_looks_where_they_are_landed()
    {
        var made = Looking("\"EXEC dbo.Codes '\" + @[User::Name] + \"'\"");

        Assert.That(made.Dispositions.Select(each => each.Open?.Reason), Is.All.Null);
        Assert.That(made.Loads.Select(each => each.Name), Does.Contain("stage_Load_Title_reference"));
        Assert.That(SqlOf(made), Does.Contain("[stage_Load_Title_reference]"));
    }

    private static FlowTranslation Looking(string expression) => Base()
        .Table("Sales", "Dwh", "[dbo].[Sale]", "Id:i4")
        .Lookup("Title", "Sales", "Dwh", "SELECT Id, Title FROM dbo.Code", "Sales.Id=Id",
            [("Title", "wstr(20)", "Title")], ("NoMatchBehavior", "1"), ("CacheType", "0"))
        .Said("[Title].[SqlCommand]", expression)
        .Into("Load", "Dwh", "Named", "Title:Match", "Id=Sales.Id Title=Title.Title").Translate();
}

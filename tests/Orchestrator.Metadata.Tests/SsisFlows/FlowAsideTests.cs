using Microsoft.Data.Sqlite;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;
using Orchestrator.Tds;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Splits whose conditions may have no value, and caches that files fill.</summary>
internal sealed class FlowAsideTests
{
    private const string Sales = "create table Sale (Id int, Amount int)";

    private static FlowSample Split(RowDisposition onError, string condition = "[Amount] > 100") => new FlowSample()
        .Database("Db", FlowNight.Provider).Table("Sales", "Db", "Sale", "Id:i4 Amount:i4")
        .Add("Parts", ComponentKind.ConditionalSplit, "", [], [new() { Name = "Input" }],
            [
                new()
                {
                    Name = "Large",
                    SynchronousInput = "Input",
                    OnError = onError,
                    Properties = [new("FriendlyExpression", condition), new("EvaluationOrder", "0")],
                },
                new() { Name = "Small", SynchronousInput = "Input", Properties = [new("IsDefaultOut", "true")] },
            ]).Arrow("Sales", "Parts");

    [TestCase(RowDisposition.IgnoreFailure, "2,3")]
    [TestCase(RowDisposition.RedirectRow, "2")]
    public void A_row_for_which_a_condition_has_no_value_goes_where_the_split_says(RowDisposition onError, string small)
    {
        var flow = Split(onError)
            .Into("First", "Db", "Large", "Parts:Large", "Id=Sales.Id Amount=Sales.Amount")
            .Into("Second", "Db", "Small", "Parts:Small", "Id=Sales.Id").Translate();

        using var night = new FlowNight(Sales, "insert into Sale values (1, 500), (2, 5), (3, null)",
            "create table Large (Id int, Amount int)", "create table Small (Id int)");
        night.Move(flow);

        Assert.That(night.Rows("select Id from Large"), Is.EqualTo((string[])["1"]));
        Assert.That(night.Rows("select Id from Small order by Id"), Is.EqualTo(small.Split(',')));
    }

    [Test]
    public void A_condition_that_may_fail_and_not_end_the_flow_is_open()
    {
        var flow = Split(RowDisposition.IgnoreFailure, "100 / [Amount] > 1")
            .Into("First", "Db", "Large", "Parts:Large", "Id=Sales.Id Amount=Sales.Amount").Translate();

        Assert.That(flow.Dispositions.Select(each => each.Open?.Code).OfType<string>(),
            Does.Contain(FlowCodes.NoOption));
    }

    private static FlowTranslation Ignoring(string provider, string type)
    {
        var flow = new FlowSample().Database("Db", provider).Table("Sales", "Db", "Sale", "Id:i4 Code:wstr(10)");
        return flow.Step("Typed", ComponentKind.DataConversion, "Sales", "Sales.Code",
                [
                    FlowSample.Made("Typed", "Number", type) with
                    {
                        Source = flow.Origin("Sales.Code"),
                        OnError = RowDisposition.IgnoreFailure,
                    },
                ])
            .Into("Load", "Db", "Typed", "Typed", "Id=Sales.Id Number=Typed.Number").Translate();
    }

    [Test]
    public void A_value_whose_failure_is_ignored_is_null_where_it_is_none_of_its_type()
    {
        var flow = Ignoring(FlowNight.Provider, "i4");

        using var night = new FlowNight("create table Sale (Id int, Code text)",
            "insert into Sale values (1, '7'), (2, 'x'), (3, null), (4, '99999999999')",
            "create table Typed (Id int, Number int)");
        night.Move(flow);

        Assert.That(night.Rows("select Id, Number from Typed order by Id"),
            Is.EqualTo((string[])["1|7", "2|NULL", "3|NULL", "4|NULL"]));
    }

    [Test]
    public void What_a_locale_may_read_as_a_number_ends_it_in_any_case()
    {
        var flow = Ignoring(FlowNight.Provider, "i4");

        using var night = new FlowNight("create table Sale (Id int, Code text)",
            "insert into Sale values (1, '1,5')", "create table Typed (Id int, Number int)");

        Assert.That(() => night.Move(flow), Throws.InstanceOf<SqliteException>());
    }

    [TestCase("dbDate")]
    [TestCase("bool")]
    public void What_other_types_make_of_a_text_is_open(string type)
    {
        var flow = Ignoring("SQLNCLI11.1", type);

        Assert.That(flow.Dispositions.Select(each => each.Open?.Code).OfType<string>(),
            Does.Contain(FlowCodes.NoOption));
    }

    [TestCase("i4")]
    [TestCase("numeric(9,2)")]
    [TestCase("cy")]
    [TestCase("guid")]
    public void On_SQL_Server_a_cast_is_tried(string type)
    {
        var sql = ((FlowQuery)Ignoring("SQLNCLI11.1", type).Loads.Single().Source!).Sql;

        Assert.That(sql, Does.Contain("TRY_CAST(").And.Not.Match(@"(?<!TRY_)\bCAST\((?!N'|TRY_|CAST)"));
        Assert.That(SqlSyntax.Refusal(sql), Is.Null);
    }

    [Test]
    public void A_cache_that_a_file_fills_is_landed_for_its_lookup()
    {
        var flow = InCache(isDisabled: false);

        Assert.That(flow.Dispositions.Select(each => each.Open?.Reason), Is.All.Null);
        Assert.That(flow.Loads.Select(each => each.Source?.Connection),
            Is.EquivalentTo((string[])["Codes", "Src", "Dwh"]));
        Assert.That((flow.Loads[^1].Source as FlowQuery)?.Sql, Does.Contain("[stage_Fill_Read]"));
        Assert.That(flow.Loads[^1].After, Does.Contain("stage_Fill_Read"));
    }

    [Test]
    public void A_flow_that_is_disabled_fills_no_cache() => Assert.That(
        InCache(isDisabled: true).Dispositions.Select(each => each.Open?.Reason ?? ""),
        Has.Some.Contains("no flow of its package fills"));

    private static FlowTranslation InCache(bool isDisabled)
    {
        const string Codes = "Code:wstr(10) Name:wstr(20)";
        var fill = new FlowSample("Fill") { IsDisabled = isDisabled }.File("Codes", Codes)
            .Source("Read", ComponentKind.FlatFileSource, "Codes", Codes);
        InputColumn Kept(string name) =>
            fill.Taken($"Read.{name}") with { Properties = [new("CacheColumnName", name)] };
        fill.Add("Cache", ComponentKind.CacheTransform, "Cache", [],
                [new() { Name = "Input", Columns = [Kept("Code"), Kept("Name")] }], [])
            .Arrow("Read", "Cache");
        return new FlowSample().Database("Src").Database("Dwh").File("Codes", Codes)
            .Table("Sales", "Src", "Sale", "Id:i4 Code:wstr(10)")
            .Lookup("Title", "Sales", "Cache", "", "Sales.Code=Code", [("Name", "wstr(20)", "Name")],
                ("NoMatchBehavior", "1"), ("ConnectionType", "1"))
            .Into("Found", "Dwh", "Found", "Title:Match", "Id=Sales.Id Name=Title.Name").Translate(beside: fill);
    }
}

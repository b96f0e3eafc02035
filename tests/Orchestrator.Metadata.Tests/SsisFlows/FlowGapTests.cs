using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>What stays open: each component once, with a code, and what lies behind it.</summary>
internal sealed class FlowGapTests
{
    private static FlowSample Customers() => new FlowSample().Database("Src").Database("Dwh")
        .Table("Customers", "Src", "[sales].[Customer]", "Id:i4 Name:wstr(50) Age:i4");

    [Test]
    public void A_script_is_a_class_to_be_written_and_what_lies_behind_it_is_translated()
    {
        var flow = Customers();
        flow.Add("Tidy", ComponentKind.Script, "", [], [flow.Taking("Customers.Id Customers.Name")],
                [
                    new()
                    {
                        Name = "Output",
                        SynchronousInput = "Input",
                        Columns = [FlowSample.Made("Tidy", "Clean", "wstr(50)")],
                    },
                ], new()
                {
                    Language = "CSharp",
                    ReadVariables = ["User::Cutoff"],
                    Files = [new("ScriptMain.cs", "// what it does")],
                })
            .Arrow("Customers", "Tidy")
            .Into("Load", "Dwh", "DimCustomer", "Tidy", "Id=Customers.Id Name=Tidy.Clean");
        var made = flow.Translate();

        var gap = made.Loads[0];
        Assert.That((gap.Name, gap.IsLanding, gap.Plugin?.Name),
            Is.EqualTo(("stage_Load_Tidy", true, "StageLoadTidy")));
        Assert.That(gap.Plugin?.Files.Single().Text, Is.EqualTo("// what it does"));
        Assert.That(gap.Plugin?.Text, Does.Contain("int? Id").And.Contain("string? Clean")
            .And.Contain("public string? Cutoff { get; init; }")
            .And.Contain("class StageLoadTidy : DataflowPackage<StageLoadTidyOptions>"));
        Assert.That(gap.Source, Is.EqualTo(new FlowTable("Src", "sales", "Customer")));
        Assert.That(made.Loads[1].After, Is.EqualTo((string[])["stage_Load_Tidy"]));
        Assert.That(made.Dispositions.Select(each => each.Open?.Code),
            Is.EqualTo((string?[])[null, FlowCodes.Script, null]));
    }

    [TestCase(ComponentKind.FuzzyLookup, FlowCodes.NoEqual)]
    [TestCase(ComponentKind.TermExtraction, FlowCodes.NoEqual)]
    [TestCase(ComponentKind.Other, FlowCodes.NoEqual)]
    public void A_component_without_an_equal_says_so(ComponentKind kind, string code)
    {
        var made = Customers().Step("What", kind, "Customers", "Customers.Id", [])
            .Into("Load", "Dwh", "DimCustomer", "What", "Id=Customers.Id").Translate();

        Assert.That(made.Dispositions.Select(each => each.Open?.Code), Is.EqualTo((string?[])[null, code, null]));
    }

    [TestCase(ComponentKind.UnionAll, DispositionKind.Dropped)]
    [TestCase(ComponentKind.Sort, DispositionKind.Dropped)]
    [TestCase(ComponentKind.FuzzyLookup, DispositionKind.Open)]
    public void What_gives_its_rows_to_nobody_is_left_out(ComponentKind kind, DispositionKind expected)
    {
        var made = Customers().Step("Look", kind, "Customers", "Customers.Id", [])
            .Into("Load", "Dwh", "DimCustomer", "Customers", "Id=Customers.Id").Translate();

        Assert.That(made.Dispositions.Select(each => each.Kind),
            Is.EqualTo((DispositionKind[])[DispositionKind.Mapped, expected, DispositionKind.Mapped]));
        Assert.That(made.Loads.Count, Is.EqualTo(1));
    }

    [Test]
    public void A_database_of_no_platform_is_open_on_both_sides()
    {
        var made = new FlowSample().Database("Ora", "OraOLEDB.Oracle.1").Database("Dwh")
            .Table("Read", "Ora", "Sale", "Id:i4").Into("Load", "Dwh", "Sale", "Read", "Id=Read.Id")
            .Into("Back", "Ora", "Copy", "Read", "Id=Read.Id").Translate();

        Assert.That(made.Dispositions.Select(each => each.Open?.Code),
            Is.EqualTo((string?[])[FlowCodes.NoPlatform, null, FlowCodes.NoPlatform]));
    }

    [Test]
    public void An_expression_that_cannot_be_read_is_open_with_its_own_code()
    {
        var made = Customers().Derive("More", "Customers", ("Next", "i4", "NOTHING([Age])"))
            .Into("Load", "Dwh", "DimCustomer", "More", "Age=More.Next").Translate();

        Assert.That(made.Dispositions[1].Open?.Code, Is.EqualTo("ORC6003"));
        Assert.That(made.Dispositions[1].Open?.Text, Is.EqualTo("NOTHING([Age])"));
    }

    [Test]
    public void A_connection_that_is_not_there_is_open()
    {
        var made = new FlowSample().Database("Dwh").Table("Read", "Gone", "Sale", "Id:i4")
            .Into("Load", "Dwh", "Sale", "Read", "Id=Read.Id").Translate();

        Assert.That(made.Dispositions[0].Open?.Code, Is.EqualTo(FlowCodes.Missing));
    }

    [Test]
    public void A_flow_in_a_circle_is_open_and_ends()
    {
        var flow = Customers().Step("One", ComponentKind.Multicast, "Customers", "", [])
            .Step("Two", ComponentKind.Multicast, "One", "", []).Arrow("Two", "One");

        Assert.That(flow.Translate().Dispositions.Select(each => each.Open?.Code),
            Is.EqualTo((string?[])[null, FlowCodes.Shape, FlowCodes.Shape]));
    }

    [TestCase("EXEC dbo.Touch ?", FlowNight.Provider, FlowCodes.RowStatement)]
    [TestCase("UPDATE t SET a = a + 1 WHERE i = ?", FlowNight.Provider, FlowCodes.RowStatement)]
    [TestCase("EXEC ? = dbo.Touch", "SQLNCLI11.1", FlowCodes.RowStatement)]
    [TestCase("{call dbo.Touch (?)}", "SQLNCLI11.1", FlowCodes.RowStatement)]
    [TestCase("UPDATE t SET a = 1 WHERE i = ?; RETURN", "SQLNCLI11.1", FlowCodes.RowStatement)]
    [TestCase("SELECT i FROM t WHERE i = ?", "SQLNCLI11.1", FlowCodes.RowStatement)]
    [TestCase("UPDATE t SET a = ?, b = ? WHERE i = 1", "SQLNCLI11.1", FlowCodes.Missing)]
    public void A_statement_for_each_row_that_cannot_be_said_of_all_is_open(string sql, string provider, string code)
    {
        var flow = new FlowSample().Database("Src").Database("Dwh", provider)
            .Table("Customers", "Src", "[sales].[Customer]", "Id:i4 Name:wstr(50) Age:i4");
        flow.Add("Each", ComponentKind.OleDbCommand, "Dwh", [("SqlCommand", sql)],
                [new() { Name = "Input", Columns = [flow.Taken("Customers.Id") with { ExternalColumn = "Param_0" }] }],
                [])
            .Arrow("Customers", "Each");

        Assert.That(flow.Translate().Dispositions[1].Open?.Code, Is.EqualTo(code));
    }

    [TestCase("Sale", DispositionKind.Folded)]
    [TestCase("Copy", DispositionKind.Open)]
    public void Rows_that_may_go_any_way_go_the_first_into_the_same_table(string other, DispositionKind expected)
    {
        var flow = Customers();
        flow.Add("Share", ComponentKind.BalancedDistributor, "", [], [flow.Taking("Customers.Id")],
            [
                new() { Name = "One", SynchronousInput = "Input" },
                new() { Name = "Two", SynchronousInput = "Input" },
            ]).Arrow("Customers", "Share");
        var made = flow.Into("Load", "Dwh", "Sale", "Share:One", "Id=Customers.Id")
            .Into("More", "Dwh", other, "Share:Two", "Id=Customers.Id").Translate();

        Assert.That(made.Dispositions[1].Kind, Is.EqualTo(expected));
        Assert.That(made.Dispositions[3].Kind == DispositionKind.Dropped,
            Is.EqualTo(expected == DispositionKind.Folded));
    }

    [TestCase("true")]
    [TestCase("false")]
    public void A_wizard_of_dimensions_is_one_load_and_all_that_it_has_drawn_is_folded(string isOfAllVersions)
    {
        var flow = Customers();
        flow.Add("Dim", ComponentKind.SlowlyChangingDimension, "Dwh",
                [
                    ("SqlCommand", "SELECT [Id] FROM [dbo].[DimCustomer]"), ("CurrentRowWhere", "[To] IS NULL"),
                    ("UpdateChangingAttributeHistory", isOfAllVersions),
                ],
                [new() { Name = "Input", Columns = [Of("Id", "1"), Of("Name", "3"), Of("Age", "2")] }],
                [
                    new() { Name = "New Output", SynchronousInput = "Input" },
                    new() { Name = "Changing", SynchronousInput = "Input" },
                ])
            .Arrow("Customers", "Dim")
            .Into("Insert", "Dwh", "[dbo].[DimCustomer]", "Dim:New Output", "Id=Customers.Id Name=Customers.Name");
        InputColumn Of(string name, string type) => flow.Taken($"Customers.{name}") with
        {
            ExternalColumn = name,
            Properties = [new("ColumnType", type)],
        };

        var made = flow.Translate();
        if (isOfAllVersions == "false")
        {
            Assert.That(made.Dispositions[1].Open?.Code, Is.EqualTo(FlowCodes.NoOption));
            return;
        }

        var load = made.Loads.Single();
        Assert.That(load.Versions?.CurrentRow, Is.EqualTo("[To] IS NULL"));
        Assert.That(load.Columns.Select(each => (each.Target, each.Key, each.Change)), Is.EqualTo(
            ((string, int, FlowChange)[])
            [("Id", 1, FlowChange.Ignore), ("Name", 0, FlowChange.Track), ("Age", 0, FlowChange.Overwrite)]));
        Assert.That(made.Dispositions.Select(each => each.Kind), Is.EqualTo((DispositionKind[])
            [DispositionKind.Mapped, DispositionKind.Mapped, DispositionKind.Folded]));
    }

    [TestCase("UPDATE [dbo].[Target] SET Name = ?, Age = ? WHERE Id = ?", FlowPattern.Merge)]
    [TestCase("update Target set [Name]=?,[Age]=? where ([Id]=?);", FlowPattern.Merge)]
    [TestCase("UPDATE [dbo].[Target] SET Name = UPPER(?), Age = ? WHERE Id = ?", FlowPattern.Append)]
    [TestCase("UPDATE [dbo].[Other] SET Name = ?, Age = ? WHERE Id = ?", FlowPattern.Append)]
    [TestCase("UPDATE [dbo].[Target] SET Age = ?, Name = ? WHERE Id = ?", FlowPattern.Append)]
    public void What_is_inserted_without_a_match_and_updated_with_one_is_merged(string sql, FlowPattern pattern)
    {
        var flow = Customers()
            .Lookup("There", "Customers", "Dwh", "select Id from [dbo].[Target]", "Customers.Id=Id", [],
                ("NoMatchBehavior", "1"));
        flow.Add("Change", ComponentKind.OleDbCommand, "Dwh", [("SqlCommand", sql)],
                [
                    new()
                    {
                        Name = "Input",
                        Columns =
                        [
                            flow.Taken("Customers.Name") with { ExternalColumn = "Param_0" },
                            flow.Taken("Customers.Age") with { ExternalColumn = "Param_1" },
                            flow.Taken("Customers.Id") with { ExternalColumn = "Param_2" },
                        ],
                    },
                ], [])
            .Arrow("There:Match", "Change")
            .Into("Insert", "Dwh", "[dbo].[Target]", "There:No Match",
                "Id=Customers.Id Name=Customers.Name Age=Customers.Age");
        var made = flow.Translate();

        var load = made.Loads.Single(each => each.Target is FlowTable { Name: "Target" });
        Assert.That(load.Pattern, Is.EqualTo(pattern));
        Assert.That(made.Statements, Has.Count.EqualTo(pattern == FlowPattern.Merge ? 0 : 1));
        Assert.That(load.Columns.Select(each => each.Key),
            Is.EqualTo(pattern == FlowPattern.Merge ? (int[])[1, 0, 0] : [0, 0, 0]));
        Assert.That(made.Dispositions.Select(each => each.Open), Is.All.Null);
    }

    [TestCase("\"SELECT Id FROM \" + @[User::Table]", "Sale", "SELECT Id FROM Sale")]
    [TestCase("\"SELECT Id FROM Sale WHERE At > '\" + (DT_WSTR,30)@[User::Cutoff] + \"'\"", null,
        "SELECT Id FROM Sale WHERE At > @Cutoff")]
    [TestCase("\"SELECT Id FROM Sale WHERE Name = N'\" + @[User::Name] + \"' AND 1 = 1\"", null,
        "SELECT Id FROM Sale WHERE Name = @Name AND 1 = 1")]
    [TestCase("\"SELECT Id FROM Sale WHERE Id > \" + (DT_WSTR,10)@[User::Last]", null,
        "SELECT Id FROM Sale WHERE Id > @Last")]
    [TestCase("\"SELECT Id FROM [\" + @[User::Name] + \"]\"", null, "SELECT Id FROM ${name:Name}")]
    [TestCase("\"SELECT Id FROM Sale WHERE \" + @[User::Name]", null, null)]
    [TestCase("\"SELECT Id FROM Sale_\" + (DT_WSTR,10)@[User::Last]", null, null)]
    [TestCase("\"SELECT TOP \" + (DT_WSTR,10)@[User::Last] + \" Id FROM Sale\"", null,
        "SELECT TOP (@Last) Id FROM Sale")]
    [TestCase("\"SELECT Id FROM OPENQUERY(S, 'SELECT Id FROM t WHERE n = ''\" + @[User::Name] + \"''')\"", null, null)]
    public void A_statement_that_an_expression_makes_has_its_values_as_parameters(
        string expression, string? table, string? sql)
    {
        var made = new FlowSample().Database("Src").Database("Dwh")
            .Variable("Sql", SsisValueType.String, expression: expression)
            .Variable("Table", SsisValueType.String, table, isConstant: true)
            .Variable("Name", SsisValueType.String, "x").Variable("Cutoff", SsisValueType.DateTime)
            .Variable("Last", SsisValueType.Int32)
            .Source("Read", ComponentKind.OleDbSource, "Src", "Id:i4", ("AccessMode", "3"),
                ("SqlCommandVariable", "User::Sql"))
            .Into("Load", "Dwh", "Sale", "Read", "Id=Read.Id").Translate();

        Assert.That((made.Loads[^1].Source as FlowQuery)?.Sql, Is.EqualTo(sql));
        Assert.That(made.Dispositions[0].Open?.Code, Is.EqualTo(sql is null ? FlowCodes.MadeStatement : null));
    }
}

using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;
using Orchestrator.Tds;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>What flows over tables become, as texts.</summary>
internal sealed class FlowQueryTests
{
    private static FlowSample Customers() => new FlowSample().Database("Src").Database("Dwh")
        .Table("Customers", "Src", "[sales].[Customer]", "Id:i4 Name:wstr(50) Age:i4");

    private static FlowSample Called(string sql, string bindings) => new FlowSample().Database("Src").Database("Dwh")
        .Variable("Since", SsisValueType.DateTime).Variable("Until", SsisValueType.DateTime)
        .Query("New", "Src", sql, "Id:i4", bindings).Into("Load", "Dwh", "Sale", "New", "Id=New.Id");

    [Test]
    public void A_table_into_a_table_is_a_load_of_what_is_mapped()
    {
        var made = Customers().Into("Load", "Dwh", "[dbo].[DimCustomer]", "Customers",
            "CustomerId=Customers.Id Name=Customers.Name").Translate();

        var load = made.Loads.Single();
        Assert.That(load.Source, Is.EqualTo(new FlowTable("Src", "sales", "Customer")));
        Assert.That(load.Target, Is.EqualTo(new FlowTable("Dwh", "dbo", "DimCustomer")));
        Assert.That(load.Columns.Select(each => $"{each.Target} {each.Source} {each.DataType}"),
            Is.EqualTo((string[])["CustomerId Id int", "Name Name nvarchar(50)"]));
        Assert.That(load.Name, Is.EqualTo("DimCustomer"));
        Assert.That(made.Dispositions.Select(each => each.Kind), Is.All.EqualTo(DispositionKind.Mapped));
    }

    [Test]
    public void A_statement_keeps_its_text_and_its_parameters_are_variables()
    {
        var made = new FlowSample().Database("Src").Database("Dwh").Variable("Cutoff", SsisValueType.DateTime)
            .Query("Sales", "Src", "SELECT Id FROM Sale WHERE At > ? -- newer than ?", "Id:i4",
                "\"Parameter0:Input\",{Cutoff};")
            .Into("Load", "Dwh", "Sale", "Sales", "Id=Sales.Id").Translate();

        Assert.That(made.Loads.Single().Source, Is.EqualTo(new FlowQuery(
            "Src", "SELECT Id FROM Sale WHERE At > @Cutoff -- newer than ?", true)));
    }

    [Test]
    public void Parameters_whose_names_say_no_place_stand_in_their_order() => Assert.That(
        Called("SELECT Id FROM Sale WHERE At > ? AND At <= ?", "\"First:Input\",{Since};\"Last:Input\",{Until};")
            .Translate().Loads.Single().Source,
        Is.EqualTo(new FlowQuery("Src", "SELECT Id FROM Sale WHERE At > @Since AND At <= @Until", true)));

    [Test]
    public void A_table_of_another_database_is_read_by_a_statement()
    {
        var made = new FlowSample().Database("Src").Database("Dwh").Table("Sales", "Src", "[Old].[dbo].[Sale]", "Id:i4")
            .Into("Load", "Dwh", "[Src].[dbo].[Sale]", "Sales", "Id=Sales.Id").Translate();
        var own = new FlowSample().Database("Src").Database("Dwh").Table("Sales", "Src", "[Src].[dbo].[Sale]", "Id:i4")
            .Into("Load", "Dwh", "Sale", "Sales", "Id=Sales.Id").Translate();

        Assert.That(made.Dispositions.Select(each => each.Open?.Code), Is.All.Null);
        Assert.That(made.Loads.Single().Target, Is.EqualTo(new FlowTable("Dwh", "dbo", "Sale") { Database = "Src" }));
        Assert.That(own.Loads.Single().Source, Is.EqualTo(new FlowTable("Src", "dbo", "Sale")));
    }

    [Test]
    public void A_procedure_is_called_with_what_it_is_given_by_name()
    {
        var made = new FlowSample().Database("Src").Database("Dwh").Variable("Since", SsisValueType.Int32)
            .Query("New", "Src", "EXEC [etl].[Newest] @since = ?, @kind = N'it''s'", "Id:i4",
                "\"Parameter0:Input\",{Since};")
            .Into("Load", "Dwh", "Sale", "New", "Id=New.Id").Translate();

        var called = made.Loads.Single().Source as FlowProcedure;
        Assert.That(called?.Name, Is.EqualTo("etl.Newest"));
        Assert.That(called?.Arguments, Is.EqualTo((FlowArgument[])
            [new("since", "${var:Since}"), new("kind", "it's")]));
    }

    [TestCase("EXEC etl.Newest ?, ?", "\"@since:Input\",{Since};\"@kind:Input\",{Kind};")]
    [TestCase("EXEC etl.Newest @kind = ?, @since = ?", "\"@since:Input\",{Since};\"@kind:Input\",{Kind};")]
    [TestCase("EXEC etl.Newest @since = ?, @kind = ?", "\"Parameter0:Input\",{Since};\"Parameter1:Input\",{Kind};")]
    public void Parameters_of_a_procedure_are_bound_by_its_names_or_their_places(string sql, string parameters)
    {
        var made = new FlowSample().Database("Src").Database("Dwh").Variable("Since", SsisValueType.Int32)
            .Variable("Kind", SsisValueType.String).Query("New", "Src", sql, "Id:i4", parameters)
            .Into("Load", "Dwh", "Sale", "New", "Id=New.Id").Translate();

        Assert.That((made.Loads.Single().Source as FlowProcedure)?.Arguments,
            Is.EquivalentTo((FlowArgument[])[new("since", "${var:Since}"), new("kind", "${var:Kind}")]));
    }

    [TestCase("[Other].[dbo].[Sale]", "dbo")]
    [TestCase("Other..Sale", "")]
    public void A_destination_may_lie_in_another_database_of_the_server(string written, string schema)
    {
        var made = new FlowSample().Database("Src").Database("Dwh").Table("Sales", "Src", "Sale", "Id:i4")
            .Into("Load", "Dwh", written, "Sales", "Id=Sales.Id").Translate();

        Assert.That(made.Loads.Single().Target,
            Is.EqualTo(new FlowTable("Dwh", schema, "Sale") { Database = "Other" }));
    }

    [Test]
    public void Several_statements_that_change_nothing_are_the_query_of_a_load()
    {
        const string Sql = "DECLARE @n int = 3 SELECT Id FROM Sale WHERE Id > @n";
        var made = new FlowSample().Database("Src").Database("Dwh").Query("Sales", "Src", Sql, "Id:i4")
            .Into("Load", "Dwh", "Sale", "Sales", "Id=Sales.Id").Translate();

        Assert.That(made.Loads.Single().Source, Is.EqualTo(new FlowQuery("Src", Sql, true)));
    }

    [Test]
    public void Parameters_of_other_names_are_bound_one_behind_another()
    {
        var made = new FlowSample().Database("Src").Database("Dwh").Variable("From", SsisValueType.Int32)
            .Variable("To", SsisValueType.Int32)
            .Query("Sales", "Src", "SELECT Id FROM Sale WHERE Id BETWEEN ? AND ?", "Id:i4",
                "\"First:Input\",{From};\"Last:Input\",{To};")
            .Into("Load", "Dwh", "Sale", "Sales", "Id=Sales.Id").Translate();

        Assert.That((made.Loads.Single().Source as FlowQuery)?.Sql,
            Is.EqualTo("SELECT Id FROM Sale WHERE Id BETWEEN @From AND @To"));
    }


    // Bindings by name have an order of their own, which says nothing.
    [TestCase("EXEC etl.Newest ?, ?", "since=${var:Since} until=${var:Until}")]
    [TestCase("EXEC etl.Newest @until = ?, @since = ?", "until=${var:Until} since=${var:Since}")]
    public void A_procedure_is_given_by_name_what_is_bound_to_the_names_of_its_parameters(string sql, string given)
    {
        var made = Called(sql, "\"@since:Input\",{Since};\"@until:Input\",{Until};").Translate();

        var called = made.Loads.Single().Source as FlowProcedure;
        Assert.That(called?.Name, Is.EqualTo("etl.Newest"));
        Assert.That(string.Join(' ', called!.Arguments.Select(each => $"{each.Name}={each.Value}")), Is.EqualTo(given));
    }

    [TestCase("EXEC etl.Newest ?, 'new'", "\"Parameter0:Input\",{Since};", "EXEC etl.Newest @Since, 'new'")]
    [TestCase("EXEC etl.Newest ?, ?\nWITH RESULT SETS ((Id int, Rate decimal(18, 2)));",
        "\"@since:Input\",{Since};\"@until:Input\",{Until};",
        "EXEC etl.Newest @since = @Since, @until = @Until\nWITH RESULT SETS ((Id int, Rate decimal(18, 2)))")]
    public void A_call_that_goes_by_places_or_names_its_columns_keeps_its_text(
        string sql, string bindings, string query)
    {
        var made = Called(sql, bindings).Translate();

        Assert.That(made.Loads.Single().Source, Is.EqualTo(new FlowQuery("Src", query, true)));
        Assert.That(made.Dispositions.Select(each => each.Kind), Is.All.EqualTo(DispositionKind.Mapped));
    }

    [TestCase("EXEC etl.Newest ?", "\"@since:Input\",{Since};\"@until:Input\",{Until};")]
    [TestCase("EXEC etl.Newest @since = ?, @until = ?", "\"@since:Input\",{Since};\"@day:Input\",{Until};")]
    [TestCase("EXEC etl.Newest ? OUTPUT", "\"@since:Output\",{Since};")]
    [TestCase("EXEC etl.Newest WITH RESULT SETS UNDEFINED", "")]
    [TestCase("EXEC etl.Newest WITH RESULT SETS ((Id int), (Id int))", "")]
    public void A_call_that_gives_something_back_or_whose_parameters_are_bound_to_nothing_is_open(
        string sql, string bindings) => Assert.That(
            Called(sql, bindings).Translate().Dispositions.Select(each => each.Kind),
            Has.Some.EqualTo(DispositionKind.Open));

    [Test]
    public void Columns_that_are_computed_are_those_of_one_short_statement()
    {
        var made = Customers().Derive("Older", "Customers", ("Next", "i4", "[Age] + 1"))
            .Into("Load", "Dwh", "DimCustomer", "Older", "CustomerId=Customers.Id Age=Older.Next").Translate();

        Assert.That(SqlOf(made.Loads.Single()), Is.EqualTo(
            "SELECT [Id] AS [CustomerId], [Age] + 1 AS [Age]\nFROM [sales].[Customer]"));
    }

    [Test]
    public void What_is_computed_of_computed_columns_has_a_part_of_its_own()
    {
        var made = Customers().Derive("Older", "Customers", ("Next", "i4", "[Age] + 1"))
            .Derive("Oldest", "Older", ("Last", "i4", "[Next] + 1"))
            .Into("Load", "Dwh", "DimCustomer", "Oldest", "CustomerId=Customers.Id Age=Oldest.Last").Translate();

        Assert.That(SqlOf(made.Loads.Single()), Is.EqualTo("""
            WITH [Older] AS (
              SELECT [Id], [Age], [Age] + 1 AS [Next]
              FROM [sales].[Customer]
            )
            SELECT [Id] AS [CustomerId], [Next] + 1 AS [Age]
            FROM [Older]
            """));
    }

    [Test]
    public void A_written_query_is_a_part_without_its_order()
    {
        var made = new FlowSample().Database("Src").Database("Dwh")
            .Query("Sales", "Src", "WITH n AS (SELECT 1 AS Id) SELECT Id FROM n ORDER BY Id;", "Id:i4")
            .Derive("More", "Sales", ("Next", "i4", "[Id] + 1"))
            .Into("Load", "Dwh", "Sale", "More", "Id=More.Next").Translate();

        Assert.That(SqlOf(made.Loads.Single()), Is.EqualTo("""
            WITH n AS (SELECT 1 AS Id),
            [Sales] AS (
              SELECT Id FROM n
            )
            SELECT [Id] + 1 AS [Id]
            FROM [Sales]
            """));
    }

    [Test]
    public void Ways_that_part_read_one_landed_set()
    {
        var made = Customers().Split("Parts", "Customers", "Known", ("Unknown", "ISNULL([Age])"))
            .Into("First", "Dwh", "NoAge", "Parts:Unknown", "Id=Customers.Id")
            .Into("Second", "Dwh", "Ages", "Parts:Known", "Id=Customers.Id Age=Customers.Age").Translate();

        Assert.That(made.Loads.Select(each => each.Name), Is.EqualTo((string[])["stage_Load_Parts", "NoAge", "Ages"]));
        Assert.That(SqlOf(made.Loads[0]), Is.EqualTo("SELECT [Id], [Age], "
            + "CASE WHEN [Age] IS NULL THEN 1 ELSE 0 END AS [Output of Parts]\nFROM [sales].[Customer]"));
        Assert.That(SqlOf(made.Loads[1]), Is.EqualTo(
            "SELECT [Id]\nFROM [stage_Load_Parts]\nWHERE [Output of Parts] = 1"));
        Assert.That(SqlOf(made.Loads[2]), Is.EqualTo(
            "SELECT [Id], [Age]\nFROM [stage_Load_Parts]\nWHERE [Output of Parts] = 0"));
        Assert.That(made.Loads[0].Target, Is.EqualTo(new FlowTable("Dwh", "", "stage_Load_Parts")));
        Assert.That(made.Loads[2].After, Is.EqualTo((string[])["stage_Load_Parts"]));
    }

    [TestCase("", "stage_Load_Parts")]
    [TestCase("Nightly_Load_", "stage_Nightly_Load_Parts")]
    [TestCase("Other_", "stage_Other_Load_Parts")]
    public void A_landed_table_is_called_by_its_flow_and_what_is_landed(string prefix, string name)
    {
        var made = Customers().Split("Parts", "Customers", "Known", ("Unknown", "ISNULL([Age])"))
            .Into("First", "Dwh", "NoAge", "Parts:Unknown", "Id=Customers.Id")
            .Into("Second", "Dwh", "Ages", "Parts:Known", "Id=Customers.Id")
            .Translate(around => around with { Prefix = prefix });

        Assert.That(made.Loads[0].Name, Is.EqualTo(name));
    }

    [Test]
    public void A_long_name_is_cut_and_stays_its_own()
    {
        var made = Customers().Split("Parts", "Customers", "Known", ("Unknown", "ISNULL([Age])"))
            .Into("First", "Dwh", "NoAge", "Parts:Unknown", "Id=Customers.Id")
            .Into("Second", "Dwh", "Ages", "Parts:Known", "Id=Customers.Id");
        var one = made.Translate(around => around with { Prefix = new string('a', 80) + "1_" }).Loads[0].Name;
        var other = made.Translate(around => around with { Prefix = new string('a', 80) + "2_" }).Loads[0].Name;

        Assert.That(one, Has.Length.EqualTo(60));
        Assert.That(other, Is.Not.EqualTo(one));
    }

    [Test]
    public void One_way_alone_is_a_condition()
    {
        var made = Customers().Split("Parts", "Customers", "Known", ("Unknown", "ISNULL([Age])"))
            .Into("First", "Dwh", "NoAge", "Parts:Unknown", "Id=Customers.Id").Translate();

        Assert.That(SqlOf(made.Loads.Single()),
            Is.EqualTo("SELECT [Id]\nFROM [sales].[Customer]\nWHERE [Age] IS NULL"));
    }

    [Test]
    public void Inputs_of_two_databases_are_landed_where_the_rows_go()
    {
        var made = Customers().Database("Other")
            .Lookup("Country", "Customers", "Other", "select * from [dbo].[Country]", "Customers.Id=CustomerId",
                [("Land", "wstr(20)", "Land")], ("NoMatchBehavior", "1"))
            .Into("Load", "Dwh", "DimCustomer", "Country:Match", "Id=Customers.Id Land=Country.Land").Translate();

        Assert.That(made.Loads.Select(each => each.Source?.Connection), Is.EqualTo((string[])["Src", "Other", "Dwh"]));
        Assert.That(made.Loads[0].Source, Is.EqualTo(new FlowTable("Src", "sales", "Customer")));
        Assert.That(made.Loads[1].Source, Is.EqualTo(new FlowTable("Other", "dbo", "Country")));
        Assert.That(made.Loads[2].After, Is.EqualTo(made.Loads.Take(2).Select(each => each.Name)));
        Assert.That(SqlOf(made.Loads[2]), Does.Contain("INNER JOIN"));
    }

    [Test]
    public void Connections_to_one_database_are_one_place()
    {
        var made = Customers().Database("Again", database: "Src")
            .Lookup("Country", "Customers", "Again", "select * from [dbo].[Country]", "Customers.Id=CustomerId",
                [("Land", "wstr(20)", "Land")], ("NoMatchBehavior", "1"))
            .Into("Load", "Dwh", "DimCustomer", "Country:Match", "Id=Customers.Id Land=Country.Land").Translate();

        Assert.That(made.Loads.Single().Source?.Connection, Is.EqualTo("Src"));
    }

    [Test]
    public void A_count_of_the_rows_that_a_load_reads_is_its_fact()
    {
        var made = Customers().Variable("Rows", SsisValueType.Int32)
            .Step("Count", ComponentKind.RowCount, "Customers", "", [], ("VariableName", "User::Rows"))
            .Into("Load", "Dwh", "DimCustomer", "Count", "Id=Customers.Id").Translate();

        var count = made.RowCounts.Single();
        Assert.That((count.Load, count.Fact), Is.EqualTo(("DimCustomer", FlowFact.Read)));
        Assert.That(count.Query, Is.Null);
        Assert.That(SqlOf(made.Loads.Single()), Is.Empty);
    }

    [Test]
    public void A_count_of_rows_that_no_load_moves_is_a_query()
    {
        var made = Customers().Variable("Rows", SsisValueType.Int32)
            .Step("Count", ComponentKind.RowCount, "Customers", "", [], ("VariableName", "User::Rows"))
            .Split("Parts", "Count", "Known", ("Unknown", "ISNULL([Age])"))
            .Into("First", "Dwh", "NoAge", "Parts:Unknown", "Id=Customers.Id").Translate();

        Assert.That(made.RowCounts.Single().Query?.Sql,
            Is.EqualTo("SELECT COUNT(*) AS [Rows]\nFROM [sales].[Customer]"));
    }

    [Test]
    public void Rows_of_a_variable_are_a_query()
    {
        var made = Customers().Variable("List", SsisValueType.Object)
            .End("Keep", ComponentKind.RecordsetDestination, "", "Customers", "Customers.Id Customers.Name",
                ("VariableName", "User::List")).Translate();

        var rows = made.RowsValues.Single();
        Assert.That((rows.Variable, rows.Connection, rows.Sql), Is.EqualTo(
            ("User::List", "Src", "SELECT [Id], [Name]\nFROM [sales].[Customer]")));
    }

    [Test]
    public void A_sort_is_the_order_of_its_load()
    {
        OutputColumn Sorted(string name, string type, int key) => FlowSample.Made("Sort", name, type) with
        {
            Source = new(@"Package\Load\Customers", "Output", name),
            SortKey = key,
        };
        var made = Customers().Step("Sort", ComponentKind.Sort, "Customers", "Customers.Id Customers.Name",
                [Sorted("Id", "i4", 0), Sorted("Name", "wstr(50)", 1)], ("EliminateDuplicates", "false"))
            .Into("Load", "Dwh", "DimCustomer", "Sort", "CustomerId=Sort.Id Title=Sort.Name").Translate();

        Assert.That(made.Loads.Single().SortedBy, Is.EqualTo((string[])["Title"]));
        Assert.That(made.Loads.Single().Source, Is.EqualTo(new FlowTable("Src", "sales", "Customer")));
    }

    [TestCase("0", "Sale", "[dbo].[Sale]")]
    [TestCase("1", "${name:Table}", null)]
    public void A_table_of_a_variable_is_its_constant_or_its_name(string mode, string source, string? table)
    {
        var made = new FlowSample().Database("Src").Database("Dwh")
            .Variable("Table", SsisValueType.String, table, isConstant: table is not null)
            .Source("Read", ComponentKind.OleDbSource, "Src", "Id:i4", ("AccessMode", mode), ("OpenRowset", "Sale"),
                ("OpenRowsetVariable", "User::Table"))
            .End("Load", ComponentKind.OleDbDestination, "Dwh", "Read", "Id=Read.Id", ("AccessMode", "4"),
                ("OpenRowsetVariable", "User::Table")).Translate();

        var load = made.Loads.Single();
        Assert.That(((FlowTable)load.Source!).Name, Is.EqualTo(source));
        Assert.That(((FlowTable)load.Target).Name, Is.EqualTo(table is null ? "${var:Table}" : "Sale"));
        Assert.That(load.Name, Is.EqualTo(table is null ? "Table" : "Sale"));
    }

    [Test]
    public void Fast_load_says_what_it_keeps()
    {
        var load = Customers().Into("Load", "Dwh", "DimCustomer", "Customers", "Id=Customers.Id",
            ("FastLoadKeepIdentity", "true"), ("FastLoadOptions", "TABLOCK,CHECK_CONSTRAINTS"),
            ("FastLoadMaxInsertCommitSize", "10000")).Translate().Loads.Single();

        Assert.That((load.KeepsIdentity, load.KeepsNulls, load.LocksTable, load.ChecksConstraints, load.FiresTriggers,
            load.BatchRows), Is.EqualTo((true, true, true, true, false, 10000)));
    }

    [Test]
    public void Each_statement_for_a_server_is_one_to_its_parser()
    {
        var made = Customers().Database("Other")
            .Derive("Older", "Customers", ("Next", "i4", "[Age] + 1"), ("Title", "wstr(51)", "[Name] + \"!\""))
            .Lookup("Country", "Older", "Src", "select Code, Land from Country order by Land", "Older.Title=Code",
                [("Land", "wstr(20)", "Land")], ("NoMatchBehavior", "1"))
            .Split("Parts", "Country:Match", "Old", ("Young", "[Next] < 18"))
            .Into("First", "Dwh", "Youth", "Parts:Young", "Id=Customers.Id Land=Country.Land")
            .Into("Second", "Dwh", "Adult", "Parts:Old", "Id=Customers.Id Title=Older.Title")
            .Into("Third", "Dwh", "Lost", "Country:No Match", "Id=Customers.Id").Translate();

        Assert.That(made.Dispositions.Where(each => each.Open is not null), Is.Empty);
        Assert.That(made.Loads.Select(SqlOf).Where(each => each.Length > 0).Select(SqlSyntax.Refusal), Is.All.Null);
    }

    private static string SqlOf(FlowLoad load) => (load.Source as FlowQuery)?.Sql ?? "";
}

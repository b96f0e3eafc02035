using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Flows from and to files.</summary>
internal sealed class FlowFileTests
{
    private const string Columns = "Id:str(10) Name:str(50)";

    private static FlowSample Source(string columns = Columns, string retainsNulls = "true",
        Func<FlatFileForm, FlatFileForm>? form = null) =>
        new FlowSample().File("Customer", columns, form).Database("Dwh").Source(
            "Read", ComponentKind.FlatFileSource, "Customer", columns, ("RetainNulls", retainsNulls));

    [Test]
    public void A_file_into_a_table_is_one_load()
    {
        var load = Source().Into("Load", "Dwh", "Customer", "Read", "Name=Read.Name Id=Read.Id").Translate()
            .Loads.Single();

        Assert.That(load.Source, Is.InstanceOf<FlowFile>());
        Assert.That(((FlowFile)load.Source!).Path, Is.EqualTo("in/Customer.csv"));
        Assert.That(load.Columns.Select(each => $"{each.Source}>{each.Target} {each.DataType}{each.TargetExpression}"),
            Is.EqualTo((string[])["Id>Id varchar(10)", "Name>Name varchar(50)"]));
    }

    [Test]
    public void Nothing_is_the_empty_text_where_null_is_not_retained()
    {
        var load = Source(retainsNulls: "false").Into("Load", "Dwh", "Customer", "Read", "Name=Read.Name").Translate()
            .Loads.Single();

        Assert.That(load.Columns.Single().TargetExpression, Is.EqualTo("coalesce(@@this, '')"));
    }

    [Test]
    public void Texts_of_fixed_width_keep_the_blanks_at_their_ends_where_something_is_made_of_them()
    {
        var made = Source(form: each => each with
        {
            Format = "RaggedRight",
            HasHeader = false,
            Columns = [.. each.Columns.Select(column => column with { Width = 10 })],
        })
            .Derive("More", "Read", ("Both", "wstr(60)", "[Id] + [Name]"))
            .Into("Load", "Dwh", "Customer", "More", "Name=More.Both").Translate();

        Assert.That((made.Loads[1].Source as FlowQuery)?.Sql,
            Does.Contain("LEFT(COALESCE([Id], '') + REPLICATE(' ', 10), 10)").And.Not.Contain("COALESCE([Name]"));
    }

    [Test]
    public void A_file_has_true_and_false_in_words()
    {
        var made = new FlowSample().Database("Dwh").Table("Read", "Dwh", "Customer", "IsOld:bool")
            .File("Out", "IsOld:bool").End("Write", ComponentKind.FlatFileDestination, "Out", "Read",
                "IsOld=Read.IsOld", ("Overwrite", "true")).Translate();

        var load = made.Loads.Single();
        Assert.That((load.Source as FlowQuery)?.Sql, Does.Contain(
            "CASE WHEN [IsOld] = 1 THEN 'True' WHEN [IsOld] = 0 THEN 'False' END AS [IsOld]"));
        Assert.That(load.Columns.Single().DataType, Is.EqualTo("nvarchar(5)"));
    }

    [TestCase("true", false)]
    [TestCase("false", true)]
    public void Where_no_text_is_NULL_nobody_asks_for_a_default_in_its_place(string retainsNulls, bool keepsNulls)
    {
        var load = Source(retainsNulls: retainsNulls).End("Load", ComponentKind.OleDbDestination, "Dwh", "Read",
            "Name=Read.Name", ("AccessMode", "3"), ("OpenRowset", "Customer"), ("FastLoadKeepNulls", "false"))
            .Translate().Loads.Single();

        Assert.That(load.KeepsNulls, Is.EqualTo(keepsNulls));
    }

    [Test]
    public void Nothing_is_0_for_a_number_and_refused_for_a_date_where_null_is_not_retained()
    {
        var made = Source("Id:i4 At:dbTimeStamp", "false")
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id At=Read.At").Translate();

        Assert.That(made.Loads.Select(each => each.Name), Is.EqualTo((string[])["stage_Load_Read", "Customer"]));
        Assert.That(made.Loads[0].Columns.Select(each => each.RefusesNull), Is.EqualTo((bool[])[false, true]));
        Assert.That((made.Loads[1].Source as FlowQuery)?.Sql, Does.StartWith("SELECT COALESCE([Id], CAST(0 AS int))"));
    }

    [Test]
    public void A_conversion_of_text_is_the_type_of_the_column()
    {
        var load = Source().Convert("Typed", "Read", ("Number", "i4", "Read.Id"))
            .Into("Load", "Dwh", "Customer", "Typed", "Id=Typed.Number Name=Read.Name").Translate().Loads.Single();

        Assert.That(load.Columns.Select(each => $"{each.Source}>{each.Target} {each.DataType}"),
            Is.EqualTo((string[])["Id>Id int", "Name>Name varchar(50)"]));
    }

    [Test]
    public void Nothing_is_no_number_where_the_text_of_it_is_converted()
    {
        var load = Source(retainsNulls: "false").Convert("Typed", "Read", ("Number", "i4", "Read.Id"))
            .Into("Load", "Dwh", "Customer", "Typed", "Id=Typed.Number").Translate().Loads.Single();

        Assert.That((load.Columns[0].RefusesNull, load.Columns[0].TargetExpression), Is.EqualTo((true, (string?)null)));
    }

    [Test]
    public void Constants_and_variables_are_values_of_columns()
    {
        var load = Source().Variable("Tenant", SsisValueType.String)
            .Derive("More", "Read", ("Kind", "wstr(4)", "\"Shop\""), ("Tenant", "wstr(20)", "@[User::Tenant]"))
            .Into("Load", "Dwh", "Customer", "More", "Id=Read.Id Kind=More.Kind Tenant=More.Tenant").Translate()
            .Loads.Single();

        Assert.That(load.Columns.Select(each => each.Value),
            Is.EqualTo((string?[])[null, "Shop", "${var:Tenant}"]));
    }

    [Test]
    public void What_is_computed_of_a_file_is_computed_where_it_is_landed()
    {
        var made = Source().Derive("More", "Read", ("Both", "wstr(60)", "[Id] + [Name]"))
            .Into("Load", "Dwh", "Customer", "More", "Both=More.Both").Translate();

        Assert.That(made.Loads.Select(each => each.Name), Is.EqualTo((string[])["stage_Load_Read", "Customer"]));
        Assert.That(made.Loads[0].Source, Is.InstanceOf<FlowFile>());
        Assert.That(made.Loads[0].Columns.Select(each => each.DataType),
            Is.EqualTo((string[])["varchar(10)", "varchar(50)"]));
        Assert.That(made.Loads[1].Source?.Connection, Is.EqualTo("Dwh"));
    }

    [Test]
    public void Files_alone_compute_nowhere_unless_a_database_is_named()
    {
        FlowSample Flow() => Source().File("Out", "Both:wstr(60)")
            .Derive("More", "Read", ("Both", "wstr(60)", "[Id] + [Name]"))
            .End("Write", ComponentKind.FlatFileDestination, "Out", "More", "Both=More.Both");

        var nowhere = Flow().Translate();
        var staged = Flow().Translate(around => around with { Staging = "Dwh" });

        Assert.That(nowhere.Dispositions.Select(each => each.Open?.Code),
            Is.EqualTo((string?[])[null, FlowCodes.NowhereToCompute, FlowCodes.Behind]));
        Assert.That(staged.Loads.Select(each => each.Target is FlowFile), Is.EqualTo((bool[])[false, true]));
    }

    [Test]
    public void A_file_whose_rows_go_two_ways_is_read_once()
    {
        var made = Source().Step("Both", ComponentKind.Multicast, "Read", "", [])
            .Into("First", "Dwh", "One", "Both", "Id=Read.Id").Into("Second", "Dwh", "Two", "Both", "Id=Read.Id")
            .Translate();

        Assert.That(made.Loads.Select(each => each.Source is FlowFile),
            Is.EqualTo((bool[])[true, false, false]));
        Assert.That(made.Loads[1].Source, Is.EqualTo(made.Loads[0].Target));
    }

    [Test]
    public void A_file_without_a_header_names_all_of_its_columns_in_their_order()
    {
        var made = Source(form: form => form with { HasHeader = false })
            .Into("Load", "Dwh", "Customer", "Read", "Name=Read.Name").Translate();

        Assert.That(made.Loads[0].Columns.Select(each => each.Source), Is.EqualTo((string[])["Id", "Name"]));
        Assert.That(made.Loads[1].Columns.Select(each => each.Source), Is.EqualTo((string[])["Name"]));
    }

    [Test]
    public void Rows_that_are_refused_are_redirected_and_what_keeps_them_is_folded()
    {
        var flow = new FlowSample().File("Customer", Columns).Database("Dwh");
        flow.Add("Read", ComponentKind.FlatFileSource, "Customer", [("RetainNulls", "true")], [],
                [
                    new()
                    {
                        Name = "Output",
                        Columns =
                        [
                            FlowSample.Made("Read", "Id", "i4") with
                            {
                                ExternalColumn = "Id",
                                OnError = RowDisposition.RedirectRow,
                            },
                        ],
                    },
                    new() { Name = "Errors", IsError = true, Columns = [FlowSample.Made("Read", "Row", "text")] },
                ])
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id")
            .Into("Bad", "Dwh", "[err].[Customer]", "Read:Errors", "Row=Read.Row");

        var made = flow.Translate();

        var load = made.Loads.Single();
        Assert.That(load.RedirectsErrors, Is.True);
        Assert.That(load.ErrorTarget, Is.EqualTo(new FlowTable("Dwh", "err", "Customer")));
        Assert.That(made.Dispositions[^1].Kind, Is.EqualTo(DispositionKind.Folded));
    }

    [TestCase("\"", ",", "\r\n", "Csv||")]
    [TestCase("", ";", "\n", "Csv|;|none")]
    [TestCase("'", "\t", "\r\n", "Csv|\t|'")]
    [TestCase("", "||", "\r\n", "Bcp||||")]
    public void Delimited_files_are_csv_or_bcp(string quote, string field, string row, string format)
    {
        var made = Source(form: form => form with
        {
            TextQualifier = quote,
            Columns = [form.Columns[0] with { Delimiter = field }, form.Columns[1] with { Delimiter = row }],
        }).Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id Name=Read.Name").Translate();

        var said = (made.Loads[0].Source as FlowFile)!.Format;
        Assert.That($"{said.Style}|{said.Field}|{said.Quote}", Is.EqualTo(format));
    }

    [TestCase(1252, "windows-1252")]
    [TestCase(850, "ibm850")]
    [TestCase(28605, "iso-8859-15")]
    [TestCase(65001, "")]
    [TestCase(932, null)]
    public void Code_pages_have_their_names(int page, string? encoding)
    {
        var made = Source(form: form => form with { CodePage = page })
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id Name=Read.Name").Translate();

        Assert.That((made.Loads.FirstOrDefault(each => each.Plugin is null)?.Source as FlowFile)?.Format.Encoding,
            Is.EqualTo(encoding));
    }

    [Test]
    public void A_table_into_a_file_is_written_anew()
    {
        var load = new FlowSample().Database("Src").File("Out", "Id:i4 Name:wstr(20)")
            .Table("Customers", "Src", "Customer", "Id:i4 Name:wstr(20)")
            .End("Write", ComponentKind.FlatFileDestination, "Out", "Customers", "Name=Customers.Name Id=Customers.Id")
            .Translate().Loads.Single();

        Assert.That(load.Target, Is.InstanceOf<FlowFile>());
        Assert.That(load.Pattern, Is.EqualTo(FlowPattern.TruncateInsert));
        Assert.That(load.Columns.Select(each => each.Target), Is.EqualTo((string[])["Id", "Name"]));
    }

    [Test]
    public void Columns_of_a_file_of_which_nothing_comes_hold_nothing()
    {
        var load = new FlowSample().Database("Src").File("Out", "Id:i4 Old:wstr(5) Name:wstr(20)")
            .Table("Customers", "Src", "Customer", "Id:i4 Name:wstr(20)")
            .End("Write", ComponentKind.FlatFileDestination, "Out", "Customers", "Name=Customers.Name Id=Customers.Id")
            .Translate().Loads.Single();

        Assert.That((load.Source as FlowQuery)?.Sql, Does.Match(@"SELECT \[Id\], .*NULL.* AS \[Old\], \[Name\]"));
        Assert.That(load.Columns.Select(each => $"{each.Target} {each.DataType}"),
            Is.EqualTo((string[])["Id int", "Old nvarchar(5)", "Name nvarchar(20)"]));
    }

    [Test]
    public void Sheets_are_named_with_their_range()
    {
        var flow = new FlowSample().Database("Book", "Microsoft.ACE.OLEDB.12.0").Database("Dwh")
            .Source("Read", ComponentKind.ExcelSource, "Book", "Id:r8", ("AccessMode", "0"),
                ("OpenRowset", "Sheet1$A1:C10"))
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id");

        var format = ((FlowFile)flow.Translate().Loads.Single().Source!).Format;
        Assert.That((format.Style, format.Sheet, format.Range), Is.EqualTo((FlowFileStyle.Excel, "Sheet1", "A1:C10")));
    }

    private static FlowSample Sheet(string sql) => new FlowSample().Database("Book", "Microsoft.ACE.OLEDB.12.0")
        .Database("Dwh").Source("Read", ComponentKind.ExcelSource, "Book", "Id:r8 Name:wstr(50)", ("AccessMode", "2"),
            ("SqlCommand", sql));

    [Test]
    public void Columns_that_a_query_renames_are_those_of_the_sheet()
    {
        var load = Sheet("SELECT [No] AS Id, Name FROM [Sales$A4:H]")
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id Name=Read.Name").Translate().Loads.Single();

        Assert.That(((FlowFile)load.Source!).Format.Range, Is.EqualTo("A4:H"));
        Assert.That(load.Columns.Select(each => $"{each.Source}>{each.Target}"),
            Is.EqualTo((string[])["No>Id", "Name>Name"]));
    }

    [Test]
    public void Rows_whose_cells_are_empty_are_left_out_where_the_sheet_is_landed()
    {
        var made = Sheet("SELECT Id, Name FROM [Sales$] WHERE id IS NOT NULL AND [Kind] <> ''")
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id Name=Read.Name").Translate();

        Assert.That(made.Loads[0].Columns.Select(each => $"{each.Target} {each.DataType}"),
            Is.EqualTo((string[])["Id float", "Name nvarchar(50)", "Kind nvarchar(max)"]));
        Assert.That((made.Loads[1].Source as FlowQuery)?.Sql, Is.EqualTo(
            "SELECT [Id], [Name]\nFROM [stage_Load_Read]\nWHERE [Id] IS NOT NULL AND [Kind] IS NOT NULL"));
    }

    [Test]
    public void Rows_are_compared_where_the_sheet_is_landed()
    {
        var made = Sheet("SELECT Id, Name FROM [Sales$] WHERE Name = 'shop' AND Id >= 18 AND Kind <> 'old'")
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id Name=Read.Name").Translate();

        Assert.That(made.Loads[0].Columns.Select(each => $"{each.Target} {each.DataType}"),
            Is.EqualTo((string[])["Id float", "Name nvarchar(50)", "Kind nvarchar(4000)"]));
        Assert.That((made.Loads[1].Source as FlowQuery)?.Sql,
            Does.Contain("UPPER([Name] COLLATE").And.Contain("[Id] >=").And.Contain("UPPER([Kind] COLLATE"));
    }

    [Test]
    public void A_value_of_another_kind_than_its_column_is_open()
    {
        var made = Sheet("SELECT Id, Name FROM [Sales$] WHERE Name = 18")
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id Name=Read.Name").Translate();

        Assert.That(made.Dispositions[0].Open?.Code, Is.EqualTo(FlowCodes.NoOption));
    }

    [TestCase("F1:wstr(20) F3:r8", "Id=Read.F3", "F1 nvarchar(20), F2 nvarchar(max), F3 float")]
    [TestCase("F1:wstr(20) Total:r8", "Id=Read.F1", null)]
    public void Columns_of_a_sheet_without_their_names_go_by_their_places(string columns, string into, string? read)
    {
        var made = new FlowSample().Database("Dwh")
            .File("Book", Columns, connectionString: "Extended Properties=\"Excel 12.0;HDR=NO\"")
            .Source("Read", ComponentKind.ExcelSource, "Book", columns, ("AccessMode", "0"), ("OpenRowset", "Sales$"))
            .Into("Load", "Dwh", "Customer", "Read", into).Translate();

        Assert.That(made.Dispositions[0].Open?.Code, Is.EqualTo(read is null ? FlowCodes.NoOption : null));
        Assert.That(read is null ? null : string.Join(", ", made.Loads[0].Columns.Select(each =>
            $"{each.Source} {each.DataType}")), Is.EqualTo(read));
    }

    [Test]
    public void Rows_behind_the_header_are_left_out_with_it()
    {
        var load = Source(form: form => form with { HeaderRowsToSkip = 1, DataRowsToSkip = 2 })
            .Into("Load", "Dwh", "Customer", "Read", "Id=Read.Id Name=Read.Name").Translate().Loads.Single();

        var format = ((FlowFile)load.Source!).Format;
        Assert.That((format.HasHeader, format.SkipLines), Is.EqualTo((false, 4)));
    }
}

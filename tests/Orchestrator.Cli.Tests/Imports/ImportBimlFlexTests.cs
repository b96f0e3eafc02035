using System.Text.Json;

namespace Orchestrator.Cli.Tests.Imports;

/// <summary>`import bimlflex` as somebody types it.</summary>
internal sealed class ImportBimlFlexTests
{
    private FlexExport _export = null!;

    [SetUp]
    public void Make() => _export = new FlexExport();

    [TearDown]
    public void Remove() => _export.Dispose();

    [Test]
    public void An_export_becomes_a_valid_solution_and_a_second_time_nothing_is_new()
    {
        var made = _export.Import("export");
        var again = _export.Import("export");
        var validated = _export.Call("validate");

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(made.Out, Does.StartWith(
            "8 files read: 2 connections, 1 project, 1 batch, 3 objects\nwrote 8 files\n"));
        Assert.That(again.ExitCode, Is.Zero, again.Out + again.Error);
        Assert.That(again.Out, Does.Contain("wrote 0 files"));
        Assert.That(validated.ExitCode, Is.Zero, validated.Out + validated.Error);
    }

    [Test]
    public void Connections_keep_stage_record_source_and_threads_and_no_password()
    {
        var made = _export.Import("export", "-v");

        var source = _export.Text("connections/AWLT_SRC.yaml");
        Assert.That(source, Does.Contain("platform: SqlServer\nstage: SRC\n")
            .And.Contain("Database=AWLT;User ID=bi;Password=${secret:AWLT_SRC}")
            .And.Contain("recordSource: awlt\nmaxConcurrency: 4\n"));
        Assert.That(_export.Text("connections/BFX_STG.yaml"), Does.Contain("Integrated Security=True")
            .And.Not.Contain("maxConcurrency"));
        Assert.That(source + made.Out + made.Error, Does.Not.Contain("s3cret"));
        Assert.That(_export.Has("connections/BimlCatalog.yaml"), Is.False);
        Assert.That(made.Error, Does.Contain("ORC6189"));
    }

    [Test]
    public void An_object_keeps_condition_order_expressions_key_and_watermark()
    {
        _export.Import("export");

        var product = _export.Text(FlexExport.Product);
        Assert.That(product, Does.Contain(
            "  - {column: ModifiedDate, dataType: datetime, nullable: false, "
            + "sourceExpression: \"CONVERT(DATETIME, @@this)\"}\n"));
        Assert.That(product, Does.StartWith("""
            # yaml-language-server: $schema=../../../orchestrator.schema.json
            object: Product
            source: {schema: SalesLT, name: Product, where: "[Color] = 'Red'"}
            target: {schema: awlt, name: Product}
            ownThread: true
            dependsOn: [Category]
            load: {pattern: Merge}
            watermarks:
              - {watermark: LastLoad, column: ModifiedDate, dataType: datetime, default: "1900-01-01"}
            columns:
              - {column: ProductID, dataType: int, key: 1}
              - {column: Name, dataType: nvarchar(50), nullable: false}
              - {column: Price, dataType: "decimal(9,2)", targetExpression: "ABS(@@this)"}

            """.ReplaceLineEndings("\n")));
        Assert.That(_export.Text("projects/LOAD_AWLT/objects/Totals.yaml"), Does.Contain("source: {query: \"SELECT"));
        Assert.That(_export.Has("projects/LOAD_AWLT/objects/Old.yaml"), Is.False);
    }

    [Test]
    public void Mappings_and_system_columns_stand_in_the_solution_and_batches_keep_their_order()
    {
        _export.Import("export");

        Assert.That(_export.Text("solution.yaml"), Does
            .Contain("dataTypeMappings:\n  - {from: varchar(max), to: nvarchar(max)}\n")
            .And.Contain("systemColumns:\n  RowAuditId: {column: FlexRowAuditId}\n"
                + "  RowRecordSource: {column: FlexRowRecordSource}\n"));
        Assert.That(_export.Text("projects/LOAD_AWLT/objects/Category.yaml"), Does
            .Contain("{column: Title, dataType: nvarchar(max)}"));
        Assert.That(_export.Text("batches/LOAD.yaml"), Does
            .Contain("projects: [LOAD_AWLT]\nmaxConcurrency: 3\nretry: {count: 2, delay: 30s}\n"));
    }

    [TestCase(">=", "<=", "dataType: datetime, overlap: 1s, default")]
    [TestCase(">=", "<", "dataType: datetime, from: \">=\", to: \"<\", default")]
    [TestCase(">", "<", "dataType: datetime, default")]
    public void Bounds_of_a_parameter_leave_neither_gap_nor_loss(string from, string to, string said)
    {
        _export.Change("Parameters", "LastLoad,>,", $"LastLoad,{from},");
        _export.Change("Parameters", "Next,<=", $"Next,{to}");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Text(FlexExport.Product), Does.Contain(said));
        AssertNothingIsMissingButServers();
    }

    [Test]
    public void A_query_for_the_bound_stays_one()
    {
        _export.Change("Parameters", "\"CONVERT(VARCHAR(27),MAX(@@this),121)\"", "\"DATEADD(DAY,-1,MAX(@@this))\"");

        _export.Import("export");

        Assert.That(_export.Text(FlexExport.Product), Does
            .Contain("toSql: \"SELECT DATEADD(DAY,-1,MAX([ModifiedDate])) FROM [SalesLT].[Product]\""));
        AssertNothingIsMissingButServers();
    }

    [Test]
    public void Parts_of_a_select_become_a_query()
    {
        _export.Change("Objects", "ObjectName,ObjectType", "ObjectName,JoinSql,ObjectType");
        _export.Change("Objects", ",Product,Table", ",Product,INNER JOIN [Cat] c ON c.[Id] = src.[CatId],Table");
        _export.Change("Objects", ",Category,TBL", ",Category,,TBL");
        _export.Change("Objects", ",Totals,", ",Totals,,");
        _export.Change("Objects", ",Old,", ",Old,,");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Text(FlexExport.Product), Does
            .Contain("CONVERT(DATETIME, src.[ModifiedDate]) AS [ModifiedDate]")
            .And.Contain("FROM [SalesLT].[Product] src\\u000AINNER JOIN")
            .And.Contain("\\u000AWHERE [Color] = 'Red'").And.Not.Contain("sourceExpression"));
        AssertNothingIsMissingButServers();
    }

    [Test]
    public void A_column_whose_history_is_tracked_makes_versions()
    {
        _export.Add("Columns", "AWLT_SRC,SalesLT.Category,Note,String,10,,,3,N,Y,Track History,,");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Text("projects/LOAD_AWLT/objects/Category.yaml"), Does.Contain("kind: scd\n")
            .And.Contain("{column: Title, dataType: nvarchar(max), change: overwrite}")
            .And.Contain("{column: Note, dataType: nvarchar(10)}"));
        AssertNothingIsMissingButServers();
    }

    [TestCase("Objects", "LOAD_AWLT,AWLT_SRC,rdv,HUB_Product,Hub,,,,", "ORC6186", 7)]
    [TestCase("Objects", "LOAD_AWLT,AWLT_SRC,SalesLT,Changes,CDC All,,,,", "ORC6189", 7)]
    [TestCase("Objects", "Other,AWLT_SRC,SalesLT,Lost,Table,,,,", "ORC6183", 7)]
    [TestCase("Columns", "AWLT_SRC,SalesLT.Product,Odd,Nonsense,,,,9,N,Y,,,", "ORC6185", 11)]
    [TestCase("Columns", "AWLT_SRC,SalesLT.Gone,Odd,Int32,,,,9,N,Y,,,", "ORC6183", 11)]
    [TestCase("Connections", "ORA_SRC,SRC,OLEDB,Oracle,,ora,", "ORC6184", 5)]
    [TestCase("Connections", "BFX_RDV,Data Vault,OLEDB,MSSQL,,,", "ORC6186", 5)]
    [TestCase("Parameters", "AWLT_SRC,SalesLT.Category,Title,Letter,=,x,,,", "ORC6193", 3)]
    public void What_stays_open_has_code_and_line_and_the_rest_is_imported(
        string table, string row, string code, int line)
    {
        var file = table == "Connections" ? "app.Connections" : table;
        _export.Add(file, row);

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain($"export/{file}.csv:{line}:1 {code}"));
        Assert.That(_export.Has(FlexExport.Product), Is.True);
        AssertNothingIsMissingButServers();
    }

    [Test]
    public void A_column_that_nobody_knows_is_told_where_it_holds_something()
    {
        _export.Change("Batches", "RetryInterval", "RetryInterval,Phase,Empty");
        _export.Change("Batches", ",30", ",30,Moon,");

        var made = _export.Import("export", "--dry-run");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(made.Error, Does.Contain("export/Batches.csv:2:1 ORC6194").And.Contain("'Phase'")
            .And.Not.Contain("'Empty'"));
        Assert.That(_export.Has("solution.yaml"), Is.False);
    }

    [Test]
    public void A_hand_edit_stays_and_is_shown()
    {
        _export.Import("export");
        var edited = _export.Text(FlexExport.Product) + "tags: [mine]\n";
        _export.Write(FlexExport.Product, edited);

        var again = _export.Import("export");

        Assert.That(again.ExitCode, Is.EqualTo(1));
        Assert.That(again.Out, Does.Contain("(- the file, + BimlFlex)"));
        Assert.That(_export.Text(FlexExport.Product), Is.EqualTo(edited));
    }

    [Test]
    public void A_solution_that_is_there_keeps_its_file_and_what_it_declares_elsewhere()
    {
        const string Own = """
            formatVersion: 1
            solution: own
            systemColumns:
                RowAuditId: {column: FlexRowAuditId}
            connections:
              - {connection: BFX_STG, platform: SqlServer, stage: STG, connectionString: "Server=sql2;Database=STG"}
            """;
        _export.Write("solution.yaml", Own);

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(_export.Text("solution.yaml"), Is.EqualTo(Own));
        Assert.That(_export.Has("connections/BFX_STG.yaml"), Is.False);
        Assert.That(made.Error, Does.Contain("warning ORC6191").And.Contain("ORC6192")
            .And.Contain("'- {from: varchar(max), to: nvarchar(max)}' is missing under 'dataTypeMappings'")
            .And.Not.Contain("RowAuditId:"));
        AssertNothingIsMissingButServers();
    }

    [Test]
    public void Json_says_the_same_as_csv()
    {
        _export.Write("tables.json", """
            {
              "Connections": [
                {"ConnectionName": "Crm", "ConnectionUID": "c1", "IntegrationStage": "SRC", "SystemType": "MSSQL"},
                {"ConnectionName": "Stage", "ConnectionUID": "c2", "IntegrationStage": "STG", "SystemType": "PGR"}
              ],
              "Projects": [{"ProjectUID": "p1", "ProjectName": "Load", "SourceConnectionUID": "c1",
                "StageConnectionUID": "c2"}],
              "Objects": [{"ObjectUID": "o1", "ObjectName": "Customer", "ProjectUID": "p1", "ConnectionUID": "c1"}],
              "Columns": [
                {"ObjectUID": "o1", "ColumnName": "Id", "DataType": "Int64", "isPrimaryKey": true, "isNullable": false},
                {"ObjectUID": "o1", "ColumnName": "Name", "DataType": "String", "Length": 40, "Ordinal": null}
              ],
              "Moods": [1, 2]
            }
            """);

        var made = _export.Import("tables.json", "-o", "json");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        var told = JsonDocument.Parse(made.Out).RootElement;
        Assert.That(told.GetProperty("objects").GetInt32(), Is.EqualTo(1), made.Error);
        Assert.That(told.GetProperty("is_partial").GetBoolean(), Is.True);
        var problem = told.GetProperty("problems").EnumerateArray()
            .Single(each => each.GetProperty("severity").GetString() == "error");
        Assert.That(problem.GetProperty("code").GetString(), Is.EqualTo("ORC6194"));
        Assert.That(_export.Text("batches/Imported.yaml"), Does.Contain("projects: [Load]"));
        Assert.That(problem.GetProperty("line").GetInt32(), Is.EqualTo(13));
        Assert.That(_export.Text("projects/Load/objects/Customer.yaml"), Does
            .Contain("{column: Id, dataType: bigint, key: 1}").And.Contain("{column: Name, dataType: nvarchar(40)}"));
        AssertNothingIsMissingButServers();
    }

    [Test]
    public void Files_of_a_source_have_their_format()
    {
        _export.Write("files/Connections.csv", """
            Connection;IntegrationStage;ConnectionType;SystemType;FilePath;FilePattern
            Drop;Source System;FILE;FF_DEL;\\share\drop;customer*.txt
            Stage;STG;OLEDB;MSSQL;;
            """);
        _export.Write("files/Projects.csv", "Project;SourceConnection;StageConnection\nLoad;Drop;Stage\n");
        _export.Write("files/Objects.csv", """
            Project;Connection;ObjectName;ObjectType;ColumnDelimiter;CodePage;ColumnNamesInFirstRow
            Load;Drop;Customer;Flat File;VerticalBar;1252;Y
            """);
        _export.Write("files/Columns.csv", "Object;ColumnName;DataType;Length\nCustomer;Name;String;40\n");

        var made = _export.Import("files");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Text("connections/Drop.yaml"), Does.Contain("folder: \"${env:DROP_FOLDER:-data}\"")
            .And.Contain("# the files lay in \\\\share\\drop")
            .And.Contain("  Customer: {style: csv, field: \"|\", quote: none, encoding: windows-1252}"));
        Assert.That(_export.Text("projects/Load/objects/Customer.yaml"), Does
            .Contain("source: {file: \"customer*.txt\", format: Customer}"));
        AssertNothingIsMissingButServers();
    }

    private void AssertNothingIsMissingButServers()
    {
        var said = _export.Call("validate") is var called ? called.Out + called.Error : "";

        Assert.That(
            said.Split(' ', ':', '\n').Where(word => word.StartsWith("ORC", StringComparison.Ordinal)).Distinct(),
            Is.SubsetOf(new[] { "ORC1033" }), said);
    }
}

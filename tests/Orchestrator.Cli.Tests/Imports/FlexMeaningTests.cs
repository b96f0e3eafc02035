using System.Text;

namespace Orchestrator.Cli.Tests.Imports;

/// <summary>What of an export would mean something else, or be lost, if nobody said a word.</summary>
internal sealed class FlexMeaningTests
{
    private FlexExport _export = null!;

    [SetUp]
    public void Make() => _export = new FlexExport();

    [TearDown]
    public void Remove() => _export.Dispose();

    [TestCase("BFX_STG,Product")]
    [TestCase("BFX_STG,SalesLT.Product")]
    [TestCase("ELSEWHERE,Product")]
    public void Columns_of_a_table_of_another_connection_are_none_of_the_one_that_is_called_so(string table)
    {
        _export.Add("Columns", $"{table},Extra,Int32,,,,9,Y,N,Key,,");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("export/Columns.csv:11:1 ORC6183"));
        Assert.That(_export.Text(FlexExport.Product), Does.Not.Contain("Extra").And.Contain("ProductID"));
    }

    [Test]
    public void A_connection_is_one_by_its_name_and_by_its_number()
    {
        _export.Write("tables.json", """
            {
              "Connections": [
                {"ConnectionName": "Crm", "ConnectionUID": "c1", "IntegrationStage": "SRC", "SystemType": "MSSQL"},
                {"ConnectionName": "Stage", "ConnectionUID": "c2", "IntegrationStage": "STG", "SystemType": "MSSQL"}
              ],
              "Projects": [{"ProjectName": "Load", "SourceConnectionUID": "c1", "StageConnectionUID": "c2"}],
              "Objects": [{"ObjectName": "Customer", "Project": "Load", "ConnectionUID": "c1"}],
              "Columns": [{"Object": "Customer", "Connection": "Crm", "ColumnName": "Id", "DataType": "Int64"}]
            }
            """);

        var made = _export.Import("tables.json");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Text("projects/Load/objects/Customer.yaml"), Does.Contain("column: Id"));
    }

    [TestCase("\"DataTypeMapping\": \"gone\"", "ORC6183", "the mapping 'gone'")]
    [TestCase("\"ColumnAlias\": \"Number\"", "", "")]
    public void A_mapping_that_was_not_exported_is_told(string said, string code, string what)
    {
        WriteTables($"{{\"Object\": \"Customer\", \"ColumnName\": \"Id\", \"DataType\": \"Int64\", {said}}}");

        var made = _export.Import("tables.json");

        Assert.That(made.ExitCode, Is.EqualTo(code.Length > 0 ? 1 : 0), made.Error);
        Assert.That(made.Error, Does.Contain(code).And.Contain(what));
    }

    [Test]
    public void A_name_that_its_server_cannot_have_leaves_its_object_out_and_ends_nothing()
    {
        WriteTables(
            $"{{\"Object\": \"Customer\", \"ColumnName\": \"{new string('x', 70)}\"}}", "JOIN other o ON o.a = 1");

        var made = _export.Import("tables.json");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("tables.json:7:15 ORC6189").And.Contain("cannot be said to its server"));
        Assert.That(_export.Has("projects/Load/objects/Customer.yaml"), Is.False);
    }

    [Test]
    public void A_key_of_which_a_column_is_not_loaded_is_none()
    {
        _export.Change("Columns", "ProductID,Int32,,,,1,Y,N,Key", "ProductID,Int32,,,,1,Y,N,Ignore");
        _export.Change("Columns", "Name,String,50,,,2,N,N", "Name,String,50,,,2,Y,N");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("export/Columns.csv:2:1 ORC6183").And.Contain("part of the key"));
        Assert.That(_export.Text(FlexExport.Product), Does.Not.Contain("key:").And.Contain("pattern: Append"));
    }

    [Test]
    public void A_column_that_is_exported_twice_is_told()
    {
        _export.Add("Columns", "AWLT_SRC,SalesLT.Product,Name,String,80,,,9,N,Y,,,");

        var made = _export.Import("export");

        Assert.That(made.Error, Does.Contain("export/Columns.csv:11:1 ORC6190"));
        Assert.That(_export.Text(FlexExport.Product), Does.Contain("nvarchar(50)").And.Not.Contain("nvarchar(80)"));
    }

    [TestCase("ProductID,Int32,,,,1,Y", "ProductID,Int32,,,,1,X", "'IsPrimaryKey'", "yes or no")]
    [TestCase("Decimal,,9,2", "Decimal,,nine,2", "'Precision'", "a whole number")]
    public void What_is_neither_yes_nor_no_and_no_number_is_told_without_its_value(
        string old, string now, string column, string wanted)
    {
        _export.Change("Columns", old, now);

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("ORC6183").And.Contain(column).And.Contain(wanted)
            .And.Not.Contain("nine"));
    }

    [Test]
    public void What_may_be_excluded_is_told()
    {
        _export.Change("Objects", "WhereSql,OverrideSql", "WhereSql,ExcludeFromModel");
        _export.Change("Objects", "WHERE [Color] = 'Red',", ",perhaps");

        Assert.That(_export.Import("export").Error, Does.Contain("export/Objects.csv:2:1 ORC6183")
            .And.Contain("'ExcludeFromModel'").And.Not.Contain("perhaps"));
    }

    [Test]
    public void A_length_of_max_is_one()
    {
        _export.Change("Columns", "AnsiString,-1", "AnsiString,MAX");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Text("projects/LOAD_AWLT/objects/Category.yaml"), Does
            .Contain("{column: Title, dataType: nvarchar(max)}"));
    }

    [TestCase("MAX(@@this) - 7", "SELECT MAX([ModifiedDate]) - 7 FROM [SalesLT].[Product]")]
    [TestCase("CAST(MAX(@@this) AS DATE)", "SELECT CAST(MAX([ModifiedDate]) AS DATE) FROM [SalesLT].[Product]")]
    [TestCase("ISNULL(MAX(@@this), GETDATE())", "SELECT ISNULL(MAX([ModifiedDate]), GETDATE()) FROM")]
    [TestCase("MAX(@@this)", "")]
    [TestCase("CAST(MAX(@@this) AS VARCHAR(30))", "")]
    [TestCase("LEFT(CONVERT(VARCHAR(27), MAX(@@this), 121), 23) AS [Last]", "")]
    [TestCase("COALESCE(MAX(@@this), '1900-01-01')", "")]
    public void A_bound_is_asked_for_unless_it_is_the_largest_value(string sql, string asked)
    {
        _export.Change("Parameters", "\"CONVERT(VARCHAR(27),MAX(@@this),121)\"", $"\"{sql}\"");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        var product = _export.Text(FlexExport.Product);
        Assert.That(product.Contains("toSql:", StringComparison.Ordinal), Is.EqualTo(asked.Length > 0), product);
        Assert.That(product, Does.Contain(asked));
    }

    [TestCase("IsProjectParameter", "of a project")]
    [TestCase("IsNotPersisted", "is not kept")]
    [TestCase("ParameterToExpression", "compares otherwise")]
    public void A_parameter_that_is_no_watermark_is_told(string column, string why)
    {
        _export.Change("Parameters", "ToOperator,ParameterSql", $"ToOperator,ParameterSql,{column}");
        _export.Change("Parameters", "121)\"", "121)\",Y");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("export/Parameters.csv:2:1 ORC6193").And.Contain(why));
        Assert.That(_export.Text(FlexExport.Product), Does.Not.Contain("watermark"));
    }

    [Test]
    public void Sql_that_asks_for_a_parameter_leaves_its_object_out()
    {
        _export.Change("Objects", "[Color] = 'Red'", "[ModifiedDate] > @LastLoad");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("export/Objects.csv:2:1 ORC6193").And.Contain("asks for a parameter"));
        Assert.That(_export.Has(FlexExport.Product), Is.False);
    }

    [TestCase("@LastLoadDate")]
    [TestCase("@@LastLoad")]
    public void Other_names_that_begin_or_end_so_are_none_of_a_parameter(string name)
    {
        _export.Change("Objects", "'Red'", $"'{name}'");

        Assert.That(_export.Import("export").ExitCode, Is.Zero);
    }

    [Test]
    public void What_a_procedure_returns_is_computed_by_no_other_sql()
    {
        _export.Change("Objects", "SalesLT,Product,Table", "SalesLT,Product,SP");
        _export.Change("Objects", "WHERE [Color] = 'Red'", "");
        _export.Change("Parameters", "AWLT_SRC,SalesLT.Product", "AWLT_SRC,SalesLT.Category");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("export/Columns.csv:5:1 ORC6187").And.Contain("of a procedure"));
        Assert.That(_export.Text(FlexExport.Product), Does.Contain("procedure:").And.Not.Contain("sourceExpression"));
    }

    [Test]
    public void A_condition_on_a_line_of_its_own_is_one()
    {
        _export.Change("Objects", "WHERE [Color] = 'Red'", "\"WHERE\n[Color] = 'Red'\"");

        _export.Import("export");

        Assert.That(_export.Text(FlexExport.Product), Does.Contain("where: \"[Color] = 'Red'\""));
    }

    [Test]
    public void A_letter_that_is_not_written_in_utf8_is_no_letter()
    {
        var text = _export.Text("export/Objects.csv").Replace("'Red'", "'Grün'", StringComparison.Ordinal);
        File.WriteAllBytes(Path.Combine(_export.Folder, "export", "Objects.csv"), Encoding.Latin1.GetBytes(text));

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("export/Objects.csv:2:1 ORC6180"));
        Assert.That(_export.Has(FlexExport.Product), Is.False);
    }

    [TestCase("RowDelimiter", "|", "ORC6189")]
    [TestCase("SourceFileFilter", "big", "ORC6189")]
    [TestCase("RowDelimiter", "{CR}{LF}", "")]
    public void How_a_file_is_chosen_and_parted_is_not_passed_over(string column, string value, string code)
    {
        _export.Write("files/Connections.csv", """
            Connection;IntegrationStage;ConnectionType;SystemType;FilePath
            Drop;Source System;FILE;FF_DEL;https://drop.example/in?sig=s3cret
            Stage;STG;OLEDB;MSSQL;
            """);
        _export.Write("files/Projects.csv", "Project;SourceConnection;StageConnection\nLoad;Drop;Stage\n");
        _export.Write("files/Objects.csv", $"Project;Connection;ObjectName;ObjectType;{column}\n"
            + $"Load;Drop;Customer;Flat File;{value}\n");
        _export.Write("files/Columns.csv", "Object;ColumnName;DataType;Length\nCustomer;Name;String;40\n");

        var made = _export.Import("files");

        Assert.That(made.ExitCode, Is.EqualTo(code.Length == 0 ? 0 : 1), made.Error);
        Assert.That(made.Error, Does.Contain(code));
        Assert.That(_export.Text("connections/Drop.yaml") + made.Out + made.Error, Does.Not.Contain("s3cret"));
    }

    private void WriteTables(string column, string join = "") => _export.Write("tables.json", $$"""
        {
          "Connections": [
            {"ConnectionName": "Crm", "IntegrationStage": "SRC", "SystemType": "PGR"},
            {"ConnectionName": "Stage", "IntegrationStage": "STG", "SystemType": "MSSQL"}
          ],
          "Projects": [{"ProjectName": "Load", "SourceConnection": "Crm", "StageConnection": "Stage"}],
          "Objects": [{"ObjectName": "Customer", "Project": "Load", "Connection": "Crm", "JoinSql": "{{join}}"}],
          "Columns": [{{column}}]
        }
        """);
}

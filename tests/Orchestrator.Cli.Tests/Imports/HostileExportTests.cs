namespace Orchestrator.Cli.Tests.Imports;

/// <summary>Exports of BimlFlex that are broken, or meant to harm.</summary>
internal sealed class HostileExportTests
{
    private FlexExport _export = null!;

    [SetUp]
    public void Make() => _export = new FlexExport();

    [TearDown]
    public void Remove() => _export.Dispose();

    [TestCase("Connections.json", "[[[[[[[[[[[[[[[[[[[[[[[[[")]
    [TestCase("Connections.json", "[{\"a\": ")]
    [TestCase("Connections.json", "7")]
    [TestCase("Connections.json", "[{\"ConnectionName\": \"\\ud800\"}]")]
    [TestCase("Connections.json", "[{\"ConnectionName\": \"A\"}] [{\"ConnectionName\": \"B\"}]")]
    [TestCase("Connections.csv", "Connection,Threads\nCrm\0,1\n")]
    [TestCase("Connections.json", "")]
    [TestCase("Connections.csv", "Connection,Threads\n\"never closed,1\n")]
    [TestCase("Connections.csv", "Connection,Threads\nCrm,1,2,3\n")]
    public void What_cannot_be_read_is_told_with_its_file(string file, string text)
    {
        _export.Write($"broken/{file}", text);

        var made = _export.Import("broken");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain($"broken/{file}").And.Contain("ORC6180"));
        Assert.That(_export.Has("solution.yaml"), Is.False);
    }

    [TestCase("bimlflex", "Objects.csv")]
    [TestCase("biml", "all.biml")]
    [Platform(Exclude = "Win", Reason = "pipes lie in no folder there")]
    public void A_pipe_is_refused_instead_of_waited_for(string kind, string file)
    {
        var path = Path.Combine(Directory.CreateDirectory(Path.Combine(_export.Folder, "pipes")).FullName, file);
        NamedPipe.Make(path);

        var made = _export.Call("import", kind, "pipes");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain($"pipes/{file}").And.Contain("ORC6180").And.Contain("it is a pipe"));
    }

    [Test]
    public void Names_that_lead_out_of_the_folder_stay_in_it()
    {
        _export.Change("Projects", "LOAD_AWLT,LOAD", "../../LOAD_AWLT,LOAD");
        _export.Change("Objects", "LOAD_AWLT,AWLT_SRC,SalesLT,Product", "../../LOAD_AWLT,AWLT_SRC,SalesLT,../Product");

        _export.Import("export");

        Assert.That(_export.Has("projects/______LOAD_AWLT/objects/___Product.yaml"), Is.True);
    }

    [Test]
    public void Sql_with_a_placeholder_refuses_its_object_and_not_the_solution()
    {
        _export.Change("Objects", "'Red'", "'${secret:X}'");
        _export.Change("Objects", "SalesLT.Category,WHERE", ",WHERE");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(made.Error, Does.Contain("ORC6189").And.Contain("'Product' holds '${' in its SQL"));
        Assert.That(_export.Has(FlexExport.Product), Is.False);
        Assert.That(_export.Call("validate").ExitCode, Is.Zero);
    }

    [TestCase("app.Connections", ",awlt,4", ",${env:A},4")]
    [TestCase("Parameters", ",1900-01-01,", ",${secret:X},")]
    [TestCase("Parameters", "LastLoad", "${secret:X}")]
    [TestCase("Configurations", ",FlexRowRecordSource", ",${secret:X}")]
    [TestCase("Columns", "Title,AnsiString,-1,,,2,N,Y,,,,", "Title,AnsiString,-1,,,2,N,Y,,,,${secret:X}")]
    public void No_text_of_an_export_becomes_a_variable(string table, string old, string now)
    {
        _export.Add("Columns", "");
        _export.Change("Columns", "SqlTargetExpression", "SqlTargetExpression,ColumnAlias");
        _export.Change("Columns", ",,\n", ",,,\n");
        _export.Change("Columns", "\"ABS(@@this)\"", "\"ABS(@@this)\",");
        _export.Change("Columns", "\"CONVERT(DATETIME, @@this)\",", "\"CONVERT(DATETIME, @@this)\",,");
        _export.Change(table, old, now);

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("ORC6189"));
        Assert.That(
            string.Concat(Directory.EnumerateFiles(_export.Folder, "*.yaml", SearchOption.AllDirectories)
                .Select(File.ReadAllText)), Does.Not.Contain("${secret:X}").And.Not.Contain("${env:A}"));
    }

    [Test]
    public void A_table_that_is_called_twice_is_named_by_its_schema()
    {
        _export.Add("Objects", "LOAD_AWLT,AWLT_SRC,dbo,Product,Table,,,,");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Has("projects/LOAD_AWLT/objects/SalesLT_Product.yaml"), Is.True);
        Assert.That(_export.Has("projects/LOAD_AWLT/objects/dbo_Product.yaml"), Is.True);
        Assert.That(_export.Call("validate").ExitCode, Is.Zero);
    }

    [Test]
    public void What_belongs_to_something_that_is_excluded_is_left_out_without_a_word()
    {
        _export.Change("Objects", "WhereSql,OverrideSql", "WhereSql,ExcludeFromModel");
        _export.Change("Objects", "WHERE [Color] = 'Red',", ",Y");
        _export.Change("Objects",
            "\"SELECT [Color], COUNT(*) AS [Many]\nFROM [SalesLT].[Product] GROUP BY [Color]\"", "N");

        var made = _export.Import("export");

        Assert.That(made.Error, Does.Not.Contain("ORC6183").And.Not.Contain("Parameters.csv"));
        Assert.That(_export.Has(FlexExport.Product), Is.False);
    }

    [Test]
    public void Two_objects_that_wait_for_each_other_are_what_validate_refuses()
    {
        _export.Change("Objects", "SalesLT,Category,TBL,N,,,", "SalesLT,Category,TBL,N,SalesLT.Product,,");

        var made = _export.Import("export");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_export.Call("validate").ExitCode, Is.Not.Zero);
    }

    [TestCase("import", "bimlflex", "nowhere")]
    [TestCase("import", "bimlflex", "")]
    [TestCase("import", "bimlflex", "export", "--connection", "x")]
    public void A_call_that_cannot_be_meant_is_refused(params string[] arguments)
    {
        var called = _export.Call(arguments);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(_export.Has("solution.yaml"), Is.False);
    }
}

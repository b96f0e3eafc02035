using System.Text.Json;

namespace Orchestrator.Cli.Tests.Imports;

/// <summary>`import sql` as somebody types it.</summary>
internal sealed class ImportSqlTests
{
    private const string Tables = """
        CREATE SCHEMA sales;
        GO
        CREATE TABLE dbo.Country (Code char(2) NOT NULL CONSTRAINT PK_Country PRIMARY KEY, Name nvarchar(40) NOT NULL);
        CREATE TABLE sales.Customer (
          Id int IDENTITY (1, 1) NOT NULL PRIMARY KEY, Country char(2) NULL, Price decimal(9, 2) NULL DEFAULT ((0)),
          Twice AS (Price * Price));
        GO
        CREATE VIEW sales.Recent AS SELECT c.Id, k.Name FROM sales.Customer AS c
          LEFT JOIN dbo.Country AS k ON k.Code = c.Country;
        """;

    private const string Keys = """
        ALTER TABLE sales.Customer ADD CONSTRAINT FK_Country FOREIGN KEY (Country) REFERENCES dbo.Country (Code);
        """;

    private const string Customer = "projects/Crm/objects/sales_Customer.yaml";

    private ScriptSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new ScriptSolution();
        _solution.Write("db/tables.sql", Tables);
        _solution.Write("db/a_keys.sql", Keys);
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Tables_become_objects_and_files_of_the_catalog_and_a_second_time_nothing_is_new()
    {
        var made = _solution.Import("db");
        var again = _solution.Import("db");

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(made.Out, Does.StartWith("SQL Server of 2 files: 2 tables of 2, 6 columns, 1 reference"));
        Assert.That(_solution.Text("catalog/Crm/sales.Customer.yaml"), Does
            .Contain("{column: Id, dataType: int, nullable: false, identity: identity}")
            .And.Contain("{column: Price, dataType: \"decimal(9,2)\", default: \"((0))\"}")
            .And.Contain("{column: Twice, dataType: \"decimal(19,4)\", computed: \"(Price * Price)\"}")
            .And.Contain("primaryKey: [Id]")
            .And.Contain("{key: FK_Country, columns: [Country], schema: dbo, table: Country, to: [Code]}"));
        Assert.That(_solution.Text("catalog/Crm/sales.Recent.yaml"), Does.Contain("kind: view")
            .And.Contain("{column: Id, dataType: int, nullable: false}")
            .And.Contain("{column: Name, dataType: nvarchar(40)}"));
        Assert.That(_solution.Text(Customer), Does.Contain("dependsOn: [Country]")
            .And.Contain("{column: Id, dataType: int, key: 1}"));
        Assert.That(_solution.Has("projects/Crm/project.yaml"), Is.True);
        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Assert.That(again.Out, Does.Contain("wrote 0 files").And.Contain("files say what the SQL says"));
    }

    [Test]
    public void What_is_imported_is_a_valid_solution()
    {
        _solution.Import("db");
        _solution.Write("batches/Nightly.yaml", "batch: Nightly\ndefault: true\nprojects: [Crm]\n");

        var validated = _solution.Call("validate");

        Assert.That(validated.ExitCode, Is.Zero, validated.Out + validated.Error);
    }

    [Test]
    public void A_project_without_objects_yet_may_be_there_before()
    {
        _solution.Write("projects/Crm/project.yaml", "project: Crm\nsource: Crm\ntarget: Staging\n");

        var made = _solution.Import("db");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_solution.Has(Customer), Is.True);
    }

    [Test]
    public void A_dry_run_writes_nothing_and_tells_machines_all()
    {
        var dry = _solution.Import("db", "--dry-run", "--exclude", "Country", "-o", "json");

        Assert.That(dry.ExitCode, Is.Zero, dry.Error);
        Assert.That(_solution.Has("catalog"), Is.False);
        Assert.That(_solution.Has("projects"), Is.False);
        var told = JsonDocument.Parse(dry.Out).RootElement;
        Assert.That(told.GetProperty("files").GetInt32(), Is.EqualTo(2));
        Assert.That(told.GetProperty("tables").GetInt32(), Is.EqualTo(1));
        Assert.That(told.GetProperty("views").GetInt32(), Is.EqualTo(1));
        Assert.That(told.GetProperty("is_dry_run").GetBoolean(), Is.True);
        Assert.That(told.GetProperty("is_partial").GetBoolean(), Is.False);
        Assert.That(told.GetProperty("problems").GetArrayLength(), Is.Zero);
        Assert.That(
            told.GetProperty("written").EnumerateArray().Select(each => each.GetString()),
            Is.EquivalentTo((string[])[
                "projects/Crm/project.yaml", Customer, "catalog/Crm/sales.Customer.yaml",
                "catalog/Crm/sales.Recent.yaml",
            ]));
    }

    [Test]
    public void The_catalog_alone_is_written_for_a_database_that_loads_write_into()
    {
        var made = _solution.Import("db", "--only-catalog");
        var again = _solution.Import("db", "--only-catalog", "--include", "Recent");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(_solution.Has("projects"), Is.False);
        Assert.That(_solution.Has("catalog/Crm/sales.Recent.yaml"), Is.True);
        Assert.That(made.Out, Does.Contain("wrote 3 files").And.Not.Contain("not imported"));
        Assert.That((again.ExitCode, again.Error), Is.EqualTo((0, "")));
        Assert.That(again.Out, Does.Contain("wrote 0 files"));
    }

    [TestCase("CREATE VIEW dbo.Seen AS SELECT CAST(1 AS int) AS Id;")]
    [TestCase("CREATE TABLE dbo.Odd (Id dbo.Nobody);")]
    public void Where_no_table_can_be_an_object_no_project_is_made(string script)
    {
        _solution.Write("other/script.sql", script);

        var made = _solution.Import("other");

        Assert.That(_solution.Has("projects"), Is.False, made.Out + made.Error);
        Assert.That(_solution.Has("catalog/Crm"), Is.True, made.Out + made.Error);
        Assert.That(made.Out, Does.Contain(" validate").And.Not.Contain("next: add"));
    }

    [Test]
    public void A_hand_edit_stays_and_is_shown()
    {
        _solution.Import("db");
        var edited = _solution.Text(Customer) + "tags: [mine]\n";
        _solution.Write(Customer, edited);

        var again = _solution.Import("db");

        Assert.That(again.ExitCode, Is.EqualTo(1));
        Assert.That(_solution.Text(Customer), Is.EqualTo(edited));
        Assert.That(again.Out, Does.Contain("(- the file, + the SQL)")
            .And.Contain("to take what the SQL says: remove the file and import again"));
    }

    [Test]
    public void A_table_that_is_gone_is_told_of_a_folder_and_not_of_one_script()
    {
        _solution.Import("db");
        _solution.Write(
            "db/tables.sql", Tables.Replace("dbo.Country (Code", "dbo.Land (Code", StringComparison.Ordinal));
        _solution.Write("db/a_keys.sql", "");
        _solution.Write("db/view.sql", "CREATE TABLE dbo.Other (Id int);");

        var folder = _solution.Import("db", "--dry-run");
        var script = _solution.Import("db/view.sql", "--dry-run");

        Assert.That(folder.Out, Does.Contain("gone Crm/Country  the SQL has no such table"), folder.Error);
        Assert.That(script.Out, Does.Not.Contain("gone"));
        Assert.That(script.ExitCode, Is.Zero, script.Error);
    }

    [Test]
    public void A_file_that_does_not_parse_is_named_with_its_place_and_the_others_go_on()
    {
        _solution.Write("db/broken.sql", "CREATE TABLE dbo.Ok (Id int);\nGO\n\nCREATE TABEL dbo.Bad (Id int);\n");

        var made = _solution.Import("db");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(made.Error, Does.Contain("db/broken.sql:4:").And.Contain("ORC6151"));
        Assert.That(_solution.Has(Customer), Is.True);
        Assert.That(_solution.Has("catalog/Crm/dbo.Ok.yaml"), Is.True);
    }

    [TestCase("CREATE LOGIN x WITH PASSWORD 's3cret'")]
    [TestCase("CREATE TABEL 's3cret'")]
    [TestCase("EXEC dbo.f @a = = N's3cret'")]
    public void No_message_says_what_stands_in_quotes(string script)
    {
        _solution.Write("db/secret.sql", script);

        var made = _solution.Import("db", "-v");

        Assert.That(made.Out + made.Error, Does.Not.Contain("s3cret"));
    }

    [Test]
    public void Which_connection_is_asked_where_there_are_several()
    {
        _solution.Write(
            "connections/Erp.yaml", "connection: Erp\nplatform: SqlServer\nconnectionString: \"${env:CRM}\"\n");

        var asked = _solution.Import("db");
        var named = _solution.Import("db", "--connection", "Erp", "--dry-run");

        Assert.That(asked.ExitCode, Is.EqualTo(2));
        Assert.That(asked.Error, Does.Contain("There is").And.Contain("Crm").And.Contain("--connection"));
        Assert.That(named.ExitCode, Is.Zero, named.Error);
        Assert.That(named.Out, Does.Contain("projects/Erp/project.yaml"));
    }

    [Test]
    public void Scripts_of_another_platform_than_the_connection_are_refused()
    {
        var called = _solution.Import("db", "--connection", "Staging");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("the scripts are of SQL Server, and 'Staging' is SQLite"));
    }

    [TestCase("expected database, sql, ssis, bimlflex, biml, got: 'oracle'", "import", "oracle", "db")]
    [TestCase("--connection: `import database` has no use for it", "import", "database", "Crm", "--connection", "Crm")]
    [TestCase("one argument too many: 'Staging'", "import", "database", "Crm", "Staging")]
    [TestCase("there is no file or folder 'nonsuch.sql'", "import", "sql", "nonsuch.sql")]
    [TestCase("expected PATH to be a path, got: ''", "import", "sql", "")]
    [TestCase("expected --include to be table or schema.table", "import", "sql", "db", "--include", "")]
    [TestCase("there is no connection 'Cmr'; did you mean 'Crm'?", "import", "sql", "db", "--connection", "Cmr")]
    public void A_call_that_cannot_be_meant_is_refused(string said, params string[] arguments)
    {
        var called = _solution.Call(arguments);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain(said));
        Assert.That(_solution.Has("catalog"), Is.False);
    }
}

namespace Orchestrator.Cli.Tests.Connections;

/// <summary>Import, refresh and drift of a SQL Server database, over the wire of a scripted server.</summary>
internal sealed class SqlServerImportTests
{
    private const string Variable = "ORCHESTRATOR_TEST_SQLSERVER_IMPORT";

    private TemporaryFolder _folder = null!;
    private ScriptedCatalog _server = null!;

    private string Solution => Path.Combine(_folder.Path, "shop");

    [SetUp]
    public void Make()
    {
        (_folder, _server) = (new TemporaryFolder(), new ScriptedCatalog());
        Environment.SetEnvironmentVariable(Variable, _server.ConnectionString);
        _server.Table("dbo", "Country");
        _server.Table("dbo", "Customer");
        _server.Table("sales", "Order Line");
        _server.Table("sales", "Recent", "view");
        _server.Table("dbo", "Odd");
        _server.Column("dbo", "Country", "Name", "nvarchar", 80, collation: "Latin1_General_CI_AS", codePage: 1252);
        _server.Column("dbo", "Customer", "Name", "varchar", 40, collation: "Greek_CI_AS", codePage: 1253);
        _server.Column("dbo", "Customer", "Country", "int", 4);
        _server.Column("dbo", "Customer", "Price", "decimal", 9, 12, 2, fallback: "((0))");
        _server.Column("dbo", "Customer", "Twice", "int", 4, computed: "([Id]*(2))");
        _server.Column("dbo", "Odd", "Shape", "vector", 16);
        _server.ForeignKey("dbo", "Customer", "Country", "country");
        _server.Allowed.AddRange([["dbo", "", "UseSchema"], ["sales", "", "UseSchema"]]);
    }

    [TearDown]
    public void Remove()
    {
        _folder.Dispose();
        _server.Dispose();
    }

    [Test]
    [Category("Approved")]
    public void A_database_is_imported_once_and_a_second_time_nothing_is_new()
    {
        var made = Init();
        var again = Call("import", "database", "Source");
        var validated = Call("validate");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(made.Error, Does.Contain("the table dbo.Odd: its column 'Shape' has the type vector"));
        Approved.Check("import-sqlserver", Read("catalog/Source/dbo.Customer.yaml") + "---\n"
            + Read("projects/Source/objects/Customer.yaml") + "---\n"
            + Read("projects/Source/objects/sales_Order_Line.yaml"));
        Assert.That(again.ExitCode, Is.Zero, again.Out);
        Assert.That(again.Out, Does.Contain("wrote 0 files"));
        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
        Assert.That(
            Directory.EnumerateFiles(Solution, "*", SearchOption.AllDirectories).Select(File.ReadAllText),
            Has.None.Contains("s3cret"));
    }

    [Test]
    [Category("Approved")]
    public void Drift_names_each_change_and_a_refresh_takes_them_in()
    {
        Init();
        var none = Call("connections", "drift", "Source");
        Change("Customer", "Name", row => { row[2] = (short)20; row[7] = "Latin1_General_CI_AS"; row[8] = 1252; });
        Change("Customer", "Price", row => { row[3] = (byte)14; row[12] = "((1))"; });
        Change("Customer", "Twice", row => row[13] = "([Id]*(3))");
        Change("Customer", "Country", row => { row[1] = "bigint"; row[2] = (short)8; row[5] = false; });
        Change("Country", "Id", row => { row[9] = "identity"; row[14] = "identity"; });
        Change("Country", "Name", row => row[0] = "Title");
        _server.Tables.RemoveAll(row => (string)row[2]! == "foreign key");
        _server.Tables.First(row => (string)row[1]! == "Order Line")[2] = "view";
        _server.Table("sales", "Fresh");

        var drifted = Call("connections", "drift", "Source");
        var refreshed = Call("connections", "refresh", "Source");
        var after = Call("connections", "drift", "Source");

        Assert.That(none.Out, Is.EqualTo("Source: no change\n"), none.Error);
        Assert.That(drifted.ExitCode, Is.Zero, drifted.Error);
        Approved.Check("drift-sqlserver", drifted.Out);
        Assert.That(refreshed.ExitCode, Is.Zero, refreshed.Error);
        Assert.That(after.Out, Is.EqualTo("Source: no change\n"));
    }

    [Test]
    [Category("Approved")]
    public void Looking_at_it_online_names_lacking_rights_features_and_room()
    {
        InitWithoutProject();
        WriteCopy("Customer", "sales", "Order Line");
        _server.Allowed.AddRange([
            ["dbo", "Customer", "Select"], ["sales", "Order Line", "Select"], ["sales", "Order Line", "Insert"],
        ]);
        _server.Told.AddRange([
            ["AlwaysDurable", "change data capture", 0L], ["LargestTable", "dbo.Customer", 3L << 30],
            ["Free", "the log", 1L << 30],
        ]);

        var looked = Call("validate", "--online");

        Assert.That(looked.ExitCode, Is.EqualTo(2), looked.Error);
        Approved.Check("validate-online-sqlserver", looked.Out);
    }

    [TestCase("12.0.6449.1", true)]
    [TestCase("13.0.1601.5", false)]
    [TestCase("Azure 12.0.2000.8", false)]
    [TestCase("compatible 12.0.2000.8", false)]
    public void A_server_from_before_2016_is_named_and_what_is_hosted_is_none(string version, bool isNamed)
    {
        Init();
        _server.Version = version;

        var looked = Call("validate", "--online");

        Assert.That(looked.Out, isNamed
            ? Does.Contain($"ORC3515: 'Source' is SQL Server {version}; the driver works from version 13 on")
            : Does.Not.Contain("ORC3515"));
        Assert.That(_server.Server.Recorder.Lines, Has.Some.Contains("EngineEdition").And.Contain("'temporal_type'"));
    }

    [Test]
    public void Sizes_that_the_server_keeps_to_itself_are_a_note_and_no_failure()
    {
        Init();
        _server.Server.On(new System.Text.RegularExpressions.Regex("fileproperty"),
            reply => reply.Error(297, "The user does not have permission to perform this action."));
        _server.Allowed.AddRange(_server.Tables.Select(row => new object?[] { row[0], row[1], "Select" }));

        var looked = Call("validate", "--online");

        Assert.That(looked.ExitCode, Is.Zero, looked.Out);
        Assert.That(looked.Out, Does.Contain("note: Source does not tell its sizes and features: The user"));
    }

    [Test]
    public void Names_in_another_case_are_the_same_names_to_the_rights()
    {
        InitWithoutProject();
        _server.Allowed.AddRange([
            ["dbo", "Customer", "Select"], ["orchestrator", "", "UseSchema"], ["orchestrator", "", "CreateTable"],
            ["sales", "Order Line", "Select"], ["sales", "Order Line", "Insert"], ["sales", "Order Line", "Delete"],
            ["sales", "Order Line", "Own"], ["sales", "", "CreateTable"], ["sales", "", "SetNumbers"],
        ]);

        WriteCopy("Customer", "sales", "Order Line");
        var written = Call("validate", "--online");
        WriteCopy("CUSTOMER", "SALES", "order line");
        var folded = Call("validate", "--online");

        Assert.That(written.Out, Does.Not.Contain("ORC3514"), "each right is there, and what is disabled needs none");
        Assert.That(folded.Out, Does.Not.Contain("ORC3514"));
    }

    [Test]
    public void Tables_that_differ_only_in_case_are_said_and_one_of_them_is_taken()
    {
        _server.Table("dbo", "CUSTOMER");

        var made = Init();
        var validated = Call("validate");
        var drifted = Call("connections", "drift", "Source");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(made.Error, Does.Contain("the table dbo.Customer is left alone: its name differs from another"));
        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
        Assert.That(drifted.Out, Is.EqualTo("Source: no change\n"), drifted.Error);
    }

    [Test]
    public void An_object_is_held_against_the_table_of_exactly_its_name()
    {
        Init();
        _server.Table("dbo", "CUSTOMER");

        var looked = Call("validate", "--online");

        Assert.That(looked.Out, Does.Not.Contain("ORC3511"), "dbo.CUSTOMER has no column but Id");
    }

    [Test]
    public void A_type_that_the_target_refuses_becomes_one_that_holds_its_values()
    {
        _server.Column("dbo", "Country", "Stamp", "timestamp", 8, isNullable: false);
        _server.Column("dbo", "Country", "Any", "sql_variant", 8016);
        _server.Columns[^2][9] = "rowversion";
        _folder.Write("shop/solution.yaml", $$"""
            formatVersion: 1
            solution: shop
            connections:
              - {connection: Source, platform: SqlServer, connectionString: "${env:{{Variable}}}"}
              - {connection: Dwh, platform: SqlServer, connectionString: "${env:{{Variable}}}"}
            batches:
              - {batch: Nightly, projects: [Source]}
            projects:
              - {project: Source, source: Source, target: Dwh, ordering: dependencies}
            """);

        var made = Call("import", "database", "Source");
        var validated = Call("validate");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(Read("projects/Source/objects/Country.yaml"), Does.Contain(
            "{column: Stamp, dataType: varbinary(8), nullable: false}").And.Contain(
            "{column: Any, dataType: nvarchar(4000)}"));
        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
    }

    [Test]
    public void What_is_computed_is_known_as_such_to_who_may_not_see_from_what()
    {
        Change("Customer", "Twice", row => row[13] = null);

        Init();

        Assert.That(Read("catalog/Source/dbo.Customer.yaml"), Does.Contain(
            "{column: Twice, dataType: int, computed: computed}"));
    }

    private void InitWithoutProject()
    {
        Init();
        Directory.Delete(Path.Combine(Solution, "projects"), true);
    }

    /// <summary>One table is copied into another, and one object is disabled.</summary>
    private void WriteCopy(string table, string schema, string target) =>
        _folder.Write("shop/solution.yaml", $$"""
            formatVersion: 1
            solution: shop
            connections:
              - {connection: Source, platform: SqlServer, connectionString: "${env:{{Variable}}}"}
            batches:
              - {batch: Nightly, projects: [Dwh]}
            projects:
              - project: Dwh
                source: Source
                target: Source
                objects:
                  - {object: Copy, source: {name: {{table}}}, target: {schema: {{schema}}, name: {{target}}},
                     columns: [{column: Id}]}
                  - {object: Off, source: {name: Country}, enabled: false}
            """);

    private void Change(string table, string column, Action<object?[]> how) => how(_server.Columns.Single(
        row => (string)row[0]! == column && (string)row[11]! == table));

    private Called Init() =>
        Called.With(_folder.Path, Variables, false, "init", "shop", "--from", $"${{env:{Variable}}}");

    private Called Call(params string[] arguments) => Called.With(Solution, Variables, false, arguments);

    private Dictionary<string, string> Variables => new() { [Variable] = _server.ConnectionString };

    private string Read(string path) => File.ReadAllText(Path.Combine(Solution, path));
}

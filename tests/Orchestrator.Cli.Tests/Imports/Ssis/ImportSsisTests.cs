using System.Text.Json;
using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>`import ssis` as somebody types it, over small packages that are each a construct.</summary>
internal sealed partial class ImportSsisTests
{
    private const int ConstructsMin = 45;

    private PackageSolution _solution = null!;

    private static IEnumerable<string> Names => PackageCases.All.Keys;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCaseSource(nameof(Names)), Category("Approved")]
    public void A_construct_becomes_what_a_person_would_have_written(string name)
    {
        _solution.Package(PackageCases.All[name]);

        var made = _solution.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Approved.Check($"import-ssis-{name}", _solution.Made());
    }

    [TestCaseSource(nameof(Names))]
    public void What_matters_of_a_construct_is_said(string name)
    {
        var one = PackageCases.All[name];
        _solution.Package(one);

        _solution.Import();

        Assert.That(one.Held.Count + one.Lacked.Count + one.Codes.Count, Is.Positive);
        foreach (var (file, text) in one.Held)
        {
            Assert.That(_solution.Has(file), Is.True, $"no {file} among:\n{_solution.Made()}");
            Assert.That(_solution.Text(file), Does.Contain(text), file);
        }

        foreach (var (file, text) in one.Lacked)
        {
            Assert.That(_solution.Has(file), Is.EqualTo(text.Length > 0), $"{file} among:\n{_solution.Made()}");
            if (text.Length > 0)
            {
                Assert.That(_solution.Text(file), Does.Not.Contain(text), file);
            }
        }
    }

    [TestCaseSource(nameof(Names))]
    public void What_was_made_is_refused_for_nothing_but_what_is_open(string name)
    {
        var one = PackageCases.All[name];
        _solution.Package(one);
        _solution.Import();

        var said = _solution.Call("validate", "-C", "made", "-o", "json");

        using var document = JsonDocument.Parse(said.Out);
        var codes = document.RootElement.GetProperty("diagnostics").EnumerateArray()
            .Where(each => each.GetProperty("severity").GetString() == "error")
            .Select(each => each.GetProperty("code").GetString()).Distinct().ToArray();
        Assert.That(codes, Has.All.Match("^ORC60"), said.Out);
        Assert.That(codes, Is.EquivalentTo(one.Codes), said.Out);
    }

    [TestCaseSource(nameof(Names))]
    public void A_second_time_nothing_is_written(string name)
    {
        _solution.Package(PackageCases.All[name]);
        _solution.Import();
        var before = _solution.Made();

        var again = _solution.Import();

        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Assert.That(again.Out, Does.Contain("wrote 0 files"));
        Assert.That(_solution.Made(), Is.EqualTo(before));
    }

    [TestCase("dbo.Sale (Id bigint NOT NULL)", "{column: Id, dataType: bigint, nullable: false}")]
    [TestCase("dbo.Sale (Id bigint NULL)", "{column: Id, dataType: bigint}")]
    [TestCase("dbo.Other (Id bigint NOT NULL)", "{column: Id, dataType: int}")]
    public void A_load_has_what_a_catalog_tells_of_its_columns(string table, string column)
    {
        _solution.Package(PackageCases.All["load"]);
        File.WriteAllText(Path.Combine(_solution.Folder, "tables.sql"), $"CREATE TABLE {table};");

        var made = _solution.Import("--catalog", "tables.sql");

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(_solution.Text("projects/Nightly/objects/Load.yaml"), Does.Contain(column));
    }

    [Test]
    public void There_are_no_fewer_constructs_than_were_promised() =>
        Assert.That(Names.Count(), Is.GreaterThanOrEqualTo(ConstructsMin));

    [Test]
    public void A_changed_package_changes_its_files_alone()
    {
        _solution.Package(PackageCases.All["one_after_another"]);
        _solution.Import();
        _solution.Package("Nightly", Changed("one_after_another", "dbo.Two", "dbo.Three"));

        var again = _solution.Import("-v");

        Assert.That(again.Out, Does.Contain("wrote 2 files").And.Contain("projects/Nightly/objects/Second.yaml")
            .And.Contain("ssis/Nightly/package.json"));
        Assert.That(_solution.Text("projects/Nightly/objects/Second.yaml"), Does.Contain("EXEC dbo.Three"));
    }

    [Test]
    public void What_somebody_has_changed_stays_and_is_shown_where_the_package_says_something_else()
    {
        const string second = "projects/Nightly/objects/Second.yaml";
        _solution.Package(PackageCases.All["one_after_another"]);
        _solution.Import();
        _solution.Change(second, text => text.Replace("dbo.Two", "dbo.Mine", StringComparison.Ordinal));

        var same = _solution.Import();
        _solution.Package("Nightly", Changed("one_after_another", "dbo.Two", "dbo.Three"));
        var other = _solution.Import();

        Assert.That(same.ExitCode, Is.Zero, same.Out);
        Assert.That(same.Out, Does.Contain("1 file left as somebody has changed them"));
        Assert.That(other.ExitCode, Is.EqualTo(1));
        Assert.That(other.Out, Does.Contain("differs").And.Contain("dbo.Mine").And.Contain("dbo.Three"));
        Assert.That(_solution.Text(second), Does.Contain("dbo.Mine"));
    }

    [Test]
    public void A_difference_that_somebody_has_taken_by_hand_is_told_no_more()
    {
        const string second = "projects/Nightly/objects/Second.yaml";
        _solution.Package(PackageCases.All["one_after_another"]);
        _solution.Import();
        _solution.Change(second, text => text.Replace("dbo.Two", "dbo.Mine", StringComparison.Ordinal));
        _solution.Package("Nightly", Changed("one_after_another", "dbo.Two", "dbo.Three"));

        var other = _solution.Import("--taken", "projects/Nightly/objects/First.yaml");
        var shown = _solution.Import();
        _solution.Change(second, text => text.Replace("dbo.Mine", "dbo.Mine2", StringComparison.Ordinal));
        var taken = _solution.Import("--taken", second);
        var again = _solution.Import();
        _solution.Package("Nightly", Changed("one_after_another", "dbo.Two", "dbo.Four"));
        var later = _solution.Import();

        Assert.That(other.ExitCode, Is.EqualTo(2));
        Assert.That(Blanks().Replace(other.Error, " "), Does.Contain("is no file that differs").And.Contain(second));
        Assert.That(shown.ExitCode, Is.EqualTo(1));
        Assert.That((taken.ExitCode, again.ExitCode, later.ExitCode), Is.EqualTo((0, 0, 1)));
        Assert.That(_solution.Text(second), Does.Contain("dbo.Mine"));
    }

    [Test]
    public void What_is_decided_is_counted_apart()
    {
        _solution.Package(PackageCases.All["script"]);
        var first = _solution.Import();
        _solution.Change("projects/Nightly/objects/Script.yaml",
            text => text.TrimEnd() + "\n    decided: dropped\n");

        var again = _solution.Import();

        Assert.That(first.Out, Does.Contain("1 thing to decide").And.Not.Contain("decided already"));
        Assert.That(again.Out, Does.Contain("decided already: 1").And.Not.Contain("to decide"));
    }

    [Test]
    public void What_is_dropped_is_named()
    {
        _solution.Package(PackageCases.All["audit"]);

        var said = _solution.Import("-v");

        Assert.That(said.Out, Does.Contain("dropped Nightly.dtsx: Package\\Log: "));
        Assert.That(_solution.Text("projects/Nightly/project.yaml"), Does.Contain("# dropped: Package\\Log: "));
    }

    [Test]
    public void A_decision_is_kept_and_refused_again_where_what_it_is_about_has_changed()
    {
        const string script = "projects/Nightly/objects/Script.yaml";
        _solution.Package(PackageCases.All["script"]);
        _solution.Import();
        _solution.Change(script, text => text.TrimEnd() + "\n    decided: dropped\n    because: it only wrote a log\n");

        var again = _solution.Import();
        var first = _solution.Call("validate", "-C", "made");
        _solution.Package("Nightly", Changed("script", "class A", "class B"));
        var changed = _solution.Import();
        var refused = _solution.Call("validate", "-C", "made");
        var once = _solution.Import();
        var marked = _solution.Text(script);
        _solution.Change(script, text => string.Join('\n', text.Split('\n').Where(line =>
            !line.TrimStart().StartsWith("changed:", StringComparison.Ordinal))));
        var last = _solution.Import();
        var valid = _solution.Call("validate", "-C", "made");

        Assert.That(again.Out, Does.Contain("wrote 0 files"));
        Assert.That(first.ExitCode, Is.Zero, first.Out + first.Error);
        Assert.That(changed.ExitCode, Is.Zero, changed.Out);
        Assert.That(marked, Does.Contain("decided: dropped").And.Contain("because: ").And.Contain("class B")
            .And.Contain("changed: \"from '").And.Contain("class A"));
        Assert.That(refused.ExitCode, Is.Not.Zero);
        Assert.That(refused.Out + refused.Error, Does.Contain("ORC6071").And.Contain("has changed, from '"));
        Assert.That(once.Out, Does.Contain("wrote 0 files"));
        Assert.That(last.ExitCode, Is.Zero, last.Out);
        Assert.That(_solution.Text(script), Does.Contain("decided: dropped").And.Not.Contain("changed:"));
        Assert.That(valid.ExitCode, Is.Zero, valid.Out + valid.Error);
    }

    [Test]
    public void A_place_that_each_run_is_given_is_a_secret_as_a_whole()
    {
        _solution.Package("Nightly", PackageXml.Of(PackageXml.Sql("Clean", "EXEC dbo.CleanUp"), more:
                "<DTS:PackageParameters><DTS:PackageParameter DTS:CreationName=\"\" DTS:DataType=\"8\" "
                + "DTS:DTSID=\"{W}\" DTS:ObjectName=\"Where\" DTS:Sensitive=\"True\"/></DTS:PackageParameters>")
            .Replace("DTS:ObjectName=\"Target\">", "DTS:ObjectName=\"Target\"><DTS:PropertyExpression "
                + "DTS:Name=\"ConnectionString\">@[$Package::Where]</DTS:PropertyExpression>",
                StringComparison.Ordinal));

        var made = _solution.Import();
        var valid = _solution.Call("validate", "-C", "made");

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(_solution.Text("connections/Target.yaml"), Does.Contain("platform: SqlServer")
            .And.Contain("${secret:TARGET_CONNECTION}"));
        Assert.That(valid.ExitCode, Is.Zero, valid.Out + valid.Error);
    }

    [Test]
    public void A_data_source_that_only_has_a_name_is_told_by_it()
    {
        _solution.Package("Nightly", PackageCases.All["load"].Text.Replace(
            $"{PackageConnections.Server}Initial Catalog=Shop;", "Dsn=Prod;uid=me;", StringComparison.Ordinal));

        _solution.Import();

        Assert.That(_solution.Made(), Does.Contain("ORC6052")
            .And.Contain("data source of one machine").And.Contain("Prod"));
    }

    [Test]
    public void A_loop_reads_the_columns_of_a_star_that_scripts_tell()
    {
        File.WriteAllText(Path.Combine(_solution.Folder, "shops.sql"),
            "CREATE TABLE dbo.Shops (Id int NOT NULL PRIMARY KEY, Name nvarchar(40) NULL);\n");
        _solution.Package("Nightly", PackageCases.All["loop_over_rows"].Text.Replace(
            "SELECT Name, Id FROM dbo.Shops", "SELECT * FROM dbo.Shops ORDER BY Id", StringComparison.Ordinal));

        var without = _solution.Import();
        var open = _solution.Text("projects/Nightly/objects/Ask.yaml");
        var made = _solution.Import("--catalog", "shops.sql");

        Assert.That(without.ExitCode, Is.Zero, without.Out);
        Assert.That(open, Does.Contain("ORC6075").And.Contain("--catalog"));
        Assert.That(made.Error, Is.Empty);
        Assert.That(_solution.Text("projects/Nightly/objects/Ask.yaml"),
            Does.Contain("SELECT [Id] AS [Shop], [Name] FROM dbo.Shops"));
    }

    [Test]
    public void An_assessment_writes_a_page_and_nothing_else()
    {
        _solution.Package(PackageCases.All["script"]);

        var said = _solution.Import("--assess", "--page", "page.html");
        var document = _solution.Import("--assess", "-o", "json");

        Assert.That(said.ExitCode, Is.Zero, said.Error);
        Assert.That(said.Out, Does.Contain("1 open").And.Contain("ORC6071").And.Contain("next: "));
        Assert.That(_solution.Has(""), Is.False);
        Assert.That(File.ReadAllText(Path.Combine(_solution.Folder, "page.html")), Does
            .Contain("report of an Orchestrator assessment").And.Contain("ORC6071"));
        using var json = JsonDocument.Parse(document.Out);
        Assert.That(json.RootElement.GetProperty("tasks").GetProperty("open").GetInt32(), Is.EqualTo(1));
    }

    [Test]
    public void A_called_package_is_a_part_of_the_batch_of_its_caller()
    {
        _solution.Package("Child", Changed("statement", "Nightly", "Child"));
        _solution.Package("Main", PackageXml.Of(
            PackageXml.Task("Call", "Microsoft.ExecutePackageTask", "<ExecutePackageTask>"
                + "<UseProjectReference>True</UseProjectReference><PackageName>Child.dtsx</PackageName>"
                + "</ExecutePackageTask>") + PackageXml.Sql("Last", "EXEC dbo.Last"),
            PackageXml.Arrow("Call", "Last"), name: "Main"));

        var made = _solution.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(_solution.Has("batches/Child.yaml"), Is.False);
        Assert.That(_solution.Text("batches/Main.yaml"), Does.Contain("project: Main").And.Contain("project: Child"));
        Assert.That(_solution.Text("projects/Main/objects/Last.yaml"), Does.Match("dependsOn:.*project: Child"));
    }

    [Test]
    public void No_secret_of_a_package_is_in_what_was_made()
    {
        _solution.Package("Nightly", Changed(
            "statement", "Integrated Security=SSPI;", "User ID=etl;Password=hunter2;"));

        var made = _solution.Import("-o", "json");

        Assert.That(_solution.Made() + made.Out + made.Error, Does.Not.Contain("hunter2"));
        Assert.That(_solution.Made(), Does.Match(@"Password=\$\{secret:\w+\}"));
    }

    [Test]
    public void A_secret_within_a_statement_is_in_no_file_and_is_named()
    {
        _solution.Package("Nightly", PackageXml.Of(PackageXml.Sql(
            "Link", "EXEC sp_addlinkedsrvlogin 's', 'false', NULL, 'u', 'hunter2hunter2'")));

        var made = _solution.Import("-o", "json");
        var page = _solution.Import("--assess", "--page", "page.html");

        var files = Directory.EnumerateFiles(_solution.Folder, "*", SearchOption.AllDirectories)
            .Where(path => !path.EndsWith(".dtsx", StringComparison.Ordinal)).Select(File.ReadAllText);
        Assert.That(string.Concat(files) + made.Out + made.Error + page.Out, Does.Not.Contain("hunter2hunter2"));
        Assert.That(_solution.Text("projects/Nightly/objects/Link.yaml"), Does.Contain("code: ORC6083"));
        Assert.That(page.Out, Does.Contain("secrets to provide: NIGHTLY_LINK"));
    }

    [Test]
    public void Nothing_is_taken_where_nothing_is_written()
    {
        _solution.Package(PackageCases.All["statement"]);

        var said = _solution.Import("--assess", "--taken", "solution.yaml");

        Assert.That(said.ExitCode, Is.EqualTo(2));
        Assert.That(Blanks().Replace(said.Error, " "), Does.Contain("--taken does nothing with --assess"));
    }

    [TestCase("--page", "page.html", "--assess")]
    public void An_option_that_would_do_nothing_is_refused(string option, string value, string hint)
    {
        _solution.Package(PackageCases.All["statement"]);

        var said = _solution.Import(option, value);

        Assert.That(said.ExitCode, Is.EqualTo(2));
        Assert.That(Blanks().Replace(said.Error, " "), Does.Contain(hint));
    }

    private static string Changed(string name, string from, string to) =>
        PackageCases.All[name].Text.Replace(from, to, StringComparison.Ordinal);

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();
}

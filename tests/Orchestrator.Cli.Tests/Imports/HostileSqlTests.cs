namespace Orchestrator.Cli.Tests.Imports;

/// <summary>Scripts of somebody who means harm, or of a machine.</summary>
internal sealed class HostileSqlTests
{
    private ScriptSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new ScriptSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("(", ")")]
    [TestCase("NOT ", "")]
    [TestCase("- ", "")]
    [TestCase("CASE WHEN 1 = 1 THEN ", " END")]
    [TestCase("/* ", " */")]
    public void What_stands_too_deep_is_refused_with_its_place(string open, string close)
    {
        string Many(string text) => string.Concat(Enumerable.Repeat(text, 20_000));
        var deep = $"{Many(open)}1{Many(close)}";

        var content = _solution.Of($"CREATE TABLE dbo.Fine (a int);\nGO\nPRINT {deep};");

        Assert.That(content.Problems.Select(each => (each.Code, each.At.Line)), Is.EqualTo((ValueTuple<string, int>[])[
            ("ORC6161", 3),
        ]));
        Assert.That(content.Tables.Select(table => table.Name.Name), Is.EqualTo((string[])["Fine"]));
    }

    [Test]
    public void What_a_text_runs_may_stand_no_deeper()
    {
        var content = _solution.Of($"CREATE TABLE dbo.Fine (a int);\nGO\nEXEC('PRINT {new string('(', 100_000)}');");

        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["db/script.sql:3:6 ORC6161"]));
        Assert.That(content.Tables, Has.Count.EqualTo(1));
    }

    [Test]
    public void Joins_within_joins_are_counted()
    {
        string Many(string text) => string.Concat(Enumerable.Repeat(text, 20_000));

        var content = _solution.Of($"SELECT 1 FROM a{Many(" JOIN b")}{Many(" ON 1 = 1")};");

        Assert.That(content.Problems.Select(each => each.Code), Is.EqualTo((string[])["ORC6161"]));
    }

    [Test]
    public void Views_that_double_one_another_have_an_end()
    {
        var views = Enumerable.Range(1, 40).Select(i =>
            $"CREATE VIEW dbo.V{i} AS SELECT a.*, b.* FROM dbo.V{i - 1} AS a CROSS JOIN dbo.V{i - 1} AS b\nGO\n");

        var content = _solution.Of($"CREATE TABLE dbo.V0 (a int);\nGO\n{string.Concat(views)}");

        Assert.That(content.Problems.Select(each => each.Code).Distinct(), Is.EqualTo((string[])["ORC6160"]));
    }

    [Test]
    public void A_line_of_blanks_behind_GO_takes_no_time()
    {
        var content = _solution.Of($"CREATE TABLE dbo.T (a int);\nGO{new string(' ', 2_000_000)}x\nGO\n");

        Assert.That(content.Files, Is.EqualTo(1));
    }

    [Test]
    public void A_long_chain_is_not_deep()
    {
        var sum = string.Join(" + ", Enumerable.Repeat("a", 5_000));

        var content = _solution.Of($"CREATE TABLE dbo.T (a int, b AS {sum});");

        Assert.That(content.Problems.Select(each => each.Code), Is.EqualTo((string[])["ORC6158"]));
    }

    [Test]
    public void A_chain_of_included_files_that_has_no_end_is_cut()
    {
        for (var i = 0; i < 40; i++)
        {
            _solution.Write($"db/{i}.sql", $":r {i + 1}.sql\n");
        }

        Assert.That(_solution.Read("db/0.sql").Problems.Select(each => each.Code),
            Is.EqualTo((string[])["ORC6154"]));
    }

    [Test]
    public void Files_that_include_the_next_one_twice_have_an_end()
    {
        for (var i = 0; i < 25; i++)
        {
            _solution.Write($"db/{i}.sql", i == 24 ? "" : $":r {i + 1}.sql\n:r {i + 1}.sql\n");
        }

        Assert.That(_solution.Read("db/0.sql").Problems.Select(each => each.Code).Distinct(),
            Is.EqualTo((string[])["ORC6154"]));
    }

    [TestCase("db/a.sql"), TestCase("db/a.sqlproj"), TestCase("db/a.dacpac")]
    [Platform(Exclude = "Win", Reason = "pipes have no names in folders")]
    public void A_pipe_is_refused_and_not_waited_for(string path)
    {
        _solution.Write("db/a.txt", "");
        NamedPipe.Make(Path.Combine(_solution.Folder, path));

        Assert.That(_solution.Read(path).Problems.Select(each => each.Message),
            Is.EqualTo((string[])["it is a pipe, a device or a socket"]));
    }

    [TestCase("[p$(Part)]")]
    [TestCase("[$(Schema)].[T]")]
    public void No_table_is_called_by_a_variable_that_has_no_value(string name)
    {
        var content = _solution.Of($"CREATE TABLE {name} (a int);\nCREATE TABLE [$(Database)].dbo.Fine (a int);");

        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["db/script.sql:1:1 ORC6153"]));
        Assert.That(content.Tables.Select(table => table.Name.Name), Is.EqualTo((string[])["Fine"]));
    }

    [Test]
    public void A_link_that_leads_out_of_the_folder_is_not_included()
    {
        _solution.Write("elsewhere/secret.sql", "CREATE TABLE dbo.Secret (a int);");
        _solution.Write("db/script.sql", ":r linked.sql\n:r linked/secret.sql\nCREATE TABLE dbo.Fine (a int);");
        var (db, elsewhere) = (Path.Combine(_solution.Folder, "db"), Path.Combine(_solution.Folder, "elsewhere"));
        File.CreateSymbolicLink(Path.Combine(db, "linked.sql"), Path.Combine(elsewhere, "secret.sql"));
        Directory.CreateSymbolicLink(Path.Combine(db, "linked"), elsewhere);

        var content = _solution.Read("db/script.sql");

        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])[
            "db/script.sql:1:1 ORC6154", "db/script.sql:2:1 ORC6154",
        ]));
        Assert.That(content.Tables.Select(table => table.Name.Name), Is.EqualTo((string[])["Fine"]));
    }

    [TestCase("[../../outside]")]
    [TestCase("[a\tb]")]
    [TestCase("[]]; DROP TABLE x --]")]
    [TestCase("[${env:CRM}]")]
    public void A_name_that_leads_elsewhere_stays_in_the_solution(string name)
    {
        _solution.Write("db/script.sql", $"CREATE TABLE {name} ({name} int NOT NULL PRIMARY KEY);");

        var made = _solution.Import("db");

        var outside = Directory.GetParent(_solution.Folder)!.FullName;
        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(Directory.GetFiles(outside, "outside*"), Is.Empty);
        Assert.That(Directory.GetFiles(Path.Combine(_solution.Folder, "catalog"), "*", SearchOption.AllDirectories),
            Has.Length.EqualTo(1));
    }

    [Test]
    public void An_object_called_by_the_name_of_a_variable_shows_no_value_of_it()
    {
        _solution.Write("db/script.sql", "CREATE TABLE [${env:CRM}] (a int);");

        var made = _solution.Import("db", "-v");

        Assert.That(made.Out + made.Error, Does.Not.Contain("nowhere.invalid"));
    }

    [Test]
    public void Views_that_read_one_another_in_a_circle_have_no_columns()
    {
        var content = _solution.Of("""
            CREATE VIEW dbo.A AS SELECT * FROM dbo.B
            GO
            CREATE VIEW dbo.B AS SELECT * FROM dbo.A
            """);

        Assert.That(content.Tables, Is.Empty);
        Assert.That(content.Problems.Select(each => each.Code), Is.EqualTo((string[])["ORC6160", "ORC6160"]));
    }
}

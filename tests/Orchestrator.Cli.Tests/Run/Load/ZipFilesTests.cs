namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Files within zip files as sources, by the command line.</summary>
internal sealed class ZipFilesTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        Directory.CreateDirectory(Zips);
        _solution.Write("connections/Zips.yaml", """
            connection: Zips
            platform: Files
            folder: zips
            files: {archive: done/, rejected: bad/}
            formats: {books: {style: excel}}
            """);
        _solution.Write("batches/Import.yaml", "batch: Import\nprojects: [Import]\n");
        _solution.Write("projects/Import/project.yaml", "project: Import\nsource: Zips\ntarget: Staging\n");
        Sale("{file: \"*.zip\", member: \"sales/*.csv\"}");
        Put("jan.zip", "sales/1.csv", "Id\n1\n", "sales/2.csv", "Id\n2\n", "notes.txt", "?");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_zip_file_is_loaded_once_and_goes_to_the_archive_as_one()
    {
        var valid = _solution.Call("validate");
        var shown = _solution.Call("show", "Import/sale");
        var first = _solution.Call("run", "Import");
        Put("feb.zip", "sales/1.csv", "Id\n3\n");
        var second = _solution.Call("run", "Import");

        Assert.That((valid.ExitCode, first.ExitCode, second.ExitCode), Is.EqualTo((0, 0, 0)),
            valid.Error + first.Error + second.Error);
        Assert.That(shown.Out, Does.Match(@"source\.member +sales/\*\.csv"));
        Assert.That(Ids(), Is.EqualTo((string[])["1", "2", "3"]));
        Assert.That(Directory.GetFiles(Path.Combine(Zips, "done")).Select(Path.GetFileName),
            Is.EquivalentTo((string[])["jan.zip", "feb.zip"]));
    }

    [Test]
    public void One_that_cannot_be_read_is_moved_away_whole_and_the_error_says_where_it_is_wrong()
    {
        _solution.Call("run", "Import");
        Put("feb.zip", "sales/1.csv", "Id\n3\n", "sales/2.csv", "Id\n4\nfive\n");

        var failed = _solution.Call("run", "Import");

        Assert.That(failed.ExitCode, Is.Not.Zero);
        Assert.That(failed.Out + failed.Error, Does.Contain("feb.zip!sales/2.csv, row 2"));
        Assert.That(Ids(), Is.EqualTo((string[])["1", "2"]));
        Assert.That(File.Exists(Path.Combine(Zips, "bad", "feb.zip")), Is.True);
    }

    [Test]
    public void Another_member_is_another_plan_and_none_is_the_plan_that_it_was()
    {
        var plan = Plan();
        Sale("{file: \"*.zip\", member: \"sales/?.csv\"}");
        var other = Plan();
        Sale("{file: \"*.zip\"}");
        var without = Plan();

        Assert.That(other, Is.Not.EqualTo(plan));
        Assert.That(without, Does.Not.Contain("source.member"));
    }

    [TestCase("{file: a.zip, member: ../a.csv}", "ORC1150")]
    [TestCase("{file: a.zip, member: /a.csv}", "ORC1150")]
    [TestCase("{file: a.zip, member: 'x\\a.csv'}", "ORC1150")]
    [TestCase("{file: a.zip, member: x/}", "ORC1150")]
    [TestCase("{file: a.zip, member: a.xlsx, format: books}", "ORC1151")]
    [TestCase("{command: [cat, a.zip], member: a.csv}", "ORC1038")]
    public void A_member_that_means_nothing_is_refused_where_it_stands(string source, string code)
    {
        Sale(source);

        var called = _solution.Call("validate");

        Assert.That(called.ExitCode, Is.Not.Zero);
        Assert.That(called.Out + called.Error, Does.Contain(code).And.Contain("sale.yaml:2:"));
    }

    [Test]
    public void A_member_of_a_table_is_refused()
    {
        _solution.Write("projects/Import/project.yaml", "project: Import\nsource: Staging\ntarget: Staging\n");
        Sale("{name: customer, member: a.csv}");

        var called = _solution.Call("validate");

        Assert.That(called.Out + called.Error, Does.Contain("ORC1038").And.Contain("'member' does nothing here"));
    }

    [Test]
    public void A_variable_names_the_member()
    {
        var yaml = File.ReadAllText(Path.Combine(_solution.Folder, "solution.yaml"));
        _solution.Write("solution.yaml", yaml + "variables:\n  - {variable: Part, dataType: int, default: 2}\n");
        Sale("{file: \"*.zip\", member: \"sales/${var:Part}.csv\"}");

        var run = _solution.Call("run", "Import", "--var", "Part=1");

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(Ids(), Is.EqualTo((string[])["1"]));
    }

    private string Zips => Path.Combine(_solution.Folder, "zips");

    private string[] Ids() => StageTables.Rows(_solution.Folder, "SELECT Id FROM sale ORDER BY Id");

    private string Plan() => _solution.Call("plan", "Import", "-o", "json").Out;

    private void Sale(string source) => _solution.Write("projects/Import/objects/sale.yaml",
        $"object: sale\nsource: {source}\nload: {{pattern: Append}}\n"
        + "columns: [{column: Id, dataType: int, nullable: false}]\n"
        + "systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint}}\n");

    private void Put(string file, params string[] namesAndTexts) =>
        File.WriteAllBytes(Path.Combine(Zips, file), TestZip.Of(namesAndTexts));
}

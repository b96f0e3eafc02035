namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What becomes of rows is what became of them there, or somebody is told.</summary>
internal sealed class ImportedDataTests
{
    private const string Load = "projects/Nightly/objects/Load.yaml";

    private PackageSolution _solution = null!;

    [SetUp]
    public void SetUp() => _solution = new PackageSolution();

    [TearDown]
    public void TearDown() => _solution.Dispose();

    [Test]
    public void Rows_that_were_joined_whatever_the_case_of_their_texts_are_open()
    {
        _solution.Package("Nightly", Changed("merge_join", "cachedSortKeyPosition=\"1\"",
            "cachedSortKeyPosition=\"1\" cachedComparisonFlags=\"1\""));
        _solution.Import();

        Assert.That(_solution.Made(), Does.Contain("equal but for case"));
    }

    [TestCase("Id int NULL", "pattern: TruncateInsert", "NULL stays NULL")]
    [TestCase("Id int NULL DEFAULT 7", "pattern: Append", "keepNulls: false")]
    public void A_load_with_defaults_replaces_the_rows_where_none_becomes_another(
        string column, string pattern, string said)
    {
        _solution.Package("Nightly", WithoutNulls("truncate_and_load"));
        Tables($"CREATE TABLE dbo.Sale ({column});");

        var made = _solution.Import("--catalog", "tables.sql");

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(_solution.Text(Load), Does.Contain(pattern).And.Contain(said));
    }

    [Test]
    public void Numbers_that_the_server_counts_are_not_written_by_a_package_that_leaves_them_to_it()
    {
        _solution.Package(PackageCases.All["load"]);
        Tables("CREATE TABLE dbo.Sale (Id int IDENTITY(1,1) NOT NULL);");

        _solution.Import("--catalog", "tables.sql");

        Assert.That(_solution.Text(Load), Does.Contain("keepIdentity: false"));
    }

    [Test]
    public void A_load_that_appends_says_only_in_words_that_it_keeps_NULL_where_its_platform_always_does()
    {
        _solution.Package("Nightly", WithoutNulls("load").Replace(
            $"{PackageConnections.Server}Initial Catalog=Dw;",
            "Data Source=db1;Provider=PGNP.1;Initial Catalog=dw;User ID=etl;", StringComparison.Ordinal));

        _solution.Import();

        Assert.That(_solution.Text("connections/Target.yaml"), Does.Contain("platform: PostgreSql"));
        Assert.That(_solution.Text(Load), Does.Contain("pattern: Append").And.Contain("NULL stays NULL here")
            .And.Not.Contain("keepNulls").And.Not.Contain("ORC6089"));
    }

    [TestCase("Target", "dataType: bigint")]
    [TestCase("source", "dataType: int")]
    public void A_catalog_may_be_told_for_one_connection(string connection, string said)
    {
        _solution.Package(PackageCases.All["load"]);
        Tables("CREATE TABLE dbo.Sale (Id bigint NOT NULL);");

        var made = _solution.Import("--catalog", $"{connection}=tables.sql");

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(_solution.Text(Load), Does.Contain(said));
    }

    [TestCase("tables.sql", "several databases")]
    [TestCase("Target=tables.sql", "several databases")]
    [TestCase("Nowhere=tables.sql", "no package has a connection 'Nowhere'")]
    [TestCase("Target=nothing.sql", "there is no file or folder 'nothing.sql'")]
    public void A_catalog_that_cannot_be_is_refused_before_anything_is_written(string catalog, string why)
    {
        _solution.Package(PackageCases.All["load"]);
        Tables("USE One\nCREATE TABLE dbo.Sale (Id int)\nGO\nUSE Two\nCREATE TABLE dbo.Bill (Id int)");

        var made = _solution.Import("--catalog", catalog);

        Assert.That(made.ExitCode, Is.EqualTo(2), made.Out);
        Assert.That(string.Join(' ', made.Error.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)),
            Does.Contain(why));
        Assert.That(_solution.Has(""), Is.False);
    }

    private void Tables(string text) => File.WriteAllText(Path.Combine(_solution.Folder, "tables.sql"), text);

    private static string WithoutNulls(string name) => Changed(
        name, "name=\"FastLoadKeepNulls\">true<", "name=\"FastLoadKeepNulls\">false<");

    private static string Changed(string name, string text, string other)
    {
        var whole = PackageCases.All[name].Text;
        Assert.That(whole, Does.Contain(text));
        return whole.Replace(text, other, StringComparison.Ordinal);
    }
}

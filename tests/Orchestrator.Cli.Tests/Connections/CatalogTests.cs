namespace Orchestrator.Cli.Tests.Connections;

/// <summary>The catalog as an import writes it, and what is found with it while nothing is connected.</summary>
internal sealed class CatalogTests
{
    private ShopDatabase _shop = null!;

    [SetUp]
    public void Make() => _shop = new ShopDatabase("""
        CREATE TABLE country (code TEXT NOT NULL PRIMARY KEY, name TEXT DEFAULT 'nowhere' UNIQUE);
        CREATE TABLE customer (
          id INTEGER PRIMARY KEY, name TEXT, country TEXT REFERENCES country (code), born AS (id + 1) STORED);
        CREATE VIEW broken AS SELECT * FROM gone;
        """);

    [TearDown]
    public void Remove() => _shop.Dispose();

    [Test]
    [Category("Approved")]
    public void An_import_writes_what_it_knows_of_each_table_and_a_second_one_finds_nothing_new()
    {
        var made = _shop.Init();
        var again = _shop.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Approved.Check(
            "catalog", _shop.Read("catalog/Source/country.yaml") + "---\n"
            + _shop.Read("catalog/Source/customer.yaml"));
        Assert.That(again.ExitCode, Is.Zero, again.Out + again.Error);
        Assert.That(again.Out, Does.Contain("wrote 0 files").And.Contain("5 files say"));
    }

    [Test]
    public void Odd_names_get_files_of_their_own_and_come_back_as_they_are()
    {
        _shop.Run("""
            CREATE TABLE "../up" (n TEXT); CREATE TABLE "a/b" (" x" TEXT); CREATE TABLE "a b" ("${env:HOME}" TEXT);
            CREATE TABLE " y" (n TEXT); CREATE TABLE "true" ("null" TEXT, "a: b # c" TEXT DEFAULT '{"x": "\"}');
            """);
        _shop.Init();

        var again = _shop.Import();
        var validated = _shop.Call("validate");

        Assert.That(again.Out, Does.Contain("wrote 0 files"), again.Error);
        Assert.That(again.ExitCode, Is.Zero, again.Out);
        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
        Assert.That(
            Directory.EnumerateFiles(Path.Combine(_shop.Solution, "catalog/Source")).Select(Path.GetFileName),
            Has.Exactly(8).Items.And.Exactly(2).StartsWith("a_b-").And.Exactly(1).EqualTo("true.yaml"));
        Assert.That(File.Exists(Path.Combine(_shop.Folder, "up.yaml")), Is.False);
        Assert.That(again.Error, Does.Contain("begins or ends with a blank").And.Contain("taken for a variable"));
        Assert.That(again.Error, Does.Not.Contain("a/b:"), "a column may");
    }

    [Test]
    [Category("Approved")]
    public void Narrowing_and_missing_columns_are_found_without_the_database()
    {
        _shop.Init();
        File.Delete(_shop.File);
        Edit("customer", "{column: name, dataType: nvarchar(max)}", "{column: name, dataType: nvarchar(10)}");
        Edit("country", "column: name,", "column: nane,");

        var validated = _shop.Call("validate");

        Assert.That(validated.ExitCode, Is.Zero, validated.Error);
        Approved.Check("catalog-validate", validated.Out, _shop.Folder);
    }

    [Test]
    public void A_policy_that_is_written_is_no_narrowing()
    {
        _shop.Init();
        Edit("customer", "{column: name, dataType: nvarchar(max)}",
            "{column: name, dataType: nvarchar(10), onTruncation: truncate}");

        Assert.That(_shop.Call("validate", "--warn-error").ExitCode, Is.Zero);
    }

    private void Edit(string name, string before, string after) =>
        _shop.Edit($"projects/Source/objects/{name}.yaml", before, after);
}

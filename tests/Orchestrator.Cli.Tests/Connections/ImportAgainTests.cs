namespace Orchestrator.Cli.Tests.Connections;

/// <summary>What becomes of a solution in which people work, when its database is imported again.</summary>
internal sealed class ImportAgainTests
{
    private const string Objects = "projects/Source/objects";

    private ShopDatabase _shop = null!;

    [SetUp]
    public void Make()
    {
        _shop = new ShopDatabase("""
            CREATE TABLE "a/b" (n TEXT);
            CREATE TABLE country (code TEXT NOT NULL PRIMARY KEY);
            CREATE TABLE customer (id INTEGER PRIMARY KEY, country TEXT REFERENCES country (code));
            """);
        var made = _shop.Init();
        Assert.That(made.ExitCode, Is.Zero, made.Error);
    }

    [TearDown]
    public void Remove() => _shop.Dispose();

    [Test]
    public void A_table_keeps_its_object_when_one_comes_that_would_have_had_its_name()
    {
        _shop.Run("CREATE TABLE \"a b\" (n TEXT)");

        var again = _shop.Import();

        Assert.That(again.ExitCode, Is.Zero, again.Out + again.Error);
        Assert.That(_shop.Read($"{Objects}/a_b.yaml"), Does.Contain("\"a/b\""));
        Assert.That(_shop.Read($"{Objects}/a_b_2.yaml"), Does.Contain("name: \"a b\"").And.Contain("name: \"a b_2\""));
        Assert.That(_shop.Import().Out, Does.Contain("wrote 0 files"));
    }

    [Test]
    public void An_object_that_somebody_renamed_is_not_written_a_second_time()
    {
        Move("country", "land");
        _shop.Edit($"{Objects}/customer.yaml", "[country]", "[land]");

        var again = _shop.Import();
        var validated = _shop.Call("validate");

        Assert.That(again.Out, Does.Contain("wrote 0 files"), again.Error);
        Assert.That(File.Exists(Path.Combine(_shop.Solution, $"{Objects}/country.yaml")), Is.False);
        Assert.That(again.ExitCode, Is.Zero, again.Out);
        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
    }

    [Test]
    public void A_choice_of_tables_makes_no_difference_to_what_they_wait_for()
    {
        var again = _shop.Import("--include", "customer");

        Assert.That(again.ExitCode, Is.Zero, again.Out);
        Assert.That(again.Out, Does.Contain("2 files say what the database says"));
    }

    [Test]
    public void A_file_that_was_removed_comes_back_although_others_wait_for_its_object()
    {
        _shop.Delete($"{Objects}/country.yaml");

        var refused = _shop.Call("validate");
        var again = _shop.Import();

        Assert.That(refused.ExitCode, Is.EqualTo(2), "nobody else takes a name that nothing bears");
        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Assert.That(again.Out, Does.Contain("wrote 1 file"));
        Assert.That(_shop.Call("validate").ExitCode, Is.Zero);
    }

    [Test]
    public void A_table_whose_name_has_only_changed_in_case_keeps_its_file_in_the_catalog()
    {
        _shop.Run("DROP TABLE customer; CREATE TABLE Customer (id INTEGER PRIMARY KEY, country TEXT "
            + "REFERENCES country (code))");

        var refreshed = _shop.Call("connections", "refresh", "Source");
        var drifted = _shop.Call("connections", "drift", "Source");

        Assert.That(refreshed.ExitCode, Is.Zero, refreshed.Out + refreshed.Error);
        Assert.That(refreshed.Out, Does.Contain("0 tables added, 1 changed, 0 removed"));
        Assert.That(drifted.ExitCode, Is.Zero, drifted.Error);
        Assert.That(drifted.Out, Is.EqualTo("Source: no change\n"));
    }

    [Test]
    public void A_project_that_writes_files_is_refused_with_what_to_do()
    {
        _shop.Edit("solution.yaml", "batches:", "  - {connection: Files, platform: Files, folder: out}\nbatches:");
        Directory.CreateDirectory(Path.Combine(_shop.Solution, "out"));
        _shop.Write("projects/Source/project.yaml", "project: Source\nsource: Source\ntarget: Files\n");
        Directory.Delete(Path.Combine(_shop.Solution, Objects), recursive: true);

        var refused = _shop.Import();

        Assert.That(refused.ExitCode, Is.EqualTo(2), refused.Error);
        Assert.That(refused.Error, Does.Contain("writes into 'Files', which is a folder of files"));
    }

    [TestCase("view", "only views were asked for")]
    [TestCase("nothing*", "no table of the database was asked for")]
    public void What_has_no_table_is_said_for_what_it_is(string include, string why)
    {
        _shop.Run("CREATE VIEW \"view\" AS SELECT 1 AS n");

        Assert.That(_shop.Import("--include", include).Error, Does.Contain(why));
    }

    [Test]
    public void A_difference_comes_with_the_way_to_take_it()
    {
        _shop.Write($"{Objects}/country.yaml", _shop.Read($"{Objects}/country.yaml") + "tags: [mine]\n");

        var again = _shop.Import();

        Assert.That(again.ExitCode, Is.EqualTo(1));
        Assert.That(again.Out, Does.Contain("to take what the database says: remove the file and import again"));
    }

    [Test]
    public void A_column_that_the_server_computes_is_no_drift_of_a_source()
    {
        _shop.Run("ALTER TABLE country ADD COLUMN twice AS (code || code) VIRTUAL");
        _shop.Delete($"{Objects}/country.yaml");
        _shop.Call("connections", "refresh", "Source");
        _shop.Import();
        _shop.Write($"{Objects}/country.yaml", _shop.Read($"{Objects}/country.yaml") + "load: {drift: fail}\n");

        var run = _shop.Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
    }

    private void Move(string name, string to)
    {
        _shop.Edit($"{Objects}/{name}.yaml", $"object: {name}\n", $"object: {to}\n");
        File.Move(
            Path.Combine(_shop.Solution, $"{Objects}/{name}.yaml"),
            Path.Combine(_shop.Solution, $"{Objects}/{to}.yaml"));
    }
}

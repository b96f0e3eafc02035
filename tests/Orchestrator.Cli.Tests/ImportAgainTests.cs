using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests;

/// <summary>What becomes of a solution in which people work, when its database is imported again.</summary>
internal sealed class ImportAgainTests
{
    private const string Objects = "projects/Source/objects";

    private TemporaryFolder folder = null!;

    private string Database => Path.Combine(folder.Path, "shop.db");

    private string Solution => Path.Combine(folder.Path, "shop");

    [SetUp]
    public void Make()
    {
        folder = new TemporaryFolder();
        Run("""
            CREATE TABLE "a/b" (n TEXT);
            CREATE TABLE country (code TEXT NOT NULL PRIMARY KEY);
            CREATE TABLE customer (id INTEGER PRIMARY KEY, country TEXT REFERENCES country (code));
            """);
        var made = Called.With(folder.Path, "init", "shop", "--from", $"Data Source={Database}");
        Assert.That(made.ExitCode, Is.Zero, made.Error);
    }

    [TearDown]
    public void Remove() => folder.Dispose();

    [Test]
    public void A_table_keeps_its_object_when_one_comes_that_would_have_had_its_name()
    {
        Run("CREATE TABLE \"a b\" (n TEXT)");

        var again = Import();

        Assert.That(again.ExitCode, Is.Zero, again.Out + again.Error);
        Assert.That(Read($"{Objects}/a_b.yaml"), Does.Contain("\"a/b\""));
        Assert.That(Read($"{Objects}/a_b_2.yaml"), Does.Contain("name: \"a b\"").And.Contain("name: \"a b_2\""));
        Assert.That(Import().Out, Does.Contain("wrote 0 files"));
    }

    [Test]
    public void An_object_that_somebody_renamed_is_not_written_a_second_time()
    {
        Move("country", "land");
        folder.Write($"shop/{Objects}/customer.yaml",
            Read($"{Objects}/customer.yaml").Replace("[country]", "[land]", StringComparison.Ordinal));

        var again = Import();
        var validated = Called.With(Solution, "validate");

        Assert.That(again.Out, Does.Contain("wrote 0 files"), again.Error);
        Assert.That(File.Exists(Path.Combine(Solution, $"{Objects}/country.yaml")), Is.False);
        Assert.That(again.ExitCode, Is.Zero, again.Out);
        Assert.That(validated.ExitCode, Is.Zero, validated.Out);
    }

    [Test]
    public void A_choice_of_tables_makes_no_difference_to_what_they_wait_for()
    {
        var again = Import("--include", "customer");

        Assert.That(again.ExitCode, Is.Zero, again.Out);
        Assert.That(again.Out, Does.Contain("2 files say what the database says"));
    }

    [Test]
    public void A_file_that_was_removed_comes_back_although_others_wait_for_its_object()
    {
        File.Delete(Path.Combine(Solution, $"{Objects}/country.yaml"));

        var refused = Called.With(Solution, "validate");
        var again = Import();

        Assert.That(refused.ExitCode, Is.EqualTo(2), "nobody else takes a name that nothing bears");
        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Assert.That(again.Out, Does.Contain("wrote 1 file"));
        Assert.That(Called.With(Solution, "validate").ExitCode, Is.Zero);
    }

    [Test]
    public void A_table_whose_name_has_only_changed_in_case_keeps_its_file_in_the_catalog()
    {
        Run("DROP TABLE customer; CREATE TABLE Customer (id INTEGER PRIMARY KEY, country TEXT "
            + "REFERENCES country (code))");

        var refreshed = Called.With(Solution, "connections", "refresh", "Source");
        var drifted = Called.With(Solution, "connections", "drift", "Source");

        Assert.That(refreshed.ExitCode, Is.Zero, refreshed.Out + refreshed.Error);
        Assert.That(refreshed.Out, Does.Contain("0 tables added, 1 changed, 0 removed"));
        Assert.That(drifted.ExitCode, Is.Zero, drifted.Error);
        Assert.That(drifted.Out, Is.EqualTo("Source: no change\n"));
    }

    [Test]
    public void A_project_that_writes_files_is_refused_with_what_to_do()
    {
        folder.Write("shop/solution.yaml", Read("solution.yaml").Replace(
            "batches:", "  - {connection: Files, platform: Files, folder: out}\nbatches:", StringComparison.Ordinal));
        Directory.CreateDirectory(Path.Combine(Solution, "out"));
        folder.Write("shop/projects/Source/project.yaml", "project: Source\nsource: Source\ntarget: Files\n");
        Directory.Delete(Path.Combine(Solution, Objects), recursive: true);

        var refused = Import();

        Assert.That(refused.ExitCode, Is.EqualTo(2), refused.Error);
        Assert.That(refused.Error, Does.Contain("writes into 'Files', which is a folder of files"));
    }

    [TestCase("view", "only views were asked for")]
    [TestCase("nothing*", "no table of the database was asked for")]
    public void What_has_no_table_is_said_for_what_it_is(string include, string why)
    {
        Run("CREATE VIEW \"view\" AS SELECT 1 AS n");

        Assert.That(Import("--include", include).Error, Does.Contain(why));
    }

    [Test]
    public void A_difference_comes_with_the_way_to_take_it()
    {
        folder.Write($"shop/{Objects}/country.yaml", Read($"{Objects}/country.yaml") + "tags: [mine]\n");

        var again = Import();

        Assert.That(again.ExitCode, Is.EqualTo(1));
        Assert.That(again.Out, Does.Contain("to take what the database says: remove the file and import again"));
    }

    [Test]
    public void A_column_that_the_server_computes_is_no_drift_of_a_source()
    {
        Run("ALTER TABLE country ADD COLUMN twice AS (code || code) VIRTUAL");
        File.Delete(Path.Combine(Solution, $"{Objects}/country.yaml"));
        Called.With(Solution, "connections", "refresh", "Source");
        Import();
        folder.Write($"shop/{Objects}/country.yaml", Read($"{Objects}/country.yaml") + "load: {drift: fail}\n");

        var run = Called.With(Solution, "run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
    }

    private Called Import(params string[] options) =>
        Called.With(Solution, ["import", "database", "Source", .. options]);

    private void Move(string name, string to)
    {
        var text = Read($"{Objects}/{name}.yaml").Replace(
            $"object: {name}\n", $"object: {to}\n", StringComparison.Ordinal);
        File.Delete(Path.Combine(Solution, $"{Objects}/{name}.yaml"));
        folder.Write($"shop/{Objects}/{to}.yaml", text);
    }

    private string Read(string path) => File.ReadAllText(Path.Combine(Solution, path));

    private void Run(string sql)
    {
        using var connection = new SqliteConnection($"Data Source={Database};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}

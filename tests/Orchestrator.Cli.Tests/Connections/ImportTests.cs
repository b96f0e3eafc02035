using System.Text.Json;
namespace Orchestrator.Cli.Tests.Connections;

internal sealed class ImportTests
{
    private const string Tables = """
        CREATE TABLE country (code TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE customer (
          id INTEGER PRIMARY KEY, "full name" TEXT, country TEXT NOT NULL REFERENCES country (code),
          boss INTEGER REFERENCES customer (id), favourite INTEGER REFERENCES "order" (id));
        CREATE TABLE "order" (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer (id), on_hold REAL);
        CREATE TABLE pair (b INTEGER, a INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
        INSERT INTO country VALUES ('de', 'Germany');
        INSERT INTO customer VALUES (1, 'Ada', 'de', NULL, NULL);
        INSERT INTO "order" VALUES (7, 1, 1.5);
        """;

    private ShopDatabase _shop = null!;

    [SetUp]
    public void Make() => _shop = new ShopDatabase(Tables);

    [TearDown]
    public void Remove() => _shop.Dispose();

    [Test]
    [Category("Approved")]
    public void A_solution_is_made_from_a_database_and_runs()
    {
        var made = _shop.Init();
        var run = _shop.Call("run");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Approved.Check("init-from", Plain(made.Out), _shop.Folder);
        Approved.Check("init-from-order", _shop.Read("projects/Source/objects/order.yaml"));
        Approved.Check("init-from-customer", _shop.Read("projects/Source/objects/customer.yaml"));
        Assert.That(
            _shop.Read("projects/Source/objects/pair.yaml"),
            Does.Contain("{column: b, dataType: bigint, key: 2}").And.Contain("{column: a, dataType: bigint, key: 1}"));
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(run.Out, Does.Contain("4 ok"));
    }

    [Test]
    public void Nothing_is_overwritten_by_a_second_init()
    {
        _shop.Init();
        _shop.Write("solution.yaml", "mine");

        var again = _shop.Init();

        Assert.That(again.ExitCode, Is.EqualTo(2));
        Assert.That(_shop.Read("solution.yaml"), Is.EqualTo("mine"));
    }

    [Test]
    [Category("Approved")]
    public void A_second_import_finds_no_difference()
    {
        _shop.Init();

        var again = _shop.Import();

        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Approved.Check("import-again", Plain(again.Out), _shop.Folder);
    }

    [Test]
    [Category("Approved")]
    public void A_hand_edit_stays_and_is_shown_and_new_and_lost_tables_are_told()
    {
        _shop.Init();
        var edited = _shop.Read("projects/Source/objects/country.yaml")
            .Replace("nvarchar(max), nullable: false", "nvarchar(50), onTruncation: redirect",
                StringComparison.Ordinal);
        _shop.Write("projects/Source/objects/country.yaml", edited);
        _shop.Run("CREATE TABLE fresh (n INTEGER); DROP TABLE pair");

        var again = _shop.Import();

        Assert.That(again.ExitCode, Is.EqualTo(1), again.Error);
        Assert.That(_shop.Read("projects/Source/objects/country.yaml"), Is.EqualTo(edited));
        Approved.Check("import-differs", Plain(again.Out), _shop.Folder);
        Assert.That(_shop.Read("projects/Source/objects/fresh.yaml"), Does.Contain("object: fresh"));
    }

    [Test]
    public void A_dry_run_writes_nothing_and_only_what_is_asked_for_is_imported()
    {
        _shop.Init();
        Directory.Delete(Path.Combine(_shop.Solution, "projects"), recursive: true);
        _shop.Write("solution.yaml", _shop.Read("solution.yaml").Split("batches:")[0]);

        var dry = _shop.Import("--include", "c*", "--exclude", "country", "--dry-run", "-o", "json");

        Assert.That(dry.ExitCode, Is.Zero, dry.Error);
        Assert.That(Directory.Exists(Path.Combine(_shop.Solution, "projects")), Is.False);
        Assert.That(
            JsonDocument.Parse(dry.Out).RootElement.GetProperty("written").EnumerateArray().Select(e => e.GetString()),
            Is.EqualTo(new[] { "projects/Source/project.yaml", "projects/Source/objects/customer.yaml" }));
    }

    [Test]
    public void Names_that_the_target_takes_for_one_become_two_and_odd_ones_are_quoted()
    {
        _shop.Run("""
            CREATE TABLE "a b" ("yes" TEXT, "x""y\z" TEXT, "1" INTEGER); CREATE TABLE "a-b" (n TEXT);
            CREATE TABLE "a/b" (n TEXT);
            """);
        _shop.Init();

        var validated = _shop.Call("validate");
        var run = _shop.Call("run");

        Assert.That(validated.ExitCode, Is.Zero, validated.Out + validated.Error);
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(
            _shop.Read("projects/Source/objects/a_b.yaml"), Does.Contain("\"x\\\"y\\\\z\"").And.Contain("\"yes\""));
        Assert.That(_shop.Read("projects/Source/objects/a_b_2.yaml"), Does.Contain("name: \"a/b\""));
    }

    [Test]
    public void A_table_that_is_left_out_is_not_counted_and_its_odd_column_is_named()
    {
        _shop.Run("CREATE TABLE odd (\"a\nb\" TEXT, c INTEGER)");

        var made = _shop.Init();

        Assert.That(made.Out, Does.Contain(": 4 tables of 5, 12 columns, "), made.Error);
        Assert.That(made.Error, Does.Contain(
            "for the table odd: metadata cannot say the name of its column 'a\\nb': it holds a control character"));
    }

    [TestCase("Host=db;Username=etl;Password=geheim", "a password stands in --from")]
    [TestCase("Host=db;Username=etl;Password=${env:NONE:-geheim}", "a password stands in --from")]
    [TestCase("${env:NO_SUCH_DATABASE:-Host=db;Username=etl;Password=geheim}", "a password stands in --from")]
    [TestCase("${env:NO_SUCH_DATABASE}", "NO_SUCH_DATABASE")]
    [TestCase("nonsense", "cannot be read")]
    [TestCase("Colour=red", "names no database")]
    public void What_is_no_reference_is_refused_and_nothing_is_written(string reference, string why)
    {
        var refused = Called.With(_shop.Folder, "init", "shop", "--from", reference);

        Assert.That(refused.ExitCode, Is.EqualTo(2));
        Assert.That(refused.Error, Does.Contain(why).And.Not.Contain("geheim"));
        Assert.That(Directory.Exists(_shop.Solution), Is.False);
    }

    [Test]
    public void A_database_that_cannot_be_reached_is_said_with_code_4()
    {
        var refused = Called.With(_shop.Folder, "init", "shop", "--from", "Host=127.0.0.1;Port=1;Username=a");

        Assert.That(refused.ExitCode, Is.EqualTo(4));
        Assert.That(refused.Error, Does.Contain("failed Source  ORC3409"));
        Assert.That(Directory.Exists(_shop.Solution), Is.False);
    }

    [Test]
    public void What_was_taken_for_another_platforms_string_is_told_where_it_fails()
    {
        var refused = Called.With(
            _shop.Folder, "init", "shop", "--from", "Server=127.0.0.1,1;User ID=a;Connect Timeout=1");

        Assert.That(refused.ExitCode, Is.EqualTo(4));
        Assert.That(refused.Error, Does.Contain("taken for a connection string of SQL Server").And.Contain("Port="));
    }

    private static string Plain(string text) =>
        System.Text.RegularExpressions.Regex.Replace(text, @"SQLite 3[\d.]+", "SQLite <version>");
}

using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Compare;

/// <summary>`compare parity`: what a solution declares, and the report that people sign off.</summary>
internal sealed class CompareParityTests
{
    private TemporaryFolder _folder = null!;

    private string Report => Path.Combine(_folder.Path, ".orchestrator", "parity", "parity.html");

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        Write("""
            parity:
              - {old: "Old:customer", new: "New:customer", key: [id]}
              - {old: "Old:customer", new: "New:client", key: [id], exclude: [made],
                 allow: {trailingBlanks: true, scale: 2, late: seen}}
            """);
        Run("old", "CREATE TABLE customer (id int PRIMARY KEY, name varchar(40), paid decimal(9,4), seen datetime2(3));"
            + "INSERT INTO customer VALUES (1, 'Ada', 1.2512, '2026-01-01 10:00:00'), "
            + "(2, '<b>Bob</b>', 2.5, '2026-01-02 10:00:00')");
        Run("new", "CREATE TABLE customer (id int PRIMARY KEY, name varchar(40), paid decimal(9,4), seen datetime2(3));"
            + "INSERT INTO customer VALUES (1, 'Ada', 1.25, '2026-01-01 11:00:00');"
            + "CREATE TABLE client (id int, name varchar(40), paid decimal(9,2), seen datetime2(3), made int);"
            + "INSERT INTO client VALUES (1, 'Ada ', 1.25, '2026-01-01 10:00:00', 7)");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void Each_comparison_is_made_and_the_report_names_the_causes()
    {
        var called = Called.With(_folder.Path, "compare", "parity");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Out, Does.Contain("different").And.Contain("equal").And.Contain(Report));
        var page = File.ReadAllText(Report);
        Assert.That(page, Does.Contain("2 comparisons: 1 not equal.").And.Contain("scale").And.Contain("time zone")
            .And.Contain("signed off by").And.Contain("trailingBlanks"));
        Assert.That(page, Does.Not.Contain("<b>Bob"));
    }

    [Test]
    public void The_same_lies_beside_it_for_machines()
    {
        var called = Called.With(_folder.Path, "compare", "parity", "-o", "json", "--file", "mine.html");

        using var written = JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder.Path, "mine.json")));
        using var said = JsonDocument.Parse(called.Out);
        Assert.That(written.RootElement.GetProperty("comparisons").GetArrayLength(), Is.EqualTo(2));
        Assert.That(said.RootElement.GetProperty("equal").GetBoolean(), Is.False);
        var late = said.RootElement.GetProperty("comparisons")[1];
        Assert.That(
            (late.GetProperty("equal").GetBoolean(), late.GetProperty("rows_late").GetInt32()),
            Is.EqualTo((true, 1)));
    }

    [Test]
    public void One_side_alone_is_compared_where_it_is_named()
    {
        var called = Called.With(_folder.Path, "compare", "parity", "New:client");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(called.Out, Does.Not.Contain("New:customer"));
    }

    [Test]
    public void A_comparison_that_fails_does_not_hide_the_others()
    {
        Run("new", "DROP TABLE client");

        var called = Called.With(_folder.Path, "compare", "parity");

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Out);
        Assert.That(called.Out, Does.Contain("failed, ORC3409").And.Contain("different"));
        Assert.That(File.ReadAllText(Report), Does.Contain("ORC3409"));
    }

    [Test]
    public void Who_declares_nothing_is_told_how()
    {
        Write("");

        var called = Called.With(_folder.Path, "compare", "parity");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("declares no comparison").And.Contain("parity:"));
    }

    [TestCase("--key: `compare parity` takes that from each entry of the solution", "--key", "id")]
    [TestCase("no comparison of the solution has the side 'New:custome'", "New:custome")]
    [TestCase("is the name of what is written beside the report", "--file", "x.json")]
    [TestCase("is there and is no report of a parity", "--file", "solution.yaml")]
    public void What_cannot_be_done_is_refused(string why, params string[] arguments)
    {
        var called = Called.With(_folder.Path, ["compare", "parity", .. arguments]);

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Out);
        Assert.That(called.Error, Does.Contain(why));
    }

    [TestCase("{old: \"Old\", new: \"New:customer\"}", "ORC6100")]
    [TestCase("{old: \"Drop:(SELECT 1)\", new: \"New:customer\"}", "ORC6100")]
    [TestCase("{old: \"Odl:customer\", new: \"New:customer\"}", "ORC1021")]
    [TestCase("{old: \"Old:customer\", new: \"New:customer\", allow: {zone: Europe/Nowhere}}", "ORC6101")]
    [TestCase("{old: \"Old:customer\", new: \"New:customer\", format: csv}", "ORC6102")]
    [TestCase("{old: \"Drop:c.csv\", new: \"New:customer\", format: odd}", "ORC1025")]
    [TestCase("{old: \"Old:customer\"}", "ORC1014")]
    [TestCase("{old: \"Old:customer\", new: \"New:customer\", allow: {scale: -1}}", "ORC1012")]
    [TestCase("{old: \"Old:customer\", new: \"New:customer\", key: []}", "ORC3660")]
    [TestCase("{old: \"Old:customer\", new: \"New:customer\", columns: []}", "ORC3660")]
    [TestCase("{old: \"Old:customer\", new: \"New:customer\", exclude: []}", "ORC3660")]
    [TestCase("{old: \"Old:customer\", new: \"New:customer\", allow: {}}", "ORC3660")]
    public void A_mistake_in_a_declared_comparison_is_refused_with_its_place(string entry, string code)
    {
        Write($"parity:\n  - {entry}\n");

        var called = Called.With(_folder.Path, "validate");

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Out);
        Assert.That(called.Out + called.Error, Does.Contain(code).And.Contain("solution.yaml:8:"));
    }

    private void Write(string parity) => _folder.Write("solution.yaml", """
        formatVersion: 1
        solution: Compared
        connections:
          - {connection: Old, platform: Sqlite, file: old.db}
          - {connection: New, platform: Sqlite, file: new.db}
          - {connection: Drop, platform: Files, folder: in}

        """ + parity);

    private void Run(string file, string sql)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_folder.Path, ".orchestrator", "data")).FullName;
        using var session = new SqliteConnection($"Data Source={Path.Combine(folder, file)}.db;Pooling=False");
        session.Open();
        using var command = session.CreateCommand();
#pragma warning disable CA2100 // Of a test.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}

using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Compare;

/// <summary>`compare data` through the command line: keys, rules, what is refused, and what nobody may see.</summary>
internal sealed class CompareDataTests
{
    private const string Solution = """
        formatVersion: 1
        solution: Compared
        connections:
          - {connection: Old, platform: Sqlite, file: old.db}
          - {connection: New, platform: Sqlite, file: new.db}
          - {connection: Drop, platform: Files, folder: in}
        """;

    private const string Sensitive = """

        projects:
          - {project: Stage, source: Old, target: New, objects: [{object: customer, source: {name: customer},
             columns: [{column: id, key: 1}, {column: name, sensitive: true}]}]}
        """;

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", Solution);
        Run("old", "CREATE TABLE customer (id int PRIMARY KEY, name varchar(40), paid decimal(9,4), seen datetime2(3));"
            + "INSERT INTO customer VALUES (1, 'Ada', 1.25, '2026-01-01 10:00:00'), (2, 'Bob', 2.5, NULL), "
            + "(3, 'Cy', 3, '2026-01-03 10:00:00')");
        Run("new", "CREATE TABLE customer (id int PRIMARY KEY, name varchar(40), paid decimal(9,2), seen datetime2(3)"
            + "); INSERT INTO customer VALUES (3, 'Cy', 3, '2026-01-03 10:00:00'), (1, 'Ada', 1.25, "
            + "'2026-01-01 10:00:00'), (2, 'Bob', 2.5, NULL)");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void Equal_tables_end_with_0_and_the_key_is_that_of_the_catalog()
    {
        var called = Data();

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(
            called.Out,
            Does.StartWith("equal: Old:customer and New:customer\n4 columns, rows told apart by id\n"));
    }

    [Test]
    public void Missing_extra_and_differing_rows_are_told_with_both_values()
    {
        Run("new", "DELETE FROM customer WHERE id = 1; UPDATE customer SET name = 'bob ' WHERE id = 2;"
            + "INSERT INTO customer VALUES (4, 'Di', 4, NULL)");

        var called = Data();

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Out, Does.Contain("1  missing").And.Contain("1  extra").And.Contain("1  differ"));
        Assert.That(called.Out, Does.Contain("Bob").And.Contain("bob ").And.Contain("collation"));
    }

    [Test]
    public void Without_a_key_whole_rows_are_compared_however_often_they_stand_there()
    {
        foreach (var file in new[] { "old", "new" })
        {
            Run(file, "CREATE TABLE log (what varchar(9)); INSERT INTO log VALUES ('a'), ('a'), ('b')");
        }

        var equal = Data("Old:log", "New:log");
        Run("new", "INSERT INTO log VALUES ('a')");
        var more = Data("Old:log", "New:log", "-o", "json");

        Assert.That(equal.ExitCode, Is.Zero, equal.Out + equal.Error);
        Assert.That(more.ExitCode, Is.EqualTo(1));
        using var document = JsonDocument.Parse(more.Out);
        var row = document.RootElement.GetProperty("comparison").GetProperty("rows")[0];
        Assert.That(row.GetProperty("kind").GetString(), Is.EqualTo("Extra"));
        Assert.That(row.GetProperty("key")[0].GetString(), Is.EqualTo("a"));
        Assert.That(row.GetProperty("cause").GetString(), Is.EqualTo("Duplicates"));
    }

    [TestCase("UPDATE customer SET name = 'ADA' WHERE id = 1", "case")]
    [TestCase("UPDATE customer SET name = 'Adá' WHERE id = 1", "accents")]
    [TestCase("UPDATE customer SET name = 'Ada  ' WHERE id = 1", "trailingBlanks")]
    [TestCase("UPDATE customer SET paid = 1.2513 WHERE id = 1", "scale=2")]
    [TestCase("UPDATE customer SET seen = '2026-01-01 10:00:00.300' WHERE id = 1", "fractions=0")]
    [TestCase("UPDATE customer SET seen = '2026-01-01 09:00:00', id = 1 WHERE id = 1;"
        + "UPDATE customer SET seen = '2026-01-03 09:00:00' WHERE id = 3", "zone=Europe/Zurich")]
    [TestCase("INSERT INTO customer VALUES (9, 'Late', 1, '2026-02-01 10:00:00')", "late=seen")]
    public void A_rule_makes_equal_what_it_names_and_nothing_without_it(string change, string rule)
    {
        Run("new", change);

        var strict = Data();
        var allowed = Data("Old:customer", "New:customer", "--allow", rule);

        Assert.That((strict.ExitCode, allowed.ExitCode), Is.EqualTo((1, 0)), strict.Out + allowed.Out + allowed.Error);
    }

    [Test]
    public void NULL_is_an_empty_text_where_that_is_allowed()
    {
        Run("old", "UPDATE customer SET name = NULL WHERE id = 3");
        Run("new", "UPDATE customer SET name = '' WHERE id = 3");

        Assert.That(Data().Out, Does.Contain("NULL or empty"));
        Assert.That(Data("Old:customer", "New:customer", "--allow", "nullAsEmpty").ExitCode, Is.Zero);
    }

    [Test]
    public void Long_texts_that_differ_are_found_and_shown_by_their_beginning()
    {
        Run("old", "CREATE TABLE doc (id int PRIMARY KEY, body text, note text);"
            + "INSERT INTO doc VALUES (1, printf('%09000d', 1), printf('%09000d', 3))");
        Run("new", "CREATE TABLE doc (id int PRIMARY KEY, body text, note text);"
            + "INSERT INTO doc VALUES (1, printf('%09000d', 2), printf('%09000d', 3))");

        var called = Data("Old:doc", "New:doc");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Out, Does.Contain("body").And.Not.Contain("note").And.Not.Contain(new string('0', 500)));
    }

    [Test]
    public void Columns_are_chosen_and_left_out()
    {
        Run("new", "UPDATE customer SET name = 'x'");
        Run("new", "ALTER TABLE customer ADD COLUMN made int");

        Assert.That(Data().Out, Does.Contain("only New:customer has made"));
        Assert.That(
            Data("Old:customer", "New:customer", "--exclude", "name", "--exclude", "MADE").ExitCode, Is.Zero);
        Assert.That(
            Data("Old:customer", "New:customer", "--columns", "paid", "--columns", "seen").ExitCode, Is.Zero);
    }

    [Test]
    public void A_key_of_which_a_column_is_left_out_tells_no_rows_apart_unless_it_is_named()
    {
        Run("new", "UPDATE customer SET id = id + 10");

        var whole = Data("Old:customer", "New:customer", "--exclude", "id");
        var named = Data("Old:customer", "New:customer", "--exclude", "id", "--key", "id");

        Assert.That(whole.ExitCode, Is.Zero, whole.Out + whole.Error);
        Assert.That(whole.Out, Does.Contain("3 columns, whole rows"));
        Assert.That(named.ExitCode, Is.EqualTo(1), named.Error);
        Assert.That(named.Out, Does.Contain("told apart by id"));
    }

    [Test]
    public void A_key_that_its_column_cannot_have_is_shown_as_it_stands_there()
    {
        const string Table = "CREATE TABLE loose (id int PRIMARY KEY, name varchar(9));";
        Run("old", $"{Table} INSERT INTO loose VALUES ('first', 'a'), ('second', 'b'), (NULL, 'c'), (4, 'd')");
        Run("new", $"{Table} INSERT INTO loose VALUES ('first', 'z'), (NULL, 'c'), (4, 'd')");

        var called = Data("Old:loose", "New:loose");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Error);
        Assert.That(called.Out, Does.Contain("1  missing").And.Contain("1  differ"));
        Assert.That(called.Out, Does.Contain("first").And.Contain("second").And.Not.Contain("NULL"));
    }

    [Test]
    public void A_file_and_a_query_are_sides_as_well()
    {
        _folder.Write("in/customer.csv", "id,name,paid,seen\n2,Bob,2.50,\n1,Ada,1.25,2026-01-01T10:00:00\n"
            + "3,Cy,3.0,2026-01-03 10:00:00.000\n");

        var file = Data("Drop:customer.csv", "New:customer", "--key", "id");
        var query = Data("Old:(SELECT id, name FROM customer WHERE id > 1)",
            "New:(SELECT id, name FROM customer WHERE id > 1)", "--key", "id");

        Assert.That(file.ExitCode, Is.Zero, file.Out + file.Error);
        Assert.That(query.ExitCode, Is.Zero, query.Out + query.Error);
    }

    [TestCase("scale=0")]
    [TestCase("fractions=0")]
    public void A_rule_of_numbers_or_times_is_refused_between_two_files_whose_columns_are_text(string rule)
    {
        _folder.Write("in/old.csv", "id,paid,seen\n1,1.2,2026-01-01 10:00:00.1\n");
        _folder.Write("in/new.csv", "id,paid,seen\n1,1.3,2026-01-01 10:00:00.2\n");

        var called = Data("Drop:old.csv", "Drop:new.csv", "--allow", rule);

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Out);
        Assert.That(called.Error, Does.Contain("ORC6109").And.Contain("compared as text"));
    }

    [Test]
    public void A_rule_of_numbers_holds_between_a_file_and_a_table_with_numbers()
    {
        _folder.Write("in/customer.csv", "id,paid\n1,1.2513\n2,2.5\n3,3\n");

        string[] paid = ["--key", "id", "--columns", "paid"];
        var strict = Data("Drop:customer.csv", "New:customer", paid);
        var allowed = Data("Drop:customer.csv", "New:customer", [.. paid, "--allow", "scale=2"]);

        Assert.That((strict.ExitCode, allowed.ExitCode), Is.EqualTo((1, 0)), strict.Out + allowed.Out + allowed.Error);
    }

    [Test]
    public void Fewer_rows_are_shown_than_differ_where_that_is_asked_for()
    {
        Run("new", "UPDATE customer SET name = 'x'");

        var called = Data("Old:customer", "New:customer", "--limit", "1");

        Assert.That(called.Out, Does.Contain("and 2 more: --limit shows more").And.Contain("Ada")
            .And.Not.Contain("Bob"));
    }

    [Test]
    public void What_is_sensitive_is_compared_and_not_shown()
    {
        _folder.Write("solution.yaml", Solution + Sensitive);
        Run("new", "UPDATE customer SET name = 'Secret' WHERE id = 2");

        var table = Data();
        var query = Data("Old:(SELECT id, name AS n FROM customer)", "New:(SELECT id, name AS n FROM customer)",
            "--key", "id", "-o", "json");

        Assert.That(table.Out, Does.Contain("(sensitive)").And.Not.Contain("Secret").And.Not.Contain("Bob"));
        Assert.That(query.Out, Does.Contain("(sensitive)").And.Not.Contain("Secret").And.Not.Contain("Bob"));
    }

    [Test]
    public void A_broken_file_shows_no_value_where_any_is_sensitive()
    {
        _folder.Write("solution.yaml", Solution + Sensitive);
        _folder.Write("in/customer.csv", "id,name\n1,Secret,more\n");

        var called = Data("Drop:customer.csv", "New:customer");

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Out);
        Assert.That(called.Out + called.Error, Does.Not.Contain("Secret"));
    }

    [TestCase("which two sides?", "Old:customer")]
    [TestCase("'customer' names no rows", "customer", "New:customer")]
    [TestCase("there is no connection 'Odl'; did you mean 'Old'?", "Odl:customer", "New:customer")]
    [TestCase("answers no query", "Drop:(SELECT 1)", "New:customer")]
    [TestCase("ORC6103", "Old:customer", "New:customer", "--key", "nr")]
    [TestCase("ORC6104", "Old:customer", "New:customer", "--exclude", "nr")]
    [TestCase("ORC6105", "Old:(SELECT name AS a FROM customer)", "New:(SELECT name AS b FROM customer)")]
    [TestCase("ORC6106", "Old:customer", "New:customer", "--allow", "late=name")]
    [TestCase("ORC6107", "Old:customer", "New:customer", "--allow", "zone=UTC", "--exclude", "seen")]
    [TestCase("ORC6109", "Old:customer", "New:customer", "--allow", "scale=0", "--columns", "name", "--key", "name")]
    [TestCase("ORC6109", "Old:customer", "New:customer", "--allow", "fractions=0", "--exclude", "seen")]
    [TestCase("expected --allow to be one of case", "Old:customer", "New:customer", "--allow", "cases")]
    [TestCase("expected --allow scale to be", "Old:customer", "New:customer", "--allow", "scale=much")]
    [TestCase("name of a time zone", "Old:customer", "New:customer", "--allow", "zone=Nowhere")]
    [TestCase("expected --limit to be", "Old:customer", "New:customer", "--limit", "-1")]
    [TestCase("is of files, and none is compared", "Old:customer", "New:customer", "--format", "csv")]
    [TestCase("--file: `compare data` writes no file", "Old:customer", "New:customer", "--file", "x.html")]
    public void What_cannot_be_compared_is_refused(string why, params string[] sides)
    {
        var called = Called.With(_folder.Path, ["compare", "data", .. sides]);

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Out);
        Assert.That(called.Error, Does.Contain(why));
    }

    [Test]
    public void A_side_that_is_not_there_ends_with_4_and_names_its_connection()
    {
        _folder.Write("in/something.csv", "id\n1\n");

        var table = Data("Old:nothing", "New:customer");
        var file = Data("Drop:nothing.csv", "New:customer");

        Assert.That((table.ExitCode, file.ExitCode), Is.EqualTo((4, 4)), table.Error + file.Error);
        Assert.That(table.Error, Does.Contain("failed Old"));
        Assert.That(file.Error, Does.Contain("failed Drop").And.Contain("ORC3101"));
    }

    [Test]
    public void A_comparison_that_takes_too_long_is_given_up_with_4()
    {
        var called = Data("Old:customer", "New:customer", "--timeout", "1ms");

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Out);
        Assert.That(called.Error, Does.Contain("ORC6108").And.Contain("not done within 1 ms."));
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "pipes lie in no folder there")]
    public void A_pipe_is_refused_instead_of_waited_for()
    {
        var path = Path.Combine(_folder.Path, "in", "pipe.csv");
        _folder.Write("in/other.csv", "id\n1\n");
        NamedPipe.Make(path);

        var called = Data("Drop:pipe.csv", "New:customer");
        // Whoever still waits for a writer is let go.
        new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite).Dispose();

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Out);
        Assert.That(called.Error, Does.Contain("ORC3110").And.Contain("is a pipe").And.Contain("into a file"));
    }

    [Test]
    public void An_empty_file_is_no_pipe()
    {
        _folder.Write("in/empty.csv", "");

        Assert.That(Data("Drop:empty.csv", "New:customer").Error, Does.Not.Contain("pipe"));
    }

    [TestCase("id,name\n1\n")]
    [TestCase("id,name\n1,Ada,more\n")]
    public void A_broken_row_is_told_without_advice_about_loads(string content)
    {
        _folder.Write("in/broken.csv", content);

        var called = Data("Drop:broken.csv", "New:customer");

        Assert.That(called.ExitCode, Is.EqualTo(4), called.Out);
        Assert.That(called.Error, Does.Contain("ORC3104").And.Not.Contain("onError"));
    }

    [Test]
    public void Nothing_of_it_is_left_on_disk()
    {
        Data();

        var folder = Path.Combine(_folder.Path, ".orchestrator", "compare");
        Assert.That(Directory.EnumerateFileSystemEntries(folder), Is.Empty);
    }

    [Test]
    public void Options_of_rows_are_refused_where_runs_are_compared()
    {
        var called = Called.With(_folder.Path, "compare", "1", "2", "--key", "id");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("--key: `compare` compares two runs, and no rows"));
    }

    private Called Data() => Data("Old:customer", "New:customer");

    private Called Data(string one, string other, params string[] options) =>
        Called.With(_folder.Path, ["compare", "data", one, other, .. options]);

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

namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Files that write values in a form of their own, from the command to the rows and back.</summary>
internal sealed class FormedFilesTests
{
    private const string Formats = "formats: {german: {field: \";\", decimal: \",\", thousands: \".\", "
        + "dateFormat: d.M.yyyy, dateTimeFormat: \"dd.MM.yyyy HH:mm\", nulls: [\"NULL\", n/a]}}";

    private const string Columns = """
        columns:
          - {column: InvoiceId, dataType: int, nullable: false}
          - {column: Amount, dataType: "decimal(9,2)"}
          - {column: Born, dataType: date, dateFormat: "dd.MM.yy(1930)", nulls: ["00.00.00"]}
          - {column: Due, dataType: date}
          - {column: At, dataType: datetime2(0)}
          - {column: Note, dataType: nvarchar(20)}

        """;

    private RejectingSolution _solution = null!;

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void What_is_read_are_the_values_that_the_file_means_and_the_rest_is_rejected(string platform)
    {
        Make(platform);

        _solution.Call("run", "-s", "invoice");

        Assert.That(Rows("InvoiceId"), Is.EqualTo(new[] { "1", "2", "4" }));
        Assert.That(Rows("Amount").Select(Number), Is.EqualTo(new[] { 1234.5m, -0.5m, 0m }));
        Assert.That(_solution.Rows("select count(*) from invoice where \"Amount\" is null"), Is.EqualTo(new[] { "1" }));
        Assert.That(Date("Born"), Is.EqualTo(new[] { "1930-02-01", "2029-01-31" }));
        Assert.That(Date("Due"), Is.EqualTo(new[] { "1799-12-31", "2026-01-09", "2026-01-09" }));
        Assert.That(_solution.Rows("select count(*) from invoice where \"Note\" is null"), Is.EqualTo(new[] { "1" }));
        Assert.That(_solution.Rows("select \"InvoiceId\" from invoice where \"Note\" = 'n/a'"),
            Is.EqualTo(new[] { "2" }), "in quotes it is text");
        Assert.That(_solution.Rows("select \"Value\" from {0} order by 1"), Is.EqualTo(new[] { "0.123", "12.34" }));
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void A_kept_row_says_each_value_as_its_file_does_and_is_replayed_so(string platform)
    {
        Make(platform);
        _solution.Call("run", "-s", "invoice");

        var before = _solution.Call("rejects", "replay", "Staging/invoice");
        Assert.That(before.ExitCode, Is.Zero, before.Error);
        Assert.That(Rows("InvoiceId"), Is.EqualTo(new[] { "1", "2", "4" }), "12.34 is still none");
        _solution.Execute("UPDATE {0} SET \"SourceRow\" = replace(\"SourceRow\", '\"12.34\"', '\"1.234,00\"')");
        var after = _solution.Call("rejects", "replay", "Staging/invoice");

        Assert.That(after.ExitCode, Is.Zero, after.Error);
        Assert.That(Rows("InvoiceId"), Is.EqualTo(new[] { "1", "2", "3", "4" }));
        Assert.That(_solution.Rows("select \"Amount\" from invoice where \"InvoiceId\" = 3").Select(Number),
            Is.EqualTo(new[] { 1234m }));
    }

    [Test]
    public void What_a_file_says_is_known_to_the_screens()
    {
        Make("Sqlite");

        var validate = _solution.Call("validate");
        var show = _solution.Call("show", "Staging/invoice");

        Assert.That((validate.ExitCode, show.ExitCode), Is.EqualTo((0, 0)), validate.Error + show.Error);
        Assert.That(show.Out, Does.Match("source\\.format\\.decimal +, ")
            .And.Match("source\\.format\\.dateFormat +d\\.M\\.yyyy ")
            .And.Match("columns\\.Born\\.dateFormat +dd\\.MM\\.yy\\(1930\\) ")
            .And.Contain("columns.Born.nulls"));
    }

    [Test]
    public void A_table_is_written_in_that_form_and_the_file_reads_back_equal()
    {
        Make("Sqlite");
        var outbox = Path.Combine(_solution.Folder, "out");
        Directory.CreateDirectory(outbox);
        Write("connections/Outbox.yaml", $"connection: Outbox\nplatform: Files\nfolder: out\n{Formats}\n");
        Write("batches/Export.yaml", "batch: Export\nprojects: [Export]\n");
        Write("projects/Export/project.yaml", "project: Export\nsource: Staging\ntarget: Outbox\n");
        Write("projects/Export/objects/bill.yaml",
            "object: bill\nsource: {name: invoice}\ntarget: {file: bill.csv, format: german}\n" + Columns);
        _solution.Call("run", "-s", "invoice");
        var rows = All();

        var export = _solution.Call("run", "Export");

        Assert.That(export.ExitCode, Is.Zero, export.Error);
        var file = File.ReadAllText(Path.Combine(outbox, "bill.csv"));
        Assert.That(file.Split('\n').Order(StringComparer.Ordinal), Is.EqualTo(new[]
        {
            "",
            "1;1.234,50;31.01.29;31.12.1799;31.01.2026 10:30;NULL",
            "2;-0,50;01.02.30;9.1.2026;NULL;\"n/a\"",
            "4;NULL;00.00.00;9.1.2026;01.01.0001 00:00;x",
            "InvoiceId;Amount;Born;Due;At;Note",
        }));

        File.WriteAllText(Path.Combine(_solution.Folder, "data", "invoice.csv"), file);
        var again = _solution.Call("run", "-s", "invoice");

        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Assert.That(All(), Is.EqualTo(rows));
    }

    private void Make(string platform)
    {
        _solution = new RejectingSolution(platform);
        var yaml = File.ReadAllText(Path.Combine(_solution.Folder, "solution.yaml"));
        Write("solution.yaml", yaml.Replace("folder: data}", $"folder: data, {Formats}}}", StringComparison.Ordinal));
        Write("projects/Staging/objects/invoice.yaml",
            "object: invoice\nsource: {file: invoice.csv, format: german}\nerrors: {onError: redirect}\n" + Columns);
        Write("data/invoice.csv", """
            InvoiceId;Amount;BORN;Due;At;Note
            1;1.234,50;31.01.29;31.12.1799;31.01.2026 10:30;n/a
            2;-0,5;01.02.30;9.1.2026;NULL;"n/a"
            3;12.34;01.02.30;09.01.2026;;x
            4;n/a;00.00.00;09.01.2026;01.01.0001 00:00;x
            5;0.123;01.02.30;09.01.2026;;x

            """);
    }

    private string[] Rows(string column) => _solution.Rows($"select \"{column}\" from invoice order by \"InvoiceId\"");

    private string[] Date(string column) => [.. _solution.Rows(
        $"select cast(\"{column}\" as text) from invoice where \"{column}\" is not null order by 1")
        .Select(text => text[..10])];

    private string[] All() => _solution.Rows("""
        select "InvoiceId" || '|' || coalesce("Amount", '-') || '|' || coalesce("Born", '-') || '|' || "Due" || '|'
          || coalesce("At", '-') || '|' || coalesce("Note", '-')
        from invoice order by "InvoiceId"
        """);

    private void Write(string path, string text)
    {
        var file = Path.Combine(_solution.Folder, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    // An SQLite database gives a number or its text.
    private static decimal Number(string text) => text.Length == 0 ? 0m : decimal.Parse(
        text, System.Globalization.NumberStyles.Float, System.Globalization.CultureInfo.InvariantCulture);
}

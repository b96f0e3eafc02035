using static TestWorkbook;

namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Sheets of workbooks as sources, by the command line.</summary>
internal sealed class WorkbookTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        Directory.CreateDirectory(Books);
        Connection("{style: excel, sheet: Sales, range: \"A3:C\"}");
        _solution.Write("batches/Import.yaml", "batch: Import\nprojects: [Import]\n");
        _solution.Write("projects/Import/project.yaml", "project: Import\nsource: Books\ntarget: Staging\n");
        _solution.Write("projects/Import/objects/sale.yaml", """
            object: sale
            source: {file: "*.xlsx", format: sales}
            load: {pattern: Append}
            columns:
              - {column: Id, dataType: int, nullable: false}
              - {column: Day, dataType: date}
              - {column: Price, dataType: "decimal(18,2)"}
            systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint}}
            """);
        Put("jan.xlsx", 1, 45292);
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_sheet_is_loaded_once_and_goes_to_the_archive_as_any_file()
    {
        Assert.That(_solution.Call("validate").ExitCode, Is.Zero, _solution.Call("validate").Error);

        var first = _solution.Call("run", "Import");
        Put("feb.xlsx", 2, 45323);
        var second = _solution.Call("run", "Import");
        var third = _solution.Call("run", "Import");

        Assert.That((first.ExitCode, second.ExitCode), Is.EqualTo((0, 0)), first.Error + second.Error);
        Assert.That(third.ExitCode, Is.Not.Zero);
        Assert.That(StageTables.Rows(_solution.Folder, "SELECT Id, Day, Price FROM sale ORDER BY Id"),
            Is.EqualTo((string[])["1 | 2024-01-01 | 9.50", "2 | 2024-02-01 | 9.50"]));
        Assert.That(Directory.GetFiles(Path.Combine(Books, "done")).Select(Path.GetFileName),
            Is.EquivalentTo((string[])["jan.xlsx", "feb.xlsx"]));
    }

    [Test]
    public void The_plan_tells_the_sheet_and_the_range_and_another_one_is_another_plan()
    {
        var before = _solution.Call("show", "Import/sale").Out;
        var plan = _solution.Call("plan", "Import", "-o", "json").Out;
        Connection("{style: excel, sheet: Sales, range: \"A3:B\"}");
        var after = _solution.Call("show", "Import/sale").Out;

        Assert.That(before, Does.Contain("Sales").And.Contain("A3:C"));
        Assert.That(after, Does.Contain("A3:B").And.Not.Contain("A3:C"));
        Assert.That(_solution.Call("plan", "Import", "-o", "json").Out, Is.Not.EqualTo(plan));
    }

    [TestCase("{style: excel, range: \"C3:A\"}", "ORC1038")]
    [TestCase("{style: excel, range: A0}", "ORC1038")]
    [TestCase("{style: excel, range: \"A:B:C\"}", "ORC1038")]
    [TestCase("{style: excel, range: XFE1}", "ORC1038")]
    [TestCase("{style: excel, sheet: \"\"}", "ORC1038")]
    [TestCase("{style: excel, encoding: utf-8}", "ORC1038")]
    [TestCase("{style: excel, field: \";\"}", "ORC1038")]
    [TestCase("{style: csv, sheet: Sales}", "ORC1038")]
    [TestCase("{style: jsonl, range: A1}", "ORC1038")]
    public void A_key_that_does_nothing_or_means_nothing_is_refused_where_it_stands(string format, string code)
    {
        Connection(format);

        var called = _solution.Call("validate");

        Assert.That(called.ExitCode, Is.Not.Zero);
        Assert.That(called.Out + called.Error, Does.Contain(code).And.Contain("Books.yaml"));
    }

    [Test]
    public void A_workbook_as_a_target_is_refused_by_validate()
    {
        _solution.Write("projects/Import/project.yaml", "project: Import\nsource: Files\ntarget: Books\n");
        _solution.Write("projects/Import/objects/sale.yaml", """
            object: sale
            source: {file: customer.csv}
            target: {file: sale.xlsx, format: sales}
            columns: [{column: CustomerId, dataType: int}]
            """);

        var called = _solution.Call("validate");

        Assert.That(called.ExitCode, Is.Not.Zero);
        Assert.That(called.Out + called.Error,
            Does.Contain("ORC1203").And.Contain("workbooks are read and never written"));
    }

    private string Books => Path.Combine(_solution.Folder, "books");

    private void Connection(string format) => _solution.Write("connections/Books.yaml",
        $"connection: Books\nplatform: Files\nfolder: books\nfiles: {{archive: done/}}\nformats:\n  sales: {format}\n");

    private void Put(string file, int id, int day) => File.WriteAllBytes(Path.Combine(Books, file),
        new TestWorkbook { Formats = ["14"] }.Sheet("Sales", Texted(1, "Sales"), Texted(3, "Id", "Day", "Price"),
            Row(4, Number($"{id}"), Number($"{day}", 1), Number("9.5"))).Sheet("Notes", Texted(1, "x")).Bytes());
}

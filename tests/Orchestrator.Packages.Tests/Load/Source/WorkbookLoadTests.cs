using Orchestrator.Metadata.Model;
using static TestWorkbook;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Loads out of workbooks.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class WorkbookLoadTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Rig.Servers.Add(new Connection
        {
            Name = "Books",
            Platform = Platform.Files,
            Folder = "in",
            Formats = new Dictionary<string, FileFormat>
            {
                ["book"] = new() { Name = "book", Style = FileStyle.Excel },
                ["sales"] = new() { Name = "sales", Style = FileStyle.Excel, Sheet = "Sales", Range = "B3:F" },
            },
        });
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Values_arrive_as_what_they_mean_in_columns_of_each_type()
    {
        Put(new TestWorkbook { Formats = ["14", "22", "9", "20"] }.Sheet("Hidden", "hidden", [Texted(1, "x")])
            .Sheet("Sales", Texted(1, "Sales of January"),
                Row(3, Text("id", "B3"), Text("day"), Text("at"), Text("rate"), Text("open"), Text("note")),
                Row(4, Number("1", at: "B4"), Number("45351.0", 1), Number("45351.75", 2), Number("0.125", 3),
                    "<c t=\"b\"><v>1</v></c>", Text("not read")),
                Row(5, Number("2", at: "B5"), Number("1", 1), Blank(), Number("1.1000000000000001"),
                    "<c t=\"b\"><v>0</v></c>")));

        var result = _rig.Rig.Run(Load("sales", Rig.Column("id", "int"), Rig.Column("day", "date"),
            Rig.Column("at", "datetime2(0)"), Rig.Column("rate", "decimal(18,3)"), Rig.Column("open", "nvarchar(5)")));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Counts.Inserted, Is.EqualTo(2));
        Assert.That(_rig.Query("SELECT \"id\", \"day\", \"rate\", \"open\" FROM t ORDER BY 1"),
            Is.EqualTo((string[])["1|2024-02-29|0.125|true", "2|1900-01-01|1.100|false"]));
        Assert.That(_rig.Query("SELECT count(\"at\") FROM t"), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void A_text_in_a_column_of_numbers_follows_the_policy_and_an_error_is_told()
    {
        Put(new TestWorkbook().Sheet("S", Texted(1, "id", "price"), Row(2, Number("1"), Number("9.5")),
            Row(3, Number("2"), Text("n/a")), Row(4, Number("3"), Error()), Row(5, Text("007"), Text("1.5"))));

        var result = _rig.Rig.Run(Load("book", Rig.Column("id", "int"), Rig.Column("price", "decimal(18,2)")) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((3L, 1L)));
        Assert.That(_rig.Query("SELECT \"id\", \"price\" FROM t ORDER BY 1"),
            Is.EqualTo((string[])["1|9.50", "3|∅", "7|1.50"]));
        Assert.That(result.Warnings, Has.Some.Contains("1 cell of the sheet 'S' of 'book.xlsx' with an error"));
    }

    [Test]
    public void A_workbook_without_the_sheet_fails_the_load_before_a_row_is_written()
    {
        Put(new TestWorkbook().Sheet("Other", Texted(1, "id"), Row(2, Number("1"))));

        var result = _rig.Rig.Run(Load("sales", Rig.Column("id", "int")));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3131"));
        Assert.That(result.Error.Message, Does.Contain("book.xlsx").And.Contain("'Sales'").And.Contain("'Other'"));
    }

    private void Put(TestWorkbook book) =>
        File.WriteAllBytes(Path.Combine(_rig.Rig.Inbox, "book.xlsx"), book.Bytes());

    private ObjectDefinition Load(string format, params ColumnDefinition[] columns) =>
        _rig.Load(new LoadOptions(), columns) with
        {
            Source = new ObjectSource { Connection = "Books", File = "book.xlsx", Format = format },
        };
}

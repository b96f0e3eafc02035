using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>A csv file that was written here is never taken for one of another format.</summary>
internal sealed class OwnSignsTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("orchestrator-test-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCase(",", true, "code,label", "'0001','x'")]
    [TestCase(",", false, "code,label", "'0001','x'")]
    [TestCase(";", true, "code,label", "'0001','x'")]
    [TestCase(",", true, "'code','label'", "'0001','x'")]
    [TestCase(",", true, "sep=;", "x")]
    [TestCase(";", true, "sep=;", "x")]
    [TestCase(",", true, "id;name", "x")]
    [TestCase(",", true, "id|name", "x")]
    [TestCase(",", true, "a;b;c,d;e;f", "x,y")]
    public void Names_and_values_that_look_like_signs_of_another_read_back(
        string field, bool hasHeader, string names, string values)
    {
        var format = new TextFormat { Field = field, HasHeader = hasHeader };
        string[] header = names.Split(',');
        string[] row = values.Split(',');

        Write(format, header, row);

        var source = new SourceFiles
        {
            Folder = _folder,
            Pattern = "t.csv",
            Format = format,
            Columns = hasHeader ? [] : header,
        };
        using var reader = new FileRowReader(source);
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns);
        using var batch = pool.Rent(CancellationToken.None);
        Assert.That(reader.Read(batch, CancellationToken.None), Is.True);
        Assert.That(reader.Columns.Select(column => column.Name), Is.EqualTo(header));
        Assert.That(batch.Count, Is.EqualTo(1));
        Assert.That(Reading.Row(batch, 0), Is.EqualTo(row));
    }

    [Test]
    public void A_word_for_null_between_apostrophes_is_written_and_is_no_sign_of_another_format()
    {
        var format = new TextFormat { Nulls = ["'NULL'"] };

        Write(format, ["code", "label"], [null, null]);

        var text = File.ReadAllBytes(Path.Combine(_folder, "t.csv"));
        Assert.That(Encoding.UTF8.GetString(text), Is.EqualTo("code,label\n'NULL','NULL'\n"));
        Assert.That(Reading.Rows(text, Reading.Csv() with { Format = format }),
            Is.EqualTo(new string?[][] { [null, null] }));
    }

    private void Write(TextFormat format, string[] header, string?[] row)
    {
        RowColumn[] columns = [.. header.Select(name => new RowColumn(name, GuardType.Text))];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        for (var i = 0; i < row.Length; i++)
        {
            if (row[i] is { } value)
            {
                batch.Columns[i].SetBytes(0, Encoding.UTF8.GetBytes(value));
            }
            else
            {
                batch.Columns[i].SetNull(0);
            }
        }

        batch.Count = 1;
        var target = new TargetFile { Folder = _folder, File = "t.csv", Format = format, Attempt = 42 };
        using var writer = new FileRowWriter(target, columns, []);
        writer.Write(batch, 0, batch.Count);
        writer.Complete();
        writer.Publish();
    }
}

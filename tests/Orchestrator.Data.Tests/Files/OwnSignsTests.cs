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

    private void Write(TextFormat format, string[] header, string[] row)
    {
        RowColumn[] columns = [.. header.Select(name => new RowColumn(name, GuardType.Text))];
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        for (var i = 0; i < row.Length; i++)
        {
            batch.Columns[i].SetBytes(0, Encoding.UTF8.GetBytes(row[i]));
        }

        batch.Count = 1;
        var target = new TargetFile { Folder = _folder, File = "t.csv", Format = format, Attempt = 42 };
        using var writer = new FileRowWriter(target, columns, []);
        writer.Write(batch, 0, batch.Count);
        writer.Complete();
        writer.Publish();
    }
}

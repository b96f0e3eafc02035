using System.IO.Compression;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files of one pattern whose headers differ.</summary>
internal sealed class FileHeadersTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("orchestrator-headers-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCase("a.csv", "b.csv")]
    [TestCase("b.csv", "a.csv")]
    [TestCase("a.csv.gz", "b.csv")]
    [TestCase("b.csv", "a.csv.gz")]
    public void A_column_more_in_one_file_is_no_matter_for_those_that_are_read(string small, string large)
    {
        Put(small, "id,name\n1,a\n");
        Put(large, "phone,NAME,id\n555,b,2\n");

        using var reader = Reader(["id", "name"]);
        var rows = Rows(reader, "id", "name");

        Assert.That(rows.Order(), Is.EqualTo(new[] { "1 a", "2 b" }));
        Assert.That(reader.Columns.Select(column => column.Name), Has.Member("phone"));
    }

    [TestCase("a.csv", "b.csv")]
    [TestCase("b.csv", "a.csv")]
    public void A_column_that_is_read_and_missing_in_one_file_is_refused_by_the_name_of_the_file(
        string whole, string without)
    {
        Put(whole, "id,name\n1,a\n");
        Put(without, "id,phone\n2,555\n");

        var refused = Assert.Throws<DataRefusedException>(() => Reader(["id", "name"]).Dispose());

        Assert.That((refused!.Code, refused.File), Is.EqualTo(("ORC3103", without)));
        Assert.That(refused.Message, Does.Contain("'name'"));
    }

    [Test]
    public void Where_columns_may_differ_those_of_all_files_are_taken_and_what_a_file_lacks_is_null()
    {
        Put("a.csv", "id,name\n1,a\n2,\n");
        Put("b.csv", "phone,id\n555,3\n");

        using var reader = Reader([], fillsMissing: true);
        var rows = Rows(reader, "id", "name", "phone");

        Assert.That(rows, Is.EqualTo(new[] { "1 a -", "2 - -", "3 - 555" }));
        Assert.That(reader.Warnings, Is.EqualTo(new[]
        {
            "'a.csv' has no column 'phone': it is NULL in its rows",
            "'b.csv' has no column 'name': it is NULL in its rows",
        }));
    }

    [Test]
    public void Members_of_the_first_rows_of_all_files_are_columns_where_they_may_differ()
    {
        Put("a.jsonl", "{\"id\":1}\n");
        Put("b.jsonl", "{\"name\":\"b\",\"id\":2}\n");

        using var reader = Reader([], fillsMissing: true, TextStyle.JsonLines);

        Assert.That(Rows(reader, "id", "name"), Is.EqualTo(new[] { "1 -", "2 b" }));
    }

    [TestCase(false, "")]
    [TestCase(true, "")]
    [TestCase(false, "\uFEFF")]
    [TestCase(true, "\uFEFF")]
    public void An_empty_file_of_JSON_lines_leaves_it_to_the_next_to_name_the_columns(bool fillsMissing, string empty)
    {
        Put("a.jsonl", empty);
        Put("b.jsonl", "{\"id\":1,\"name\":\"b\"}\n");
        Put("c.jsonl", "");
        Put("d.jsonl", "{\"name\":\"d\",\"id\":2}\n");

        using var reader = Reader([], fillsMissing, TextStyle.JsonLines);

        Assert.That(Rows(reader, "id", "name"), Is.EqualTo(new[] { "1 b", "2 d" }));
        Assert.That(reader.Opened.Select(file => file.File),
            Is.EqualTo(new[] { "a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl" }));
        Assert.That(reader.Opened.Select(file => file.Hash), Has.All.Length.EqualTo(64));
    }

    [Test]
    public void Where_all_files_of_JSON_lines_are_empty_nothing_names_the_columns()
    {
        Put("a.jsonl", "");
        Put("b.jsonl", "");

        var refused = Assert.Throws<DataRefusedException>(
            () => Reader([], style: TextStyle.JsonLines).Dispose());

        Assert.That((refused!.Code, refused.File), Is.EqualTo(("ORC3103", "a.jsonl")));
        Assert.That(refused.Message, Does.Contain("the file is empty"));
    }

    [Test, Platform(Exclude = "Win", Reason = "pipes lie in no folder there")]
    public void A_pipe_of_JSON_lines_that_comes_first_names_the_columns()
    {
        var pipe = Path.Combine(_folder, "a.jsonl");
        NamedPipe.Make(pipe);
        Put("b.jsonl", "{\"id\":2}\n");
        var written = Task.Run(() => File.WriteAllText(pipe, "{\"name\":\"a\",\"id\":1}\n"));

        using var reader = Reader([], style: TextStyle.JsonLines);

        Assert.That(Rows(reader, "id", "name"), Is.EqualTo(new[] { "1 a", "2 -" }));
        written.Wait();
    }

    [Test]
    public void A_later_file_that_is_separated_otherwise_is_refused_before_the_first_row()
    {
        Put("a.csv", "id,name\n1,a\n");
        Put("b.csv", "id;name\n2;b\n");

        var refused = Assert.Throws<DataRefusedException>(() => Reader(["id", "name"]).Dispose());

        Assert.That((refused!.Code, refused.File), Is.EqualTo(("ORC3111", "b.csv")));
    }

    private void Put(string file, string text)
    {
        using var stream = File.Create(Path.Combine(_folder, file));
        using Stream to = file.EndsWith(".gz", StringComparison.Ordinal)
            ? new GZipStream(stream, CompressionLevel.Fastest)
            : stream;
        to.Write(Encoding.UTF8.GetBytes(text));
    }

    private FileRowReader Reader(
        string[] columns, bool fillsMissing = false, TextStyle style = TextStyle.Csv) => new(new SourceFiles
        {
            Folder = _folder,
            Pattern = "*",
            Columns = columns,
            FillsMissing = fillsMissing,
            Format = new TextFormat { Style = style },
        });

    private static List<string> Rows(FileRowReader reader, params string[] columns)
    {
        int[] places = [.. columns.Select(name => reader.Columns.Index()
            .Single(column => column.Item.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Index)];
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), reader.Columns);
        var rows = new List<string>();
        while (true)
        {
            using var batch = pool.Rent(CancellationToken.None);
            if (!reader.Read(batch, CancellationToken.None))
            {
                return rows;
            }

            for (var row = 0; row < batch.Count; row++)
            {
                var values = Reading.Row(batch, row);
                rows.Add(string.Join(' ', places.Select(place => values[place] ?? "-")));
            }
        }
    }
}

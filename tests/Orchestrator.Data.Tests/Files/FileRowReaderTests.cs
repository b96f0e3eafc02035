using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

internal sealed class FileRowReaderTests
{
    private string _root = "";

    private string Inbox => Path.Combine(_root, "inbox");

    [SetUp]
    public void CreateFolder()
    {
        _root = Directory.CreateTempSubdirectory("orchestrator-files-").FullName;
        Directory.CreateDirectory(Inbox);
    }

    [TearDown]
    public void DeleteFolder() => Directory.Delete(_root, recursive: true);

    [Test]
    public void Several_files_are_read_in_ordinal_order_by_the_names_of_their_headers()
    {
        Put("b2.csv", "y,x\n4,3\n");
        Put("b10.csv", "x,y\n1,2\n");
        Put("c.csv", "other\n");

        using var reader = new FileRowReader(new SourceFiles { Folder = Inbox, Pattern = "b*.csv" });
        var rows = Drain(reader);

        Assert.That(reader.Files, Is.EqualTo(new[] { "b10.csv", "b2.csv" }));
        Assert.That(rows, Is.EqualTo(new[] { "b10.csv 1: 1 2", "b2.csv 1: 3 4" }));
        Assert.That(reader.BytesRead, Is.EqualTo(16));
    }

    [TestCase("x\n1\n", "'y' is missing")]
    [TestCase("x,y,z\n1,2,3\n", "'z' is too many")]
    public void A_further_file_with_another_header_is_refused(string second, string what)
    {
        Put("a.csv", "x,y\n1,2\n");
        Put("b.csv", second);
        using var reader = new FileRowReader(new SourceFiles { Folder = Inbox, Pattern = "*.csv" });

        var refused = Assert.Throws<DataRefusedException>(() => Drain(reader));

        Assert.That((refused!.Code, refused.File), Is.EqualTo(("ORC3103", "b.csv")));
        Assert.That(refused.Message, Does.Contain(what));
    }

    [TestCase("../secret.csv")]
    [TestCase("/etc/passwd")]
    [TestCase("a/../../secret.csv")]
    [TestCase("link.csv")]
    [TestCase("linked/secret.csv")]
    [TestCase("linked/*.csv")]
    [TestCase("..\\secret.csv")]
    [TestCase("")]
    public void Nothing_outside_the_folder_is_opened(string pattern)
    {
        File.WriteAllText(Path.Combine(_root, "secret.csv"), "x\n1\n");
        File.CreateSymbolicLink(Path.Combine(Inbox, "link.csv"), Path.Combine(_root, "secret.csv"));
        Directory.CreateSymbolicLink(Path.Combine(Inbox, "linked"), _root);

        var refused = Assert.Throws<DataRefusedException>(
            () => new FileRowReader(new SourceFiles { Folder = Inbox, Pattern = pattern }).Dispose());

        Assert.That(refused!.Code, Is.EqualTo("ORC3102"));
    }

    [Test, Platform(Exclude = "Win", Reason = "a name has no colon there")]
    public void A_name_may_hold_the_time_of_the_day()
    {
        Put("sale_2026-01-31T02:30:00.csv", "x\n1\n");

        using var reader = new FileRowReader(new SourceFiles { Folder = Inbox, Pattern = "sale_*.csv" });

        Assert.That(Drain(reader), Is.EqualTo(new[] { "sale_2026-01-31T02:30:00.csv 1: 1" }));
    }

    [Test]
    public void A_link_within_the_folder_is_followed_and_the_folder_may_be_one()
    {
        Put("real.csv", "x\n1\n");
        File.CreateSymbolicLink(Path.Combine(Inbox, "also.csv"), "real.csv");
        var linked = Path.Combine(_root, "linked");
        Directory.CreateSymbolicLink(linked, Inbox);

        using var reader = new FileRowReader(new SourceFiles { Folder = linked, Pattern = "also.csv" });

        Assert.That(Drain(reader), Is.EqualTo(new[] { "also.csv 1: 1" }));
    }

    [TestCase("none.csv")]
    [TestCase("none*.csv")]
    [TestCase("none/x.csv")]
    public void A_missing_file_is_named(string pattern)
    {
        var refused = Assert.Throws<DataRefusedException>(
            () => new FileRowReader(new SourceFiles { Folder = Inbox, Pattern = pattern }).Dispose());

        Assert.That((refused!.Code, refused.Message.Contains(pattern, StringComparison.Ordinal)),
            Is.EqualTo(("ORC3101", true)));
    }

    [Test]
    public void Listing_finds_files_and_their_headers()
    {
        Put("b.csv", "\"Id\",\"Na\"\"me\"\r\n1,2\r\n");
        Put("a.csv", "x;y");

        Assert.That(FileListing.Files(Inbox, "*"), Is.EqualTo(new[] { "a.csv", "b.csv" }));
        Assert.That(FileListing.Header(Inbox, "b.csv", TextFormat.Csv), Is.EqualTo(new[] { "Id", "Na\"me" }));
        Assert.That(FileListing.Header(Inbox, "a.csv", new TextFormat { Field = ";" }),
            Is.EqualTo(new[] { "x", "y" }));
    }

    [TestCase("*.csv", "a.csv")]
    [TestCase("?a.csv", "")]
    [TestCase("*", "a.csv")]
    [TestCase(".*.csv", "._a.csv .a.csv")]
    [TestCase(".a.csv", ".a.csv")]
    public void A_hidden_file_is_found_by_a_pattern_that_begins_with_a_dot_and_by_its_name(string pattern, string found)
    {
        Put("a.csv", "x\n1\n");
        Put(".a.csv", "x\n2\n");
        Put("._a.csv", "x\n3\n");

        Assert.That(string.Join(' ', FileListing.Files(Inbox, pattern)), Is.EqualTo(found));
    }

    [TestCase("*.csv", "B.CSV a.csv")]
    [TestCase("b.csv", "B.CSV")]
    [TestCase("IN/b.csv", "")]
    public void A_file_is_found_whatever_its_case_where_that_is_said(string pattern, string found)
    {
        Put("a.csv", "x\n1\n");
        Put("B.CSV", "x\n2\n");

        Assert.That(string.Join(' ', FileListing.Files(Inbox, pattern, ignoreCase: true)), Is.EqualTo(found));
        Assert.That(FileListing.Files(Inbox, pattern), Has.No.Member("B.CSV"));
    }

    [Test]
    public void Reading_stops_when_the_attempt_is_cancelled()
    {
        Put("a.csv", "x\n1\n");
        using var reader = new FileRowReader(new SourceFiles { Folder = Inbox, Pattern = "a.csv" });
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), reader.Columns);
        using var batch = pool.Rent(CancellationToken.None);

        Assert.That(() => reader.Read(batch, new CancellationToken(canceled: true)),
            Throws.InstanceOf<OperationCanceledException>());
    }

    private static List<string> Drain(FileRowReader reader)
    {
        var rows = new List<string>();
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), reader.Columns);
        using var batch = pool.Rent(CancellationToken.None);
        while (reader.Read(batch, CancellationToken.None))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                var values = new List<string>();
                foreach (var column in batch.Columns)
                {
                    values.Add(ShownText.Of(column.Bytes(row)));
                }

                rows.Add($"{batch.File} {batch.RowNumber(row)}: {string.Join(' ', values)}");
            }
        }

        return rows;
    }

    private void Put(string name, string text) => File.WriteAllText(Path.Combine(Inbox, name), text);
}

using System.Security.Cryptography;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

internal sealed class FileStampTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("orchestrator-stamps-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCase("a.csv", false)]
    [TestCase("a.csv.gz", false)]
    [TestCase("large.csv", true)]
    public void The_hash_of_a_file_that_was_read_is_that_of_its_bytes_packed_or_not(string file, bool hasLargeRow)
    {
        var text = Encoding.UTF8.GetBytes("id\n" + (hasLargeRow ? new string('x', 3_000_000) : "1") + "\n2\n");
        var isPacked = file.EndsWith(".gz", StringComparison.Ordinal);
        File.WriteAllBytes(Path.Combine(_folder, file), isPacked ? Packed(text) : text);

        var stamp = Read("*").Single();

        Assert.That(stamp.Hash, Is.EqualTo(Convert.ToHexStringLower(
            SHA256.HashData(File.ReadAllBytes(Path.Combine(_folder, file))))));
        Assert.That(stamp, Is.EqualTo(FileListing.Hash(_folder, file, CancellationToken.None)));
        Assert.That(stamp with { Hash = "" }, Is.EqualTo(FileListing.StampOf(_folder, file)));
    }

    [Test]
    public void A_file_that_was_not_read_to_its_end_has_no_hash_and_one_that_was_not_opened_no_stamp()
    {
        File.WriteAllText(Path.Combine(_folder, "a.csv"), "id\n1\n");
        File.WriteAllText(Path.Combine(_folder, "b.csv"), "id\n2\n");
        using var reader = new FileRowReader(new SourceFiles { Folder = _folder, Pattern = "*" });

        Assert.That(reader.Opened.Select(stamp => (stamp.File, stamp.Hash)), Is.EqualTo(new[] { ("a.csv", "") }));
        Assert.That(FileListing.StampOf(_folder, "c.csv"), Is.Null);
    }

    private IReadOnlyList<FileStamp> Read(string pattern)
    {
        using var reader = new FileRowReader(new SourceFiles { Folder = _folder, Pattern = pattern });
        using var pool = new RowBatchPool(new MemoryBudget(1 << 26), reader.Columns);
        for (var isMore = true; isMore;)
        {
            using var batch = pool.Rent(CancellationToken.None);
            isMore = reader.Read(batch, CancellationToken.None);
        }

        return reader.Opened;
    }

    private static byte[] Packed(byte[] text)
    {
        using var packed = new MemoryStream();
        using (var gzip = new System.IO.Compression.GZipStream(packed, System.IO.Compression.CompressionLevel.Fastest))
        {
            gzip.Write(text);
        }

        return packed.ToArray();
    }
}

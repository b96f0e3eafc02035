using System.Security.Cryptography;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files of another machine are read as they were listed, or not at all.</summary>
internal sealed class StoredStreamTests
{
    private const string Content = "x,y\n1,2\n";
    private static readonly DateTime Written = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    private FileStamp? _now;

    [SetUp]
    public void Stay() => _now = Told(Content.Length);

    [Test]
    public void Its_rows_are_read_and_its_hash_is_that_of_its_bytes()
    {
        using var reader = Reader(Content.Length);

        Assert.That(TextRows.Read(reader), Is.EqualTo(new[] { new[] { "1", "2" } }));
        Assert.That(reader.Opened.Select(file => (file.File, file.Size, file.Written, file.Hash)), Is.EqualTo(new[]
        {
            ("a.csv", (long)Content.Length, Written,
                Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Content)))),
        }));
    }

    [TestCase(-1)]
    [TestCase(1)]
    public void One_that_has_fewer_or_more_bytes_than_were_told_is_refused(int more)
    {
        _now = Told(Content.Length + more);

        Assert.That(() =>
        {
            using var reader = Reader(Content.Length + more);
            TextRows.Read(reader);
        }, Throws.InstanceOf<DataRefusedException>().With.Property("Code").EqualTo("ORC3110"));
    }

    [Test]
    public void One_that_is_another_at_its_end_is_refused_and_so_is_one_that_has_gone()
    {
        foreach (var now in new[] { Told(Content.Length) with { Written = Written.AddSeconds(1) }, null })
        {
            _now = now;
            using var reader = Reader(Content.Length);

            Assert.That(() => TextRows.Read(reader),
                Throws.InstanceOf<DataRefusedException>().With.Property("Code").EqualTo("ORC3110"));
        }
    }

    private FileRowReader Reader(int size) => new(new SourceFiles
    {
        Folder = "sftp://Partner/out",
        Pattern = "*.csv",
        Files = ["a.csv"],
        Stored = new StoredFiles(
            _ => new StoredContent(new MemoryStream(Encoding.UTF8.GetBytes(Content)), Told(size), () => _now),
            _ => false),
    });

    private static FileStamp Told(int size) => new("a.csv", size, Written, "");
}

using System.IO.Compression;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files within zip files: read as any other file, or refused before a row of them counts.</summary>
internal sealed class ZipMembersTests
{
    private static readonly byte[] Rows = "a,b\n1,x\n"u8.ToArray();

    private ZipFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new ZipFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    private static IEnumerable<TestCaseData> Zips()
    {
        yield return Zip("by deflate", new TestZip().Add("a.csv", "a,b\n1,x\n"));
        yield return Zip("stored", One(new("a.csv", Rows) { IsStored = true }));
        yield return Zip("with its sizes behind it", One(new("a.csv", Rows) { Flags = TestZip.SizesBehind }));
        yield return Zip("with sizes of 64 bits", new TestZip { IsLarge = true }.Add("a.csv", "a,b\n1,x\n"));
        yield return Zip("with sizes of 64 bits behind it", new TestZip { IsLarge = true }
            .Add(new TestZip.Member("a.csv", Rows) { Flags = TestZip.SizesBehind }));
        yield return Zip("with a comment", new TestZip { Comment = new string('c', 3000) }.Add("a.csv", "a,b\n1,x\n"));
        yield return Zip("among folders", new TestZip().Add("x.csv/", "").Add("a.csv", "a,b\n1,x\n")
            .Add("x/a.csv", "y"));
        yield return Zip("among hidden ones", new TestZip().Add("a.csv", "a,b\n1,x\n").Add("._a.csv", "\0\u0005")
            .Add("__MACOSX/._a.csv", "\0"));
        yield return Zip("among others that cannot be read", new TestZip().Add("a.csv", "a,b\n1,x\n")
            .Add(new TestZip.Member("b.txt", Rows) { Flags = TestZip.Encrypted })
            .Add(new TestZip.Member("c.txt", Rows) { Method = 12 }).Add("d.txt", "").Add("d.txt", ""));
    }

    [TestCaseSource(nameof(Zips))]
    public void A_member_is_read_as_a_file_however_it_is_packed(byte[] zip)
    {
        Assert.That(_folder.Read(zip), Is.EqualTo((string[])["1|x"]));
        Assert.That(_folder.Names, Is.EqualTo((string[])["a.zip!a.csv 1"]));
    }

    [TestCase("4D816C6C65722E637376", 0, "Müller.csv", Description = "code page 437")]
    [TestCase("4DC3BC6C6C65722E637376", TestZip.InUtf8, "Müller.csv", Description = "UTF-8 that is told")]
    [TestCase("4DC3BC6C6C65722E637376", 0, "Müller.csv", Description = "UTF-8 that is not told")]
    [TestCase("E5908D2E637376", TestZip.InUtf8, "名.csv")]
    [TestCase("785C792E637376", 0, "x/y.csv", Description = "a backslash")]
    public void Its_name_is_read_in_the_encoding_that_it_has(string hex, int flags, string name)
    {
        var zip = One(new("?", Rows) { NameBytes = Convert.FromHexString(hex), Flags = flags }).Bytes();

        Assert.That(_folder.Read(zip, name), Is.EqualTo((string[])["1|x"]));
        Assert.That(_folder.Names, Is.EqualTo((string[])[$"a.zip!{name} 1"]));
    }

    [Test]
    public void Members_are_read_in_the_order_of_their_names_one_zip_file_after_the_other()
    {
        _folder.Write("b.zip", TestZip.Of("b.csv", "b,a\n3,z\n", "a.csv", "A,B\n2,y\n", "c.txt", ""));
        _folder.Write("a.zip", TestZip.Of("z.csv", "a,b\n1,x\n"));

        var rows = _folder.Read(_folder.Source() with { Columns = ["a", "b"] });

        Assert.That(rows, Is.EqualTo((string[])["1|x", "2|y", "z|3"]));
        Assert.That(_folder.Names, Is.EqualTo((string[])["a.zip!z.csv 1", "b.zip!a.csv 1", "b.zip!b.csv 1"]));
        Assert.That(_folder.Opened, Is.EqualTo(((string[])["a.zip", "b.zip"])
            .Select(file => FileListing.Hash(_folder.Path, file, CancellationToken.None))));
    }

    [TestCase("*.csv", "a.csv")]
    [TestCase("a.csv", "a.csv")]
    [TestCase("x/*", "x/a.csv x/b.txt")]
    [TestCase("*/?.csv", "x/a.csv y/a.csv")]
    [TestCase(".*", ".h.csv")]
    public void A_pattern_stands_for_members_part_by_part(string pattern, string expected)
    {
        var zip = TestZip.Of("a.csv", "a\n", "x/a.csv", "a\n", "x/b.txt", "a\n", "y/a.csv", "a\n", "x/y/a.csv", "a\n",
            ".h.csv", "a\n", "A.CSV", "a\n");
        _folder.Write("a.zip", zip);
        using var reader = new FileRowReader(_folder.Source(pattern));

        var fits = expected.Split(' ');

        Assert.That(fits.All(name => ZipMembers.Fits(pattern, name)), Is.True);
        Assert.That(reader.MemberBytes, Is.EqualTo(2 * fits.Length));
    }

    [Test]
    public void A_member_is_read_whatever_its_case_where_that_is_said()
    {
        _folder.Write("A.ZIP", TestZip.Of("X.CSV", "a\n1\n", "y.csv", "a\n2\n"));

        var rows = _folder.Read(_folder.Source() with { Pattern = "*.zip", Member = "*.csv", IgnoreCase = true });

        Assert.That(rows, Is.EqualTo((string[])["1", "2"]));
    }

    private static IEnumerable<TestCaseData> RefusedZips()
    {
        yield return Refused("nothing", [], "ORC3108", "a.zip: the zip file cannot be read: it is empty.");
        yield return Refused("text", Rows, "ORC3561", "a.zip: the file is no zip file. Correct `file`");
        yield return Refused("gzip", Packed(Rows), "ORC3561", "is packed as gzip, which needs no `member`");
        yield return Refused("a zip file of nothing", new TestZip().Bytes(), "ORC3562", "and no other");
        yield return Refused("a zip file of others", TestZip.Of("x/a.csv", "a\n", "b.txt", ""), "ORC3562",
            "holds no member '*.csv'. It holds 'x/a.csv', 'b.txt'. Correct `member`");
        yield return Refused("something behind that", [.. TestZip.Of("a.csv", "a\n"), .. new byte[70_000]], "ORC3108",
            "fetch it again");
        yield return Refused("an encrypted member", One(new("a.csv", Rows) { Flags = TestZip.Encrypted }).Bytes(),
            "ORC3564", "a.zip!a.csv: the member is encrypted");
        yield return Refused("two of one name", TestZip.Of("a.csv", "a\n1\n", "a.csv", "a\n2\n"), "ORC3565",
            "holds two members 'a.csv'");
        yield return Refused("a link", One(new("a.csv", "b.csv"u8.ToArray()) { Mode = 0xA1FF }).Bytes(), "ORC3566",
            "a.zip!a.csv: the member is a link");
        yield return Refused("a name that acts on a terminal",
            One(new("a\u001B.csv", Rows) { Flags = TestZip.InUtf8 }).Bytes(), "ORC3567",
            "a.zip: the zip file holds a member 'a\\u001B.csv'");
        yield return Refused("a name that no database keeps",
            One(new("a\0.csv", Rows) { Flags = TestZip.InUtf8 }).Bytes(), "ORC3567", "'a\\u0000.csv'");
        yield return Refused("LZMA", One(new("a.csv", Rows) { Method = 14 }).Bytes(), "ORC3563",
            "Have it packed by deflate");
        yield return Refused("another checksum", One(new("a.csv", Rows) { Checksum = 1 }).Bytes(), "ORC3108",
            "a.zip!a.csv: the member has another checksum");
        yield return Refused("fewer bytes than it says", One(new("a.csv", Rows) { Length = 9 }).Bytes(), "ORC3108",
            "a.zip!a.csv: the member of the zip file");
        yield return Refused("more bytes than it says", One(new("a.csv", Rows) { Length = 7 }).Bytes(), "ORC3108",
            "a.zip!a.csv");
        yield return Refused("a zip file in it", One(new("a.csv", TestZip.Of("b.csv", "a\n"))).Bytes(), "ORC3111",
            "a.zip!a.csv: begins as a zip file does, and is read as text. What is packed twice");
        yield return Refused("a broken row", TestZip.Of("a.csv", "a,b\n1,x\n2\n"), "ORC3104",
            "a.zip!a.csv, row 2");
        yield return Refused("another separator", TestZip.Of("a.csv", "a;b\n1;x\n"), "ORC3111", "a.zip!a.csv");
    }

    [TestCaseSource(nameof(RefusedZips))]
    public void What_cannot_be_read_is_refused_with_its_place_and_what_to_do(byte[] zip, string code, string said)
    {
        var refused = _folder.Refused(zip);

        Assert.That(refused.Code, Is.EqualTo(code), refused.Message);
        Assert.That(refused.Message, Does.Contain(said));
        Assert.That(FileListing.FileOf(refused.File, ["a.zip", "a"]), Is.EqualTo("a.zip"));
    }

    [Test]
    public void A_zip_file_that_is_read_as_text_is_told_from_text()
    {
        _folder.Write("a.csv", TestZip.Of("a.csv", "a\n1\n"));

        var refused = _folder.Refused(new SourceFiles { Folder = _folder.Path, Pattern = "a.csv" });

        Assert.That(refused.Code, Is.EqualTo("ORC3111"));
        Assert.That(refused.Message, Does.Contain("`member: \"*.csv\"`"));
    }

    [Test]
    public void What_another_program_packs_comes_out_as_it_went_in()
    {
        var random = new Random(TestSeed.Value);
        for (var round = 0; round < 60; round++)
        {
            string[] names = [.. Enumerable.Range(0, random.Next(1, 6)).Select(i => $"{random.Next(100)}é{i}.csv")];
            var texts = names.ToDictionary(name => name,
                _ => Enumerable.Range(0, random.Next(3) == 0 ? 0 : random.Next(20_000)).Select(i => $"{i}").ToArray());
            using (var zip = new ZipArchive(File.Create(_folder.At("a.zip")), ZipArchiveMode.Create))
            {
                foreach (var name in names)
                {
                    var level = random.Next(2) == 0 ? CompressionLevel.Optimal : CompressionLevel.NoCompression;
                    using var entry = new StreamWriter(zip.CreateEntry(name, level).Open());
                    entry.Write("a\n" + string.Concat(texts[name].Select(row => row + "\n")));
                }
            }

            var rows = _folder.Read(_folder.Source(), batchBytes: random.Next(4, 64) * 1024);

            Assert.That(rows, Is.EqualTo(names.Order(StringComparer.Ordinal).SelectMany(name => texts[name])),
                TestSeed.Hint);
        }
    }

    [Test]
    public void Damage_behind_rows_is_told_with_the_row_that_would_come_next()
    {
        var text = Encoding.UTF8.GetBytes("a\n" + string.Concat(Enumerable.Repeat("x\n", 200_000)));

        var refused = _folder.Refused(One(new("a.csv", text) { Checksum = 1 }).Bytes());

        Assert.That((refused.Code, refused.Row), Is.EqualTo(("ORC3108", 200_001L)));
        Assert.That(refused.Message, Does.StartWith("a.zip!a.csv, row 200001: the member has another checksum"));
    }

    [Test]
    public void Members_of_JSON_lines_without_a_row_leave_it_to_the_next_one_to_name_the_columns()
    {
        _folder.Write("a.zip", TestZip.Of("a.jsonl", ""));
        _folder.Write("b.zip", TestZip.Of("a.jsonl", "", "b.jsonl", "{\"a\":1,\"b\":\"x\"}\n", "c.jsonl", ""));
        var source = _folder.Source("*.jsonl") with { Format = new TextFormat { Style = TextStyle.JsonLines } };

        Assert.That(_folder.Read(source), Is.EqualTo((string[])["1|x"]));
        Assert.That(_folder.Names, Is.EqualTo((string[])["b.zip!b.jsonl 1"]));
        Assert.That(_folder.Opened, Is.EqualTo(((string[])["a.zip", "b.zip"])
            .Select(file => FileListing.Hash(_folder.Path, file, CancellationToken.None))));

        File.Delete(_folder.At("b.zip"));
        Assert.That(_folder.Refused(source).Message, Does.StartWith("a.zip!a.jsonl: "));
    }

    [Test]
    public void A_workbook_in_it_is_refused()
    {
        var source = _folder.Source("*.xlsx") with { Format = new TextFormat { Style = TextStyle.Excel } };
        _folder.Write("a.zip", TestZip.Of("a.xlsx", "x"));

        Assert.That(_folder.Refused(source).Code, Is.EqualTo("ORC3130"));
    }

    [Test]
    public void A_row_that_is_read_twice_is_the_same_and_so_are_members_that_are_packed_once_more()
    {
        var large = new string('x', 400_000);
        _folder.Write("a.zip", new TestZip().Add("a.csv", $"a,b\n1,{large}\n2,y\n")
            .Add(new TestZip.Member("b.csv.gz", Packed("a,b\n3,z\n"u8.ToArray()))).Bytes());

        var rows = _folder.Read(_folder.Source("?.csv*"), batchBytes: 64 * 1024);

        Assert.That(rows, Is.EqualTo((string[])[$"1|{large}", "2|y", "3|z"]));
    }

    [Test]
    public void A_member_is_read_in_each_style_and_encoding()
    {
        _folder.Write("a.zip", new TestZip()
            .Add(new TestZip.Member("a.txt", Encoding.Latin1.GetBytes("Title\n1;Zoë\nTotal\n"))).Bytes());
        var source = _folder.Source("*.txt") with
        {
            Columns = ["a", "b"],
            Format = new TextFormat
            {
                Field = ";",
                HasHeader = false,
                Encoding = "windows-1252",
                SkipLines = 1,
                SkipLastLines = 1,
            },
        };

        Assert.That(_folder.Read(source), Is.EqualTo((string[])["1|Zoë"]));
    }

    [Test]
    public void Who_writes_into_it_while_it_is_read_is_found()
    {
        _folder.Write("a.zip", TestZip.Of("a.csv", "a\n1\n", "b.csv", "a\n2\n"));
        using var reader = new FileRowReader(_folder.Source());
        using var pool = new RowBatchPool(new MemoryBudget(1 << 26), reader.Columns);
        using var batch = pool.Rent(CancellationToken.None);
        reader.Read(batch, CancellationToken.None);
        File.AppendAllText(_folder.At("a.zip"), "x");

        var refused = Assert.Throws<DataRefusedException>(() => reader.Read(batch, CancellationToken.None))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3110"));
        Assert.That(reader.Opened.Select(stamp => (stamp.File, stamp.Hash)), Is.EqualTo(new[] { ("a.zip", "") }));
    }

    private static TestZip One(TestZip.Member member) => new TestZip().Add(member);

    private static TestCaseData Zip(string name, TestZip zip) => new(zip.Bytes()) { TestName = $"a zip file {name}" };

    private static TestCaseData Refused(string name, byte[] zip, string code, string said) =>
        new(zip, code, said) { TestName = $"zip: {name}" };

    private static byte[] Packed(byte[] text)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(text);
        }

        return packed.ToArray();
    }
}

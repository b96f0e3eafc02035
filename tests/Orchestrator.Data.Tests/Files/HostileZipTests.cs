using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Zip files that are damaged or made to harm: refused, and never other rows than those that were packed.
/// </summary>
internal sealed class HostileZipTests
{
    private ZipFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new ZipFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase(false)]
    [TestCase(true)]
    public void One_that_is_cut_off_anywhere_is_refused_before_its_first_row(bool isLarge)
    {
        var zip = new TestZip { IsLarge = isLarge }.Add("a.csv", "a\n1\n").Add("b.csv", "a\n2\n").Bytes();
        for (var length = 0; length < zip.Length; length++)
        {
            _folder.Write("a.zip", zip[..length]);

            var refused = Assert.Throws<DataRefusedException>(
                () => new FileRowReader(_folder.Source()).Dispose())!;

            Assert.That(refused.Code, Is.EqualTo(length == 1 ? "ORC3561" : "ORC3108"), $"{length}: {refused.Message}");
        }
    }

    [Test]
    public void One_of_several_that_is_cut_off_is_refused_before_the_first_row_of_the_others()
    {
        _folder.Write("a.zip", TestZip.Of("a.csv", "a\n1\n"));
        _folder.Write("b.zip", TestZip.Of("a.csv", "a\n1\n")[..^1]);

        var refused = Assert.Throws<DataRefusedException>(() => new FileRowReader(_folder.Source()).Dispose())!;

        Assert.That((refused.Code, refused.File), Is.EqualTo(("ORC3108", "b.zip")));
    }

    [Test]
    public void With_a_bit_of_it_turned_it_is_refused_or_has_the_rows_that_it_had()
    {
        var zip = new TestZip().Add("a.csv", "a,b\n1,x\n2,y\n")
            .Add(new TestZip.Member("b.csv", "a,b\n3,z\n"u8.ToArray())
            {
                IsStored = true,
                Flags = TestZip.SizesBehind,
            }).Bytes();
        for (var bit = 0; bit < zip.Length * 8; bit++)
        {
            var turned = zip.ToArray();
            turned[bit / 8] ^= (byte)(1 << (bit % 8));
            string[] rows;
            try
            {
                rows = _folder.Read(turned, "?.csv");
            }
            catch (DataRefusedException)
            {
                continue;
            }

            // With another name it may be a member that nobody reads.
            Assert.That(rows, Is.EquivalentTo((string[])["1|x", "2|y", "3|z"])
                .Or.EqualTo((string[])["1|x", "2|y"]).Or.EqualTo((string[])["3|z"]), $"bit {bit}");
        }
    }

    [Test]
    public void Members_that_expand_to_more_than_a_file_may_are_refused_before_the_first_row()
    {
        var text = "a\n" + new string('x', 600_000) + "\n";
        _folder.Write("a.zip", TestZip.Of("a.csv", text, "b.csv", text));
        var source = _folder.Source() with { Limits = new ReadLimits(Expanded: 1 << 20) };

        var refused = Assert.Throws<DataRefusedException>(() => new FileRowReader(source).Dispose())!;

        Assert.That(refused.Code, Is.EqualTo("ORC3107"));
        Assert.That(refused.Message, Does.StartWith("a.zip: the members that are read expand to more than 1,048,576"));
        Assert.That(_folder.Read(source with { Member = "a.csv" }), Has.Length.EqualTo(1));
    }

    [Test]
    public void Names_that_share_the_bytes_of_one_member_count_each_for_itself()
    {
        var content = Encoding.UTF8.GetBytes("a\n" + new string('x', 100_000) + "\n");
        var zip = new TestZip().Add(new TestZip.Member("0.csv", content));
        for (var i = 1; i < 100; i++)
        {
            zip.Add(new TestZip.Member("0.csv", content)
            {
                NameBytes = Encoding.ASCII.GetBytes($"{i}.csv"),
                PlaceOf = 0,
            });
        }

        _folder.Write("a.zip", zip.Bytes());
        var source = _folder.Source() with { Limits = new ReadLimits(Expanded: 1 << 20) };

        Assert.That(_folder.Refused(source).Code, Is.EqualTo("ORC3107"));
    }

    [Test]
    public void A_member_that_says_it_is_small_is_not_read_beyond_that()
    {
        var bomb = new byte[64 << 20];

        var refused = _folder.Refused(new TestZip()
            .Add(new TestZip.Member("a.csv", bomb) { Length = 100 }).Bytes());

        Assert.That(refused.Code, Is.EqualTo("ORC3108"));
    }

    [Test]
    public void A_directory_that_would_fill_the_memory_is_refused()
    {
        var zip = new TestZip();
        for (var i = 0; i < 300; i++)
        {
            zip.Add(new TestZip.Member($"{i}" + new string('x', 60_000), [])
            {
                Flags = TestZip.InUtf8,
                PlaceOf = 0,
            });
        }

        var refused = _folder.Refused(zip.Bytes());

        Assert.That(refused.Code, Is.EqualTo("ORC3107"), refused.Message);
        Assert.That(refused.Message, Does.StartWith("a.zip: the directory of the zip file"));
    }
}

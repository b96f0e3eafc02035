using System.IO.Compression;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.FileTasks;

/// <summary>Kind file: archives, of which those from elsewhere hold whatever somebody has put there.</summary>
internal sealed class FileArchiveTests : FileTaskRig
{
    private static FileTask Unzip { get; } = new() { Unzip = "a.zip", Files = "a.zip", ToConnection = "Other" };

    [Test]
    public void Files_are_packed_and_packed_again_and_unpacked_as_they_were()
    {
        Write("in/a.csv", "1");
        Write("in/ä ö.csv", new string('x', 300_000));
        var zip = new FileTask { Zip = "*.csv", Files = "*.csv", Folder = "sent", NewName = "all.zip" };

        Succeed(zip);
        var first = File.ReadAllBytes(At("in/sent/all.zip"));
        Succeed(zip);
        Succeed(new FileTask { Unzip = "x", Files = "sent/*.zip", ToConnection = "Other" });
        Succeed(new FileTask { Unzip = "x", Files = "sent/*.zip", ToConnection = "Other" });

        Assert.That(File.ReadAllBytes(At("in/sent/all.zip")), Is.EqualTo(first));
        Assert.That(File.ReadAllText(At("other/ä ö.csv")), Has.Length.EqualTo(300_000));
        Assert.That(File.ReadAllText(At("other/a.csv")), Is.EqualTo("1"));
    }

    [Test]
    public void An_archive_of_other_files_is_not_the_same()
    {
        Write("in/a.csv", "1");
        var zip = new FileTask { Zip = "*.csv", Files = "*.csv", Folder = "sent", NewName = "all.zip" };
        Succeed(zip);
        Write("in/a.csv", "2");

        Assert.That(Code(zip), Is.EqualTo("ORC3531"));
        Succeed(zip with { Existing = ExistingFile.Replace });
        Succeed(new FileTask { Unzip = "x", Files = "sent/all.zip", ToConnection = "Other" });

        Assert.That(File.ReadAllText(At("other/a.csv")), Is.EqualTo("2"));
    }

    [TestCase("../out.csv")]
    [TestCase("a/../../out.csv")]
    [TestCase("..\\out.csv")]
    [TestCase("/out.csv")]
    [TestCase("C:/out.csv")]
    [TestCase("a:b.csv")]
    [TestCase("nul.csv")]
    [TestCase("a./b.csv")]
    [TestCase("b ")]
    [TestCase("a//b.csv")]
    [TestCase("a\nb.csv")]
    public void A_member_that_would_lead_out_or_be_another_file_somewhere_stops_all(string name)
    {
        Pack(("good.csv", 1), (name, 1));

        Assert.That(Code(Unzip), Is.EqualTo("ORC3533"));
        Assert.That(All(), Is.EqualTo(new[] { "in/a.zip" }));
    }

    [TestCase("a.csv", "A.csv")]
    [TestCase("a", "A/b.csv")]
    public void Members_that_are_one_file_on_another_system_stop_all(string one, string other)
    {
        Pack((one, 1), (other, 1));

        Assert.That(Code(Unzip), Is.EqualTo("ORC3533"));
        Assert.That(All(), Is.EqualTo(new[] { "in/a.zip" }));
    }

    [Test]
    public void A_link_in_an_archive_stops_all()
    {
        using (var archive = ZipFile.Open(At("in/a.zip"), ZipArchiveMode.Create))
        {
            var link = archive.CreateEntry("link");
            link.ExternalAttributes = unchecked((int)0xA1FF0000);
            using var to = new StreamWriter(link.Open());
            to.Write("/etc/passwd");
        }

        Assert.That(Code(Unzip), Is.EqualTo("ORC3533"));
    }

    [Test]
    public void An_archive_that_would_fill_a_disk_is_refused_before_anything_is_written()
    {
        Solution.Servers.Add(new Connection
        {
            Name = "Small",
            Platform = Platform.Files,
            Folder = "in",
            Limits = new FileLimits(Expanded: 1000),
        });
        Pack(("a.csv", 600), ("b.csv", 600));

        Assert.That(Code(Unzip with { Connection = "Small" }), Is.EqualTo("ORC3533"));
        Assert.That(All(), Is.EqualTo(new[] { "in/a.zip" }));
    }

    [Test]
    public void What_is_no_archive_or_was_damaged_is_said_to_be()
    {
        Pack(("a.csv", 100_000));
        var bytes = File.ReadAllBytes(At("in/a.zip"));
        for (var place = 40; place < bytes.Length; place += 7)
        {
            byte[] damaged = [.. bytes];
            damaged[place] ^= 0x55;
            File.WriteAllBytes(At("in/a.zip"), damaged);

            var result = Run(Unzip);

            // The time of a member and its attributes say nothing of its content.
            Assert.That(result.Error?.Code, Is.Null.Or.EqualTo("ORC3533").Or.EqualTo("ORC3534"), $"{place}");
            Assert.That(Directory.GetFiles(At("other")).Select(File.ReadAllText),
                Is.All.EqualTo(new string('x', 100_000)), $"{place}");
            Array.ForEach(Directory.GetFiles(At("other")), File.Delete);
        }

        File.WriteAllText(At("in/a.zip"), "no archive");
        Assert.That(Code(Unzip), Is.EqualTo("ORC3534"));
    }

    // Each member holds so many letters.
    private void Pack(params (string Name, int Length)[] members)
    {
        using var archive = ZipFile.Open(At("in/a.zip"), ZipArchiveMode.Create);
        foreach (var (name, length) in members)
        {
            using var member = new StreamWriter(archive.CreateEntry(name).Open());
            member.Write(new string('x', length));
        }
    }
}

using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Files within zip files, loaded into tables: whole or not at all, and each named as where it came from.
/// </summary>
[TestFixtureSource(typeof(TestPlatforms), nameof(TestPlatforms.Everywhere))]
internal sealed class ZipMemberLoadTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        Put("a.zip", TestZip.Of("b.csv", "name,id\nx,2\n", "a.csv", "id,name\n1,w\n", "readme.txt", "?"));
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Rows_of_all_members_arrive_with_the_name_of_their_own()
    {
        Put("b.zip", TestZip.Of("a.csv", "id,name\n3,y\n"));

        var result = Run(new FileIntake { NameColumn = "origin" }, Rig.Column("origin", "nvarchar(40)"));

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 3L)));
        Assert.That(_rig.Query("SELECT id, name, origin FROM t ORDER BY id"), Is.EqualTo(
            (string[])["1|w|a.zip!a.csv", "2|x|a.zip!b.csv", "3|y|b.zip!a.csv"]));
        Assert.That(result.Files.Select(file => (file.Name, file.Outcome, file.Hash.Length)), Is.EqualTo(new[]
        {
            ("a.zip", FileOutcome.Loaded, 64), ("b.zip", FileOutcome.Loaded, 64),
        }));
    }

    [Test]
    public void A_value_that_does_not_fit_is_told_by_member_and_row_and_the_zip_file_is_what_was_refused()
    {
        Run(new FileIntake());
        Put("b.zip", TestZip.Of("a.csv", "id,name\n3,y\nfour,z\n"));

        var result = Run(new FileIntake { Rejected = "bad" });

        Assert.That((result.Outcome, Ids()), Is.EqualTo((NodeState.Failed, "1 2")));
        Assert.That(result.Error!.Message, Does.Contain("b.zip!a.csv, row 2"));
        Assert.That(result.Files.Select(file => (file.Name, file.Outcome, file.Move)), Is.EqualTo(new[]
        {
            ("a.zip", FileOutcome.Failed, FileMove.None), ("b.zip", FileOutcome.Refused, FileMove.Reject),
        }));
    }

    [Test]
    public void A_rejected_row_is_kept_with_its_member_and_the_others_are_loaded()
    {
        Put("a.zip", TestZip.Of("a.csv", "id,name\n1,w\ntwo,x\n3\n", "b.csv", "id,name\n4,y\n"));

        var result = Run(new FileIntake(), Policy.Redirect);

        Assert.That((result.Error?.Message, result.Counts.Inserted, result.Counts.Rejected),
            Is.EqualTo(((string?)null, 2L, 2L)));
        Assert.That(Ids(), Is.EqualTo("1 4"));
    }

    [TestCase("ORC3108")]
    [TestCase("ORC3562")]
    [TestCase("ORC3564")]
    public void One_zip_file_that_cannot_be_read_leaves_nothing_of_the_others(string code)
    {
        Run(new FileIntake());
        Put("b.zip", code switch
        {
            "ORC3108" => TestZip.Of("a.csv", "id,name\n3,y\n")[..^9],
            "ORC3562" => TestZip.Of("b.txt", "id,name\n3,y\n"),
            _ => new TestZip().Add(new TestZip.Member("a.csv", [1]) { Flags = TestZip.Encrypted }).Bytes(),
        });

        var result = Run(new FileIntake { Rejected = "bad" });

        Assert.That((result.Error!.Code, Ids()), Is.EqualTo((code, "1 2")), result.Error.Message);
        Assert.That(result.Files.Select(file => (file.Name, file.Outcome)),
            Is.EqualTo(new[] { ("b.zip", FileOutcome.Refused) }));
    }

    private void Put(string file, byte[] zip) => File.WriteAllBytes(Path.Combine(_rig.Rig.Inbox, file), zip);

    private string Ids() => string.Join(' ', _rig.Query("SELECT id FROM t ORDER BY id"));

    private PackageResult Run(FileIntake intake, params ColumnDefinition[] further) =>
        Run(intake, Policy.Fail, further);

    private PackageResult Run(FileIntake intake, Policy policy, params ColumnDefinition[] further)
    {
        _rig.Rig.Servers.RemoveAll(each => each.Name == "Zips");
        _rig.Rig.Servers.Add(
            new Connection { Name = "Zips", Platform = Platform.Files, Folder = "in", Files = intake });
        return _rig.Rig.Run(_rig.Load(new LoadOptions(),
            [Rig.Column("id", "int"), Rig.Column("name", "nvarchar(20)"), .. further]) with
        {
            Source = new ObjectSource { Connection = "Zips", File = "*.zip", Member = "*.csv" },
            Errors = new ErrorOptions { OnError = Rig.Written(policy) },
        });
    }
}

using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

internal sealed class MovedFilesTests
{
    private static readonly FileIntake Moving = new() { Archive = "done", Rejected = "bad" };

    [TestCase("*.csv", "a*", "in", true)]
    [TestCase("*.csv", "A.csv", "./In/", true)]
    [TestCase("a*.csv", "b*.csv", "in", false)]
    [TestCase("sub/*.csv", "*.csv", "in", false)]
    [TestCase("*.csv", "*.csv", "other", false)]
    [TestCase("done/*.csv", "a.csv", "in", true)]
    [TestCase("bad/sub/b.csv", "a.csv", "in", true)]
    [TestCase("done.csv", "a.csv", "in", false)]
    public void A_file_that_is_moved_is_read_by_one_object(string one, string other, string folder, bool isRefused)
    {
        Assert.That(Found(Moving, one, other, folder), isRefused ? Is.Not.Empty : Is.Empty);
    }

    [Test]
    public void Where_nothing_is_moved_files_may_have_several_readers()
    {
        Assert.That(Found(new FileIntake(), "*.csv", "a.csv", "in"), Is.Empty);
    }

    [Test]
    public void It_is_refused_also_where_only_the_other_connection_on_the_folder_moves_them()
    {
        Assert.That(Found(new FileIntake(), "*.csv", "a.csv", "in", Moving), Is.EqualTo(new[]
        {
            "'Staging/one' and 'Staging/other' can read the same file ('*.csv' and 'a.csv'), and it is moved when one "
            + "of them has.",
        }));
    }

    [Test]
    public void Where_both_read_members_of_a_zip_file_the_hint_is_to_leave_it_where_it_is()
    {
        var (first, last) = (Member("customer"), Member("orders"));
        using var rig = new Rig();
        rig.Servers.Add(new Connection { Name = "Inbox", Platform = Platform.Files, Folder = "in", Files = Moving });
        rig.Objects.AddRange([first, last]);

        var found = PackageKinds.All["load"].Check(last, rig.Solution).Single(wrong => wrong.Code == "ORC1336");

        Assert.That(found.Hint, Does.StartWith("Write `take: new`"));
    }

    [Test]
    public void What_lies_where_files_are_moved_to_is_not_taken()
    {
        using var rig = new Rig();
        rig.Servers.Add(new Connection
        {
            Name = "Inbox",
            Platform = Platform.Files,
            Folder = "in",
            Files = new FileIntake { Rejected = "bad", OnNone = NoFiles.Skip },
        });
        Directory.CreateDirectory(Path.Combine(rig.Inbox, "bad"));
        rig.Write("bad/a.csv", "id\n1\n");

        var result = PackageKinds.All["load"].Run(rig.Context(Reader("one", "Inbox", "bad/*.csv")));

        Assert.That((result.Outcome, result.Counts.Read), Is.EqualTo((NodeState.Succeeded, 0L)));
    }

    private static string[] Found(
        FileIntake intake, string one, string other, string folder, FileIntake? others = null)
    {
        var (first, last) = (Reader("other", "Other", other), Reader("one", "Inbox", one));
        using var rig = new Rig();
        var solution = rig.Solution;
        solution = solution with
        {
            Connections =
            [
                .. solution.Connections,
                new Connection { Name = "Inbox", Platform = Platform.Files, Folder = "in", Files = intake },
                new Connection
                {
                    Name = "Other",
                    Platform = Platform.Files,
                    Folder = folder,
                    Files = others ?? new FileIntake(),
                },
            ],
            Projects =
            [
                new Project { Name = "Staging", Target = "Db", Containers = [], Objects = [first, last] },
            ],
        };
        return [.. PackageKinds.All["load"].Check(last, solution).Where(wrong => wrong.Code == "ORC1336")
            .Select(wrong => wrong.Message)];
    }

    private static ObjectDefinition Member(string name) => Rig.Load(name, Rig.Column("id", "int")) with
    {
        Source = new ObjectSource { Connection = "Inbox", File = "*.zip", Member = $"{name}.csv" },
    };

    private static ObjectDefinition Reader(string name, string connection, string file) =>
        Rig.Load(name, Rig.Column("id", "int")) with
        {
            Source = new ObjectSource { Connection = connection, File = file },
        };
}

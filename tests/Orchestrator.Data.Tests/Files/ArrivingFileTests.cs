using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>A file that comes from elsewhere is found by its name once it is whole.</summary>
internal sealed class ArrivingFileTests
{
    private string _folder = null!;

    [SetUp]
    public void Make() => _folder = Directory.CreateTempSubdirectory("orchestrator-arriving-").FullName;

    [TearDown]
    public void Remove() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void It_is_there_when_it_is_published_and_not_before()
    {
        using var file = ArrivingFile.Begin(_folder, "in/a.csv", 1);
        file.Stream.Write("ab"u8);
        file.Complete();
        var before = FileListing.Files(_folder, "in/*");

        file.Publish();

        Assert.That(before, Is.Empty);
        Assert.That(FileListing.Files(_folder, "in/*"), Is.EqualTo(new[] { "in/a.csv" }));
        Assert.That(File.ReadAllText(Path.Combine(_folder, "in", "a.csv")), Is.EqualTo("ab"));
    }

    [Test]
    public void One_that_is_given_up_leaves_the_old_one_and_nothing_else()
    {
        File.WriteAllText(Path.Combine(_folder, "a.csv"), "old");

        using (var file = ArrivingFile.Begin(_folder, "a.csv", 1))
        {
            file.Stream.Write("new"u8);
        }

        Assert.That(Directory.GetFiles(_folder), Is.EqualTo(new[] { Path.Combine(_folder, "a.csv") }));
        Assert.That(File.ReadAllText(Path.Combine(_folder, "a.csv")), Is.EqualTo("old"));
    }

    [Test]
    public void What_a_killed_attempt_left_is_gone_when_the_next_begins()
    {
        File.WriteAllText(Path.Combine(_folder, ".a.csv.7-0123abcd.loading"), "half");

        using (var file = ArrivingFile.Begin(_folder, "a.csv", 8))
        {
            file.Stream.Write("all"u8);
            file.Complete();
            file.Publish();
        }

        Assert.That(Directory.GetFiles(_folder).Select(path => Path.GetFileName(path)), Is.EqualTo(new[] { "a.csv" }));
    }

    [TestCase("../a.csv")]
    [TestCase("/tmp/a.csv")]
    [TestCase("in/../../a.csv")]
    [TestCase("a\\b.csv")]
    public void It_goes_nowhere_but_below_the_folder(string file) => Assert.That(
        Assert.Throws<DataRefusedException>(() => ArrivingFile.Begin(_folder, file, 1).Dispose())!.Code,
        Is.EqualTo("ORC3102"));
}

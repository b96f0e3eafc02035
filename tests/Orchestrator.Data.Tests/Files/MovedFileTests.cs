using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

internal sealed class MovedFileTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder()
    {
        _folder = Directory.CreateTempSubdirectory("orchestrator-moved-").FullName;
        Put("in/a.tar.gz", "new");
    }

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_file_keeps_its_own_folders_where_it_is_moved_to()
    {
        Assert.That(MovedFile.Move(_folder, "in/a.tar.gz", "done/2026", 7), Is.EqualTo("done/2026/in/a.tar.gz"));
        Assert.That(Text("done/2026/in/a.tar.gz"), Is.EqualTo("new"));
        Assert.That(File.Exists(At("in/a.tar.gz")), Is.False);
    }

    [Test]
    public void What_has_the_name_stays_as_it_is_and_the_number_of_the_attempt_stands_before_the_ending()
    {
        Put("done/in/a.tar.gz", "old");
        Put("done/in/a.tar.7.gz", "older");

        Assert.That(MovedFile.Move(_folder, "in/a.tar.gz", "done", 7), Is.EqualTo("done/in/a.tar.7.2.gz"));

        Assert.That(Text("done/in/a.tar.gz"), Is.EqualTo("old"));
        Assert.That(Text("done/in/a.tar.7.gz"), Is.EqualTo("older"));
        Assert.That(Text("done/in/a.tar.7.2.gz"), Is.EqualTo("new"));
    }

    [Test]
    public void A_file_without_an_ending_gets_the_number_behind_its_name()
    {
        Put("v1.0/a", "new");
        Put("done/v1.0/a", "old");

        Assert.That(MovedFile.Move(_folder, "v1.0/a", "done", 7), Is.EqualTo("done/v1.0/a.7"));
    }

    [TestCase("..")]
    [TestCase("../elsewhere")]
    [TestCase("/elsewhere")]
    public void It_is_not_moved_out_of_the_folder(string into)
    {
        Assert.That(() => MovedFile.Move(_folder, "in/a.tar.gz", into, 7),
            Throws.TypeOf<DataRefusedException>().With.Property("Code").EqualTo("ORC3102"));
        Assert.That(Text("in/a.tar.gz"), Is.EqualTo("new"));
    }

    [Test]
    public void Nor_over_a_link()
    {
        var outside = Directory.CreateTempSubdirectory("orchestrator-outside-").FullName;
        try
        {
            Directory.CreateSymbolicLink(At("done"), outside);

            Assert.That(() => MovedFile.Move(_folder, "in/a.tar.gz", "done", 7), Throws.TypeOf<DataRefusedException>());
            Assert.That(Directory.EnumerateFileSystemEntries(outside), Is.Empty);
        }
        finally
        {
            Directory.Delete(outside, recursive: true);
        }
    }

    [Test]
    public void A_link_is_not_moved()
    {
        File.CreateSymbolicLink(At("link.csv"), At("in/a.tar.gz"));

        Assert.That(() => MovedFile.Move(_folder, "link.csv", "done", 7),
            Throws.TypeOf<DataRefusedException>().With.Message.Contains("is a link"));
        Assert.That(Text("in/a.tar.gz"), Is.EqualTo("new"));
    }

    private void Put(string name, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(At(name))!);
        File.WriteAllText(At(name), text);
    }

    private string Text(string name) => File.ReadAllText(At(name));

    private string At(string name) => Path.Combine(_folder, name);
}

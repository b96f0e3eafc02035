namespace Orchestrator.Data.Tests;

[Platform(Exclude = "Win", Reason = "looks at Unix modes")]
internal sealed class OwnedFolderTests
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private string _root = "";

    [SetUp]
    public void Before() => _root = Directory.CreateTempSubdirectory("orchestrator-owned-").FullName;

    [TearDown]
    public void After() => Directory.Delete(_root, recursive: true);

    [TestCase(false, Owner)]
    [TestCase(true, Owner | UnixFileMode.GroupRead | UnixFileMode.GroupExecute)]
    public void Each_folder_that_was_missing_gets_its_mode(bool forGroup, UnixFileMode mode)
    {
        var made = OwnedFolder.Make(Path.Combine(_root, "a", "b"), forGroup).FullName;

        Assert.That(ModeOf(made), Is.EqualTo(mode));
        Assert.That(ModeOf(Path.Combine(_root, "a")), Is.EqualTo(mode));
    }

    [Test]
    public void A_folder_that_is_there_stays_as_somebody_has_made_it()
    {
        const UnixFileMode shared = Owner | UnixFileMode.GroupRead | UnixFileMode.GroupWrite;
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(_root, shared);
        }

        OwnedFolder.Make(_root);

        Assert.That(ModeOf(_root), Is.EqualTo(shared));
    }

    private static UnixFileMode ModeOf(string path) =>
        OperatingSystem.IsWindows() ? Owner : File.GetUnixFileMode(path);
}

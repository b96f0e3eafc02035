using System.Runtime.InteropServices;
using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>
/// A folder or file that becomes a link out of the connection's folder between the moment when its path is judged and
/// the moment when it is opened.
/// </summary>
[Platform("Linux", Reason = "elsewhere paths are judged twice by their names")]
internal sealed class SwappedPathTests
{
    private const int Rounds = 400;
    private const int Exchange = 2;
    private const int Here = -100;

    private string _root = "";

    private string Inbox => Path.Combine(_root, "inbox");

    private string Outside => Path.Combine(_root, "outside");

    [SetUp]
    public void MakeFolders()
    {
        _root = Directory.CreateTempSubdirectory("orchestrator-swapped-").FullName;
        Directory.CreateDirectory(Path.Combine(Inbox, "sub"));
        Directory.CreateDirectory(Outside);
        File.WriteAllText(Path.Combine(Inbox, "sub", "a.csv"), "mine\n1\n");
        File.WriteAllText(Path.Combine(Outside, "a.csv"), "secret\n2\n");
        Directory.CreateSymbolicLink(Path.Combine(Inbox, "link"), Outside);
        File.CreateSymbolicLink(Path.Combine(Inbox, "linked.csv"), Path.Combine(Outside, "a.csv"));
    }

    [TearDown]
    public void RemoveFolders() => Directory.Delete(_root, recursive: true);

    [TestCase("sub", "link")]
    [TestCase("sub/a.csv", "linked.csv")]
    public void What_became_a_link_behind_its_judgement_is_not_read(string swapped, string link)
    {
        using var folder = new FileFolder(Inbox) { Judged = () => Swap(swapped, link) };

        var refused = Assert.Throws<DataRefusedException>(() => folder.Open("sub/a.csv").Dispose());

        Assert.That(refused!.Code, Is.EqualTo("ORC3102"));
    }

    [TestCase("sub", "link")]
    [TestCase("sub/a.csv", "linked.csv")]
    public void Nor_are_its_size_and_time_told(string swapped, string link)
    {
        using var folder = new FileFolder(Inbox) { Judged = () => Swap(swapped, link) };

        Assert.That(() => folder.Find("sub/a.csv", found => found.Length), Throws.InstanceOf<DataRefusedException>());
    }

    [Test]
    public void Nothing_is_written_or_removed_where_a_folder_leads_that_became_a_link()
    {
        using var judged = new FileFolder(Inbox) { Judged = () => Swap("sub", "link") };
        Assert.That(() => PendingFile.Begin(judged, "sub/a.csv", 1).Dispose(),
            Throws.InstanceOf<DataRefusedException>());
        Swap("sub", "link");

        using var folder = new FileFolder(Inbox);
        using (var pending = PendingFile.Begin(folder, "sub/a.csv", 1))
        {
            Swap("sub", "link");
            pending.Stream.Write("new"u8);
            pending.Publish(pending.Complete());
        }

        Assert.That(Directory.GetFiles(Outside), Has.Length.EqualTo(1));
        Assert.That(File.ReadAllText(Path.Combine(Outside, "a.csv")), Is.EqualTo("secret\n2\n"));
        Swap("sub", "link");
        Assert.That(File.ReadAllText(Path.Combine(Inbox, "sub", "a.csv")), Is.EqualTo("new"), "it went where it was");
    }

    [Test]
    public void Nothing_is_moved_over_a_folder_that_became_a_link()
    {
        Directory.CreateDirectory(Path.Combine(Inbox, "done"));
        using var folder = new FileFolder(Inbox) { Judged = () => Swap("sub", "link") };

        Assert.That(() => MovedFile.Move(folder, Inbox, "sub/a.csv", "done", 1),
            Throws.InstanceOf<DataRefusedException>());
        Assert.That(File.Exists(Path.Combine(Outside, "a.csv")), Is.True);
        Assert.That(Directory.GetFileSystemEntries(Path.Combine(Inbox, "done")), Is.Empty);
    }

    [Test]
    public void Links_that_stay_within_the_folder_are_followed()
    {
        Directory.CreateSymbolicLink(Path.Combine(Inbox, "inner"), Path.Combine(Inbox, "sub"));
        File.CreateSymbolicLink(Path.Combine(Inbox, "inner.csv"), "sub/a.csv");
        using var folder = new FileFolder(Inbox);

        foreach (var name in (string[])["inner/a.csv", "inner.csv"])
        {
            using var reader = new StreamReader(folder.Open(name));
            Assert.That(reader.ReadToEnd(), Is.EqualTo("mine\n1\n"));
        }
    }

    [Test]
    public void While_a_folder_is_swapped_without_pause_nothing_outside_is_read_written_moved_or_removed()
    {
        using var stop = new CancellationTokenSource();
        var swapper = new Thread(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                Swap("sub", "link");
            }
        });
        swapper.Start();
        var (read, refused) = (0, 0);
        try
        {
            for (var round = 0; round < Rounds; round++)
            {
                _ = Try(() =>
                {
                    read++;
                    Assert.That(FileListing.Header(Inbox, "sub/a.csv", TextFormat.Csv), Is.EqualTo(new[] { "mine" }));
                }) ? 0 : refused++;
                Try(() => FileListing.StampOf(Inbox, "sub/a.csv"));
                Try(() => Write(round));
                Try(() => MovedFile.Move(Inbox, $"sub/{round}.csv", "sub", round));
                Try(() => FileListing.Delete(Inbox, $"sub/{round}.csv"));
            }
        }
        finally
        {
            stop.Cancel();
            swapper.Join();
        }

        Assert.That(Directory.GetFileSystemEntries(Outside).Select(Path.GetFileName), Is.EqualTo(new[] { "a.csv" }));
        Assert.That(File.ReadAllText(Path.Combine(Outside, "a.csv")), Is.EqualTo("secret\n2\n"));
        Assert.That(read, Is.EqualTo(Rounds));
        TestContext.Out.WriteLine($"{refused} of {Rounds} were refused");
    }

    private void Write(int round)
    {
        using var folder = new FileFolder(Inbox);
        using var pending = PendingFile.Begin(folder, $"sub/{round}.csv", round);
        pending.Stream.Write("x\n"u8);
        pending.Publish(pending.Complete());
    }

    // What is refused, or not there at the moment, is as it should be.
    private static bool Try(Action action)
    {
        try
        {
            action();
            return true;
        }
        catch (Exception refused) when (refused is DataRefusedException or IOException)
        {
            return false;
        }
    }

    private void Swap(string one, string other) =>
        Assert.That(RenameAt2(
            Here, Terminated(Path.Combine(Inbox, one)), Here, Terminated(Path.Combine(Inbox, other)), Exchange),
            Is.Zero);

    [DllImport("libc", EntryPoint = "renameat2")]
    private static extern int RenameAt2(int fromFolder, byte[] from, int toFolder, byte[] to, uint flags);

    private static byte[] Terminated(string path) => Encoding.UTF8.GetBytes(path + '\0');
}

using System.Runtime.InteropServices;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>A folder that cannot be held open is not opened by its name instead, which may lead elsewhere by then.
/// </summary>
[Platform("Linux", Reason = "elsewhere folders are not held open")]
[NonParallelizable]
internal sealed class FolderHandleTests
{
    private const int OpenFiles = 7;

    private string _root = "";

    [SetUp]
    public void MakeFolder() => _root = Directory.CreateTempSubdirectory("orchestrator-held-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_root, recursive: true);

    [Test]
    public void Where_no_more_can_be_open_a_folder_is_not_opened_by_its_name()
    {
        using var before = FolderHandle.Open(_root);

        var refused = WithoutRoom(() => Assert.Catch(() => FolderHandle.Open(_root).Dispose()));

        Assert.That(refused, Is.InstanceOf<IOException>().And.Message.Contains("cannot be opened: "));
        Assert.That(refused!.Message, Does.Contain(_root));
        Assert.That(() => FolderHandle.Open(_root).Dispose(), Throws.Nothing, "it was for the moment");
    }

    [Test]
    public void Nor_does_a_connection_read_below_it()
    {
        File.WriteAllText(Path.Combine(_root, "a.csv"), "a\n1\n");
        using var folder = new FileFolder(_root);
        folder.Open("a.csv").Dispose();

        var refused = WithoutRoom(() => Assert.Catch(() => folder.Open("a.csv").Dispose()));

        Assert.That(refused, Is.InstanceOf<DataRefusedException>().And.Message.Contains("cannot be opened: "));
    }

    [Test]
    public void The_names_in_it_are_brought_to_disk_as_long_as_it_is_open()
    {
        var folder = FolderHandle.Open(_root);
        File.WriteAllText(folder.At("a.csv"), "");

        Assert.That(folder.Flush, Throws.Nothing);
        folder.Dispose();
        Assert.That(folder.Flush, Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public void What_is_a_file_or_not_there_is_no_folder()
    {
        File.WriteAllText(Path.Combine(_root, "a.csv"), "");

        foreach (var name in (string[])["a.csv", "a.csv/b", "none"])
        {
            Assert.That(() => FolderHandle.Open(Path.Combine(_root, name)).Dispose(),
                Throws.InstanceOf<DirectoryNotFoundException>(), name);
        }
    }

    [Test]
    public void A_folder_that_leads_in_a_ring_is_said_to_be_one_that_cannot_be_opened()
    {
        Directory.CreateSymbolicLink(Path.Combine(_root, "a"), Path.Combine(_root, "b"));
        Directory.CreateSymbolicLink(Path.Combine(_root, "b"), Path.Combine(_root, "a"));

        Assert.That(() => FolderHandle.Open(Path.Combine(_root, "a")).Dispose(),
            Throws.TypeOf<IOException>().And.Message.Contains("cannot be opened: "));
    }

    [Test]
    public void A_file_that_somebody_else_writes_leaves_no_folder_open()
    {
        using var folder = new FileFolder(_root);
        using var other = PendingFile.Begin(folder, "a.csv", 1);
        var held = folder.Hold("a.csv");

        var refused = Assert.Throws<DataRefusedException>(() => new PendingFile(held, 2).Dispose());

        Assert.That(refused!.Code, Is.EqualTo("ORC3452"));
        Assert.That(() => held.Path, Throws.InstanceOf<ObjectDisposedException>());
    }

    /// <summary>Lets this process open nothing more meanwhile; what is open stays so.</summary>
    private static Exception? WithoutRoom(Func<Exception?> action)
    {
        Assert.That(GetLimit(OpenFiles, out var limit), Is.Zero);
        var none = limit with { Now = 0 };
        Assert.That(SetLimit(OpenFiles, ref none), Is.Zero);
        try
        {
            return action();
        }
        finally
        {
            _ = SetLimit(OpenFiles, ref limit);
        }
    }

    [DllImport("libc", EntryPoint = "getrlimit")]
    private static extern int GetLimit(int what, out Limit limit);

    [DllImport("libc", EntryPoint = "setrlimit")]
    private static extern int SetLimit(int what, ref Limit limit);

    [StructLayout(LayoutKind.Sequential)]
    private record struct Limit
    {
        public nuint Now;
        public nuint Most;
    }
}

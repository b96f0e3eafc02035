using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Scripts;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>What a class in C# is given ends with its return.</summary>
internal sealed class ScriptHostTests
{
    private readonly List<string> _said = [];

    private Rig _rig = null!;

    [SetUp]
    public void Before()
    {
        _said.Clear();
        _rig = new Rig();
    }

    [TearDown]
    public void After() => _rig.Dispose();

    [Test]
    public void Behind_its_return_it_gives_nothing_and_hears_nothing()
    {
        using var host = Host();
        host.Log("before");

        host.End();
        host.Log("behind");

        Assert.That(() => host.Files("Files", "*"), Throws.InvalidOperationException.With.Message.Contains("is over"));
        Assert.That(() => host.WriteFile("Files", "a.txt", _ => { }), Throws.InvalidOperationException);
        Assert.That(Directory.GetFiles(_rig.Inbox), Is.Empty);
        Assert.That(_said, Is.EqualTo(new[] { "before" }));
    }

    [Test]
    public void A_thread_that_is_still_at_work_when_the_class_returns_fails_the_attempt()
    {
        using var host = Host();
        using var begun = new ManualResetEventSlim();
        using var goesOn = new ManualResetEventSlim();
        var thread = new Thread(() => host.WriteFile("Files", "a.txt", _ =>
        {
            begun.Set();
            goesOn.Wait();
        }));
        thread.Start();
        begun.Wait();

        var refused = Assert.Throws<PackageRefusedException>(host.End);
        goesOn.Set();
        thread.Join();

        Assert.That(refused!.Error.Code, Is.EqualTo("ORC3641"));
    }

    [Test]
    public void What_it_writes_may_ask_for_more()
    {
        using var host = Host();
        File.WriteAllText(Path.Combine(_rig.Inbox, "a.txt"), "a");

        host.WriteFile("Files", "b.txt", file => host.OpenFile("Files", "a.txt").CopyTo(file));
        host.End();

        Assert.That(File.ReadAllText(Path.Combine(_rig.Inbox, "b.txt")), Is.EqualTo("a"));
    }

    private ScriptHost Host() => new(_rig.Context(Rig.Load("work") with
    {
        Kind = "script",
        Plugin = new Plugin { Assembly = "a.dll", Class = "A.B", Sha256 = "", Writes = ["Files"] },
    }) with
    {
        Message = _said.Add,
    });
}

using System.Text.Json;

namespace Orchestrator.Cli.Tests.Ledger;

/// <summary>`ledger restore` in the place of a ledger that is damaged.</summary>
internal sealed class LedgerRestoreTests
{
    private SmallSolution _solution = null!;

    private string Folder => Path.Combine(_solution.Folder, ".orchestrator");

    private string Ledger => Path.Combine(Folder, "ledger.db");

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        _solution.Call("run", "-q");
        _solution.Call("ledger", "backup", "copy.db");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase(true)]
    [TestCase(false)]
    public void A_damaged_ledger_is_moved_aside_and_kept(bool isText)
    {
        if (isText)
        {
            File.WriteAllText(Ledger, new string('x', 5000));
        }
        else
        {
            var pages = File.ReadAllBytes(Ledger);
            pages.AsSpan(4096, pages.Length - 8192).Fill(0x5a);
            File.WriteAllBytes(Ledger, pages);
        }

        var damaged = File.ReadAllBytes(Ledger);

        var asked = _solution.Call("ledger", "restore", "copy.db");
        var dry = _solution.Call("ledger", "restore", "copy.db", "--dry-run");
        Assert.That(Kept(), Is.Empty);
        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes");

        Assert.That((asked.ExitCode, dry.ExitCode, restored.ExitCode), Is.EqualTo((2, 0, 0)), restored.Error);
        Assert.That(dry.Out, Does.Contain("is damaged (").And.Contain("is moved aside, and 1 run of "));
        Assert.That(Kept(), Has.Length.EqualTo(1));
        Assert.That(File.ReadAllBytes(Kept()[0]), Is.EqualTo(damaged));
        Assert.That(restored.Error, Does.Contain($"the damaged ledger is kept as {Kept()[0]}"));
        Assert.That(_solution.Call("ledger", "status").Out, Does.Contain("runs         1"));
        Assert.That(_solution.Call("run").ExitCode, Is.Zero);
    }

    [Test]
    public void What_sqlite_keeps_beside_a_damaged_ledger_goes_with_it()
    {
        File.WriteAllText(Ledger, new string('x', 5000));
        File.WriteAllText(Ledger + "-wal", "log");
        File.WriteAllText(Ledger + "-shm", "shared");

        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes", "-o", "json");

        Assert.That(restored.ExitCode, Is.Zero, restored.Error);
        var aside = JsonDocument.Parse(restored.Out).RootElement.GetProperty("kept_as").GetString()!;
        Assert.That(aside, Does.StartWith(Ledger + ".damaged-"));
        Assert.That(File.ReadAllText(aside + "-wal"), Is.EqualTo("log"));
        Assert.That(File.Exists(aside + "-shm"), Is.True);
    }

    [Test]
    public void A_damaged_ledger_stays_where_it_is_while_a_run_is_at_work()
    {
        File.WriteAllText(Ledger, new string('x', 5000));
        var name = Directory.GetFiles(Path.Combine(Folder, "locks"), "*.lock").Single();
        using var held = new FileStream(name, FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes");

        Assert.That(restored.ExitCode, Is.Not.Zero);
        Assert.That(restored.Error, Does.Contain("ORC4123").And.Contain("while a run is at work"));
        Assert.That(Kept(), Is.Empty);
    }

    [Test]
    public void A_damaged_backup_takes_the_place_of_nothing()
    {
        var copy = Path.Combine(_solution.Folder, "copy.db");
        var pages = File.ReadAllBytes(copy);
        pages.AsSpan(8192, pages.Length - 16384).Fill(0x5a);
        File.WriteAllBytes(copy, pages);

        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes");

        Assert.That(restored.ExitCode, Is.EqualTo(2), restored.Error);
        Assert.That(restored.Error, Does.Contain("ORC4124").And.Contain("is no backup of a ledger: "));
        Assert.That(_solution.Call("ledger", "status").Out, Does.Contain("runs         1"));
    }

    [TestCase("ledger", "backup", "missing/copy.db")]
    [TestCase("ledger", "backup", "missing/copy.db", "--dry-run")]
    [TestCase("doctor", "--bundle", "missing/b.zip")]
    public void A_folder_that_is_missing_is_said_and_not_made(params string[] arguments)
    {
        var called = _solution.Call(arguments);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.Error, Does.Contain($"there is no folder '{Path.Combine(_solution.Folder, "missing")}'"));
        Assert.That(Directory.Exists(Path.Combine(_solution.Folder, "missing")), Is.False);
    }

    private string[] Kept() => [.. Directory.GetFiles(Folder, "ledger.db.damaged-*")
        .Where(file => !file.EndsWith("-wal", StringComparison.Ordinal)
            && !file.EndsWith("-shm", StringComparison.Ordinal))];
}

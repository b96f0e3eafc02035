namespace Orchestrator.Cli.Tests;

internal sealed class LedgerVerbTests
{
    private SmallSolution solution = null!;

    private string Copy => Path.Combine(solution.Folder, "copy.db");

    [SetUp]
    public void Make()
    {
        solution = new SmallSolution();
        solution.Call("run", "-q");
    }

    [TearDown]
    public void Remove() => solution.Dispose();

    [Test]
    public void A_ledger_is_looked_at_copied_and_put_back()
    {
        var before = solution.Call("ledger", "status");
        var backup = solution.Call("ledger", "backup", "copy.db");
        var after = solution.Call("ledger", "status", "-o", "json");
        solution.Call("run", "-q");
        var asked = solution.Call("ledger", "restore", "copy.db");
        var dry = solution.Call("ledger", "restore", "copy.db", "--dry-run");
        var restored = solution.Call("ledger", "restore", "copy.db", "--yes");
        var status = solution.Call("ledger", "status");

        Assert.That(before.Out, Does.Contain("last backup  never").And.Contain("runs         1"), before.Error);
        Assert.That(backup.ExitCode, Is.Zero, backup.Error);
        Assert.That(after.Out, Does.Contain("copy.db"));
        Assert.That((asked.ExitCode, dry.ExitCode), Is.EqualTo((2, 0)), asked.Error);
        Assert.That(dry.Out, Does.Contain("2 runs in the ledger").And.Contain("are replaced by 1 of"));
        Assert.That(restored.ExitCode, Is.Zero, restored.Error);
        Assert.That(status.Out, Does.Contain("runs         1"));
        Assert.That(solution.Call("run").Out, Does.Contain("run 3 of"));
    }

    [Test]
    public void A_backup_overwrites_nothing_and_what_is_none_is_not_restored()
    {
        solution.Write("copy.db", "mine");

        var backup = solution.Call("ledger", "backup", "copy.db");
        var restore = solution.Call("ledger", "restore", "nowhere.db", "--yes");

        Assert.That((backup.ExitCode, restore.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(backup.Error, Does.Contain("ORC4124"));
        Assert.That(restore.Error, Does.Contain("ORC4124"));
        Assert.That(File.ReadAllText(Copy), Is.EqualTo("mine"));
    }

    [Test]
    public void A_ledger_that_is_up_to_date_is_not_migrated()
    {
        Assert.That(solution.Call("ledger", "migrate").Error, Does.Contain("up to date"));
        Assert.That(solution.Call("ledger", "migrate", "--dry-run").Out, Does.Contain("would do nothing"));
        Assert.That(solution.Call("ledger", "migrat").Error, Does.Contain("did you mean 'migrate'"));
        Assert.That(solution.Call("ledger", "backup").ExitCode, Is.EqualTo(2));
    }
}

using Microsoft.Data.Sqlite;
using Orchestrator.Cli.Tests.Run.Leases;

namespace Orchestrator.Cli.Tests.Ledger;

/// <summary>`ledger backup` and `ledger restore` while a run of another process is at work.</summary>
internal sealed class BackupDuringRunTests
{
    private const int CopiesMax = 100;

    [SetUp]
    public void OnLinuxOnly() => RunningCommand.OnLinuxOnly();

    // The first copy is one of a run at work however slow it is made; of the others most are.
    // In a file a commit may take no longer than memory does.
    [TestCase(false, 12_000)]
    [TestCase(true, 3_000)]
    public void Each_backup_is_whole_and_of_one_moment_and_the_run_goes_on(bool isOnServer, int rows)
    {
        using var night = new LeasedNight(isOnServer, isRelaxed: false, ", commitRows: 1", rows);
        using var run = night.StartHeld(night.BeforeRows);
        night.AwaitHeld(run, night.BeforeRows);

        List<string> copies = [Copied(night, 0)];
        Assert.That(run.HasEndedWithin(TimeSpan.Zero), Is.False, run.Said);
        run.Send("CONT");
        while (copies.Count < CopiesMax && !run.HasEndedWithin(TimeSpan.Zero))
        {
            copies.Add(Copied(night, copies.Count));
        }

        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(IsOfRunAtWork(copies[0]), Is.True);
        Assert.That(night.Rows, Is.EqualTo(rows));
        Assert.That(night.FirstRun, Does.StartWith("Succeeded"));
        Assert.That(copies.Select(Mistakes), Is.All.Empty);
        Assert.That(
            copies.Select(copy => Called.With(night.Folder, "status", "1", "--ledger", copy).ExitCode), Is.All.Zero);
    }

    [TestCase(false)]
    [TestCase(true)]
    public void A_restore_is_refused_by_the_name_of_the_run_which_goes_on(bool isOnServer)
    {
        using var night = new LeasedNight(isOnServer, isRelaxed: false, ", commitRows: 1", 10);
        using (var first = night.Start())
        {
            Assert.That(first.ExitCode(), Is.Zero, first.Said);
        }

        var copy = Path.Combine(night.Folder, "copy.db");
        Called.With(night.Folder, "ledger", "backup", copy);
        night.Endless();
        using var run = night.Start();
        run.AwaitLine("start  P/t");
        var refused = Called.With(night.Folder, "ledger", "restore", copy, "--yes");
        var status = Called.With(night.Folder, "status", "2");

        Assert.That(refused.ExitCode, Is.EqualTo(3), refused.Error);
        Assert.That(refused.Error, Does.Contain("ORC4123").And.Contain("while run 2 is at work"));
        Assert.That(status.ExitCode, Is.Zero, status.Error);
        Assert.That(run.HasEndedWithin(TimeSpan.Zero), Is.False, run.Said);
        run.Send("INT");
        Assert.That(run.ExitCode(), Is.EqualTo(130), run.Said);
    }

    private static string Copied(LeasedNight night, int number)
    {
        var copy = Path.Combine(night.Folder, $"copy{number}.db");
        var made = Called.With(night.Folder, "ledger", "backup", copy);
        Assert.That(made.ExitCode, Is.Zero, made.Error);
        return copy;
    }

    private static bool IsOfRunAtWork(string copy)
    {
        using var ledger = new SqliteConnection($"Data Source={copy};Mode=ReadOnly;Pooling=False");
        ledger.Open();
        return LedgerTables.Rows(ledger, "SELECT 1 FROM attempts WHERE state = 'Running'").Count > 0;
    }

    /// <summary>What of a copy could not have been so at any moment.</summary>
    private static List<string> Mistakes(string copy)
    {
        using var ledger = new SqliteConnection($"Data Source={copy};Mode=ReadOnly;Pooling=False");
        ledger.Open();
        return
        [
            .. LedgerTables.Rows(ledger, "PRAGMA integrity_check").Where(line => line != "ok"),
            .. LedgerTables.Rows(ledger, "PRAGMA foreign_key_check"),
            // A transition, the state that it led to and the attempt are one commit.
            .. LedgerTables.Rows(ledger, """
                SELECT 'node ' || n.name || ' is ' || n.state || ', its last transition ' || t.to_state
                FROM nodes n JOIN transitions t ON t.run = n.run AND t.node = n.node
                WHERE t.sequence = (SELECT max(sequence) FROM transitions l WHERE l.run = n.run AND l.node = n.node)
                  AND t.to_state <> n.state
                UNION ALL
                SELECT 'run ' || run || ' has ended and node ' || name || ' is ' || state FROM nodes
                WHERE state IN ('Pending', 'Ready', 'Running')
                  AND run IN (SELECT run FROM runs WHERE ended_at IS NOT NULL)
                UNION ALL
                SELECT 'attempt ' || attempt || ' is ' || state || ' and its node is not' FROM attempts a
                WHERE a.state NOT IN (SELECT n.state FROM nodes n WHERE n.run = a.run AND n.node = a.node)
                """),
        ];
    }
}

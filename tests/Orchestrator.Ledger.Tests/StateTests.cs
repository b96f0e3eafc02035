using Microsoft.Data.Sqlite;
using Orchestrator.Core;
using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger.Tests;

/// <summary>What a ledger says of itself to who looks whether anything is odd.</summary>
internal sealed class StateTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void Runs_without_an_end_are_told_those_that_died_as_such()
    {
        RunAll(1);
        Begin("Nightly").Dispose();
        using var atWork = Begin("Weekly");

        using var reader = Read();
        Assert.That(reader.NotEnded().Select(run => (run.Number, run.Verdict)), Is.EqualTo(
            new (long, RunVerdict?)[] { (2, RunVerdict.EndedUnexpectedly), (3, null) }));
    }

    [Test]
    public void The_last_numbers_are_those_that_were_given_also_behind_a_restore()
    {
        var copy = Path.Combine(Folder, "copy.db");
        RunAll(1, 2);
        LedgerBackup.Make(Location, copy, "user", TimeProvider.System);
        RunAll(3);
        (long, long) before, after;
        using (var reader = Read())
        {
            before = reader.LastGiven;
        }

        LedgerBackup.Restore(Location, copy, TimeProvider.System);
        using (var reader = Read())
        {
            after = reader.LastGiven;
        }

        Assert.That((before, after), Is.EqualTo(((2L, 3L), (2L, 3L))));
    }

    [Test]
    public void The_lease_of_a_run_at_work_is_held_and_behind_its_end_there_is_none()
    {
        using (var run = Begin())
        {
            using var reader = Read();
            var lease = reader.Leases().Single();

            Assert.That((lease.Batch, lease.Environment, lease.Run), Is.EqualTo(("Nightly", "default", run.Number)));
            Assert.That((lease.IsLockHeld, lease.IsOver, lease.Verdict), Is.EqualTo((true, false, LeaseVerdict.Held)));
        }

        using var after = Read();
        Assert.That(after.Leases(), Is.Empty);
    }

    [Test]
    public void A_file_is_looked_through_and_a_server_looks_after_itself()
    {
        RunAll(1);
        IReadOnlyList<string> before;
        using (var reader = Read())
        {
            before = reader.Damage(CancellationToken.None);
        }

        Assert.That(before, Is.Empty);
        if (Place != Place.Sqlite)
        {
            return;
        }

        using (var file = new SqliteConnection($"Data Source={Location.File};Pooling=False"))
        {
            file.Open();
            using var command = file.CreateCommand();
            command.CommandText = "PRAGMA foreign_keys=OFF; DELETE FROM plans";
            command.ExecuteNonQuery();
        }

        using var damaged = Read();
        Assert.That(damaged.Damage(CancellationToken.None).Single(), Does.Contain("refers to a row of plans"));
        Assert.That(() => damaged.Damage(new CancellationToken(canceled: true)),
            Throws.InstanceOf<OperationCanceledException>());
    }
}

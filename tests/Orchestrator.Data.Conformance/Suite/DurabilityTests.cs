using System.Globalization;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>What holds of the durability of every platform's databases, and of the rows that tell of it.</summary>
internal sealed class DurabilityTests(PlaceKind kind) : PlaceTests(kind)
{
    private static readonly string Ledger = Guid.NewGuid().ToString();
    private static readonly DateTimeOffset Noon = new(2026, 11, 22, 13, 0, 0, 125, TimeSpan.FromHours(1));

    [Test]
    public void The_setting_is_changed_read_back_and_restored()
    {
        using var durability = Place.OpenDurability();
        if (!durability.ChangesDatabase)
        {
            Assert.That(() => durability.Change("off", CancellationToken.None), Throws.InvalidOperationException);
            return;
        }

        var found = durability.Setting();
        durability.Change(durability.RelaxedSetting, CancellationToken.None);
        using var other = Place.OpenDurability();
        var seen = other.Setting();
        other.Change(found, CancellationToken.None);

        Assert.That(seen, Is.EqualTo(durability.RelaxedSetting));
        Assert.That(durability.Setting(), Is.EqualTo(found));
    }

    [Test]
    public void A_lock_is_held_against_other_sessions_until_it_is_given_back_or_its_session_ends()
    {
        using var one = Place.OpenDurability();
        using var second = Place.OpenDurability();
        var name = $"orchestrator durability {Ledger} 7";

        var held = one.TryLock(name);
        var refused = second.TryLock(name);
        var another = second.TryLock(name + "1");
        held!.Dispose();
        var free = second.TryLock(name);

        Assert.That(refused, Is.Null);
        Assert.That(another, Is.Not.Null);
        Assert.That(free, Is.Not.Null);
        another!.Dispose();
        second.Dispose();
        Assert.That(() => one.TryLock(name), Is.Not.Null.After(300).Seconds.PollEvery(5).MilliSeconds);
    }

    [Test]
    public void What_relaxed_sessions_commit_is_flushed_again_and_again()
    {
        using var durability = Place.OpenDurability();
        durability.Flush(CancellationToken.None);
        using var relaxed = Place.Open(isRelaxed: true);
        var markers = new AttemptMarkers(relaxed, Ledger);
        markers.Prepare(CancellationToken.None);
        relaxed.Begin(CancellationToken.None);
        markers.Add(7, 1);
        relaxed.Commit();

        durability.Flush(CancellationToken.None);
        durability.Flush(CancellationToken.None);

        using var reading = Place.Open(isTarget: false);
        Assert.That(new AttemptMarkers(reading, Ledger).Found([1]), Is.EquivalentTo(new[] { 1L }));
    }

    [Test]
    public void A_flush_that_is_cancelled_is_not_made()
    {
        using var durability = Place.OpenDurability();

        Assert.That(
            () => durability.Flush(new CancellationToken(canceled: true)),
            Throws.InstanceOf<OperationCanceledException>());
        Assert.That(() => durability.Flush(CancellationToken.None), Throws.Nothing);
    }

    [Test]
    public void Markers_are_told_apart_by_ledger_and_attempt_also_where_many_are_missing()
    {
        using var database = Place.Open();
        var (mine, others) = (new AttemptMarkers(database, Guid.NewGuid().ToString()),
            new AttemptMarkers(database, Guid.NewGuid().ToString()));
        mine.Prepare(CancellationToken.None);
        long[] there = [.. Enumerable.Range(1, 1200).Where(i => i % 7 != 0).Select(i => (long)i)];
        database.Begin(CancellationToken.None);
        foreach (var attempt in there)
        {
            mine.Add(1, attempt);
        }

        others.Add(1, 7);
        database.Commit();

        Assert.That(
            mine.Found(Enumerable.Range(0, 1300).Select(i => (long)i)), Is.EquivalentTo(there));
        Assert.That(others.Found([6, 7, 8]), Is.EquivalentTo(new[] { 7L }));
        mine.Remove(there[..1000], CancellationToken.None);
        Assert.That(mine.Found(there), Is.EquivalentTo(there[1000..]));
        Assert.That(others.Found([7]), Is.EquivalentTo(new[] { 7L }), "another ledger's stays");
    }

    [Test]
    public void An_attempt_has_one_marker_and_one_that_is_rolled_back_none()
    {
        using var database = Place.Open();
        var markers = new AttemptMarkers(database, Guid.NewGuid().ToString());
        Assert.That(markers.Found([5]), Is.Empty);
        markers.Prepare(CancellationToken.None);
        database.Begin(CancellationToken.None);
        markers.Add(1, 5);
        database.Rollback();
        var rolledBack = markers.Found([5]);
        database.Begin(CancellationToken.None);
        markers.Add(1, 5);

        Assert.That(rolledBack, Is.Empty);
        Assert.That(
            () => markers.Add(1, 5),
            Throws.Exception.Matches<Exception>(fault => Place.Platform.Explain(fault!) is not null));
        database.Rollback();
    }

    [Test]
    public void Holders_are_rows_that_come_back_as_they_were_written()
    {
        using var durability = Place.OpenDurability();
        var holders = new DurabilityHolders(durability.Database);
        DurabilityHolder[] some =
        [
            new("01900000-0000-7000-8000-000000000001", 482, "", "off", "müller@etl1 4711", Noon),
            new("01900000-0000-7000-8000-000000000001", 1483, "DISABLED", "FORCED", "o'brien@etl2 1", Noon),
            new("01900000-0000-7000-8000-00000000000a", 3, "remote_apply", "off", "", Noon),
        ];

        foreach (var holder in some.Reverse())
        {
            holders.Add(holder, CancellationToken.None);
        }

        var found = holders.Read();
        holders.Remove(some[1].Ledger, some[1].Run, CancellationToken.None);
        holders.Remove(some[1].Ledger, 99, CancellationToken.None);

        Assert.That(found, Is.EqualTo(some));
        Assert.That(new DurabilityHolders(durability.Database).Read(), Is.EqualTo(new[] { some[0], some[2] }));
        holders.Remove(some[0].Ledger, some[0].Run, CancellationToken.None);
        holders.Remove(some[2].Ledger, some[2].Run, CancellationToken.None);
        Assert.That(holders.Read(), Is.Empty);
    }

    [Test]
    public void Sessions_that_make_the_tables_at_one_time_do_not_disturb_each_other()
    {
        var ledger = Guid.NewGuid().ToString();
        Place.Empty();
        var faults = Enumerable.Range(0, 4).AsParallel().WithDegreeOfParallelism(4).Select(i =>
        {
            try
            {
                using var database = Place.Open(isRelaxed: true);
                var markers = new AttemptMarkers(database, ledger);
                markers.Prepare(CancellationToken.None);
                database.Begin(CancellationToken.None);
                markers.Add(1, i);
                database.Commit();
                return null;
            }
            catch (Exception fault)
            {
                return fault;
            }
        }).ToArray();

        Assert.That(faults, Has.All.Null);
        using var reading = Place.Open(isTarget: false);
        Assert.That(
            new AttemptMarkers(reading, ledger).Found([0, 1, 2, 3]), Has.Count.EqualTo(4),
            string.Join('\n', faults.Select(fault => Convert.ToString(fault, CultureInfo.InvariantCulture))));
    }

    [Test]
    public void The_tables_are_the_engines_own_and_no_list_shows_them()
    {
        NotOnTheWire("list its tables");
        using var durability = Place.OpenDurability();
        new DurabilityHolders(durability.Database).Add(
            new DurabilityHolder(Ledger, 1, "", "off", "me", Noon), CancellationToken.None);
        using var reading = Place.Open(isTarget: false);

        Assert.That(
            reading.Tables().Select(table => table.Name.Name),
            Has.None.Contains("attempt_markers").And.None.Contains("durability").And.None.Contains("flushes"));
        new DurabilityHolders(durability.Database).Remove(Ledger, 1, CancellationToken.None);
    }
}

using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What a live server counts, and tells of a session.</summary>
internal sealed class LiveEvidenceTests
{
    private const int Commits = 50;

    private Live _live = null!;

    [OneTimeSetUp]
    public void Make() => _live = Live.Start();

    [OneTimeTearDown]
    public void Remove() => _live?.Dispose();

    [Test]
    public void Counters_and_waits_rise_with_commits_or_the_right_that_is_missing_is_named()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.e (a int)");
        using var evidence = Databases.Platform.OpenEvidence(
            new DatabaseAddress { Connection = "Dwh", ConnectionString = _live.ConnectionString },
            new DatabaseUse { IsTarget = false, Time = TimeProvider.System, Application = "orchestrator evidence" })!;
        var before = evidence.Count();
        var meter = Commit();

        var after = evidence.Count();

        if (evidence.Missing.Count > 0)
        {
            Assert.That(evidence.Missing, Has.All.Contains("needs VIEW "));
            Assert.That((after.Commits, after.Waits.Count), Is.EqualTo(((long?)null, 0)));
            return;
        }

        Assert.That(after.Commits - before.Commits, Is.GreaterThanOrEqualTo(Commits));
        Assert.That(after.Flushes - before.Flushes, Is.GreaterThan(0));
        Assert.That(after.LogBytes - before.LogBytes, Is.GreaterThan(Commits * 50));
        Assert.That(after.ServerTime, Is.GreaterThan(TimeSpan.Zero));
        Assert.That(after.Waits.Select(wait => wait.Name), Has.Member("WRITELOG"));
        Assert.That(meter.Missing, Is.Empty);
    }

    [Test]
    public void A_session_tells_its_own_waits()
    {
        _live.Run($"CREATE TABLE {_live.Schema}.e2 (a int)");

        var found = Commit("e2");

        Assert.That(found.Commits, Is.EqualTo(Commits));
        Assert.That(
            found.Missing.Count > 0 ? found.Missing[0] : found.LogTimeHow,
            Does.Contain("needs VIEW ").Or.EqualTo("counted by the server: WRITELOG"));
    }

    private AttemptEvidence Commit(string table = "e")
    {
        var meter = new AttemptMeter();
        using (var database = Databases.Open(_live.ConnectionString, meter: meter))
        {
            for (var i = 0; i < Commits; i++)
            {
                database.Begin(CancellationToken.None);
                database.Execute($"INSERT INTO {_live.Schema}.{table} VALUES ({i})");
                database.Commit();
            }
        }

        return meter.Read()!;
    }
}

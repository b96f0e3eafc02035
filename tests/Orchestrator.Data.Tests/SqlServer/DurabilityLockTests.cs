using Orchestrator.Data.Durability;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Who may change the durability of a database, and what stands in the way of it.</summary>
internal sealed class DurabilityLockTests
{
    private ScriptedDatabase _scripted = null!;
    private DelayedDurability _server = null!;

    [SetUp]
    public void Start()
    {
        _scripted = new ScriptedDatabase();
        _server = new DelayedDurability(_scripted.Server);
    }

    [TearDown]
    public void Stop() => _scripted.Dispose();

    [Test]
    public void A_lock_keeps_others_out_until_it_is_given_back()
    {
        using var one = Open();
        using var other = Open();

        var first = one.TryLock("orchestrator durability");
        var refused = other.TryLock("orchestrator durability");
        var beside = other.TryLock("orchestrator durability L 7");
        first!.Dispose();
        using var again = other.TryLock("orchestrator durability");

        Assert.That(refused, Is.Null);
        Assert.That(beside, Is.Not.Null);
        Assert.That(again, Is.Not.Null);
    }

    [Test]
    public async Task A_lock_ends_with_its_session()
    {
        using var other = Open();
        using (var one = Open())
        {
            one.TryLock("orchestrator durability L 7");
        }

        await _scripted.Server.Recorder.Saw("closed");

        Assert.That(other.TryLock("orchestrator durability L 7"), Is.Not.Null);
    }

    [Test]
    public void A_lock_is_taken_as_the_session_s_and_without_waiting()
    {
        using var session = Open();

        session.TryLock("orchestrator durability")!.Dispose();

        var sent = _scripted.Server.Recorder.Lines.Where(line => line.Contains("applock", StringComparison.Ordinal));
        Assert.That(sent, Is.EqualTo(new[]
        {
            "1 call [sys].[sp_getapplock] @Resource nvarchar(4000) = N'orchestrator durability', "
            + "@LockMode nvarchar(4000) = N'Exclusive', @LockOwner nvarchar(4000) = N'Session', "
            + "@LockTimeout bigint = 0",
            "1 call [sys].[sp_releaseapplock] @Resource nvarchar(4000) = N'orchestrator durability', "
            + "@LockOwner nvarchar(4000) = N'Session'",
        }));
    }

    [Test]
    public void A_lock_whose_session_is_gone_is_given_back_in_silence()
    {
        var session = Open();
        var held = session.TryLock("orchestrator durability")!;
        session.Dispose();

        Assert.That(held.Dispose, Throws.Nothing);
    }

    [TestCase("version", "11.0.7001.0", "version 11.0.7001.0 knows no delayed durability", true)]
    [TestCase("system", "master", "master is a database of the server's own", true)]
    [TestCase("read-only", "Staging", "Staging is read-only", true)]
    [TestCase("capture", "", "change data capture is on", true)]
    [TestCase("tracking", "", "change tracking is on", true)]
    [TestCase("replication", "", "it is published for replication", true)]
    [TestCase("feed", "", "a change feed is on (Synapse Link, Fabric)", true)]
    [TestCase("group", "", "it is in an availability group, none of whose replicas keeps what is not flushed yet",
        false)]
    [TestCase("right", "loader", "loader lacks ALTER on the database", true)]
    public void What_stands_in_the_way_is_told_with_advice(string what, string detail, string expected, bool rulesOut)
    {
        _server.Obstruct(what, detail);
        using var session = Open();

        var found = session.Obstacles();

        Assert.That(found.Select(one => (one.What, one.RulesOut)), Is.EqualTo(new[] { (expected, rulesOut) }));
        Assert.That(found[0].Advice, Does.EndWith("."));
    }

    [Test]
    public void A_database_that_goes_with_it_has_no_obstacle()
    {
        using var session = Open();

        Assert.That(session.Obstacles(), Is.Empty);
    }

    private IDurability Open() => Databases.OpenDurability(_scripted.ConnectionString);
}

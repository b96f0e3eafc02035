using Orchestrator.Core;
using Orchestrator.Core.Durability;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>
/// Work is committed on a relaxed database, and no flush of it can be made for as long as a run tries: nothing counts
/// as hardened, the run has failed and says why, and what it could not put back the next one does.
/// </summary>
internal sealed class FailedFlushTests
{
    [Test]
    [Category("Full")]
    public void No_flush_can_be_made_for_half_a_minute()
    {
        using var place = new PostgreSqlPlaceToRelax(isOfDatabase: true);
        place.Disown();
        place.Setting = "local";
        using var night = new CrashNight(place, statement: place.Close);

        var failed = night.Call("", "run", "Three");

        Assert.That(failed.ExitCode, Is.EqualTo(1), failed.Said);
        Assert.That(failed.Said, Does.Contain(
            "It had succeeded, and then it was lost: no flush could be made: "));
        Assert.That(failed.Said, Does.Match(
            @"ORC4010 The durability of Target \(\w+\) could not be put back: .*orchestrator(\.dll)? durability "
            + "restore Target`"));
        Assert.That(night.Read(reader => reader.Attempts(1).Select(attempt => attempt.State)),
            Is.EqualTo(new[] { NodeState.Failed }));
        Assert.That((place.Setting, night.OpenScopes().Count), Is.EqualTo(("off", 1)));

        place.Reopen();
        var next = night.Run();

        Assert.That(next.ExitCode, Is.Zero, next.Said);
        Assert.That((place.Setting, night.OpenScopes().Count, place.Left(night.Folder)), Is.EqualTo(("local", 0, 0)));
        Assert.That(night.Scopes().Select(scope => scope.State), Is.All.EqualTo(ScopeState.Closed));
    }
}

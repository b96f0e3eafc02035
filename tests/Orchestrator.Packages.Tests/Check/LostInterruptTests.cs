using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Check;

/// <summary>A run is cancelled between the question whether it is, and the statement that begins behind it.</summary>
internal sealed class LostInterruptTests
{
    private Rig _rig = null!;
    private CancellationTokenSource _stop = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _stop = new CancellationTokenSource();
        _rig.Cancellation = _stop.Token;
        _rig.Execute("CREATE VIEW v AS WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 20000000) "
            + "SELECT n FROM c");
    }

    [TearDown]
    public void Remove()
    {
        _stop.Dispose();
        _rig.Dispose();
    }

    [Test]
    public void The_question_of_a_check_is_stopped_all_the_same()
    {
        StopBefore("IS NULL");

        var result = _rig.Run(new ObjectDefinition
        {
            Name = "c",
            Project = "Staging",
            Kind = "check",
            Container = "Core",
            Target = new ObjectTarget("Db", null, "v"),
            Check = new CheckRules { NotNull = ["n"] },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled), result.Error?.Message);
    }

    private void StopBefore(string part)
    {
        var inner = Platforms.Of(_rig.Solution.Connections[1])!;
        var recorded = new RecordedPlatform(inner, inner.Abilities)
        {
            Before = entry =>
            {
                if (entry.Contains(part, StringComparison.Ordinal))
                {
                    _stop.Cancel();
                }
            },
        };
        _rig.PlatformOf = _ => recorded;
    }
}

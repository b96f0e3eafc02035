using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Publish;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Tests.Load.Publish;

internal sealed class PublishWaysTests
{
    [TestCase(Swap.Transaction, false, typeof(AppendWay))]
    [TestCase(Swap.InPlace, false, typeof(InPlaceWay))]
    [TestCase(Swap.Transaction, true, typeof(InsertWay))]
    [TestCase(Swap.Shadow, true, typeof(ExchangeWay))]
    public void Each_plan_takes_a_way_of_its_own(Swap swap, bool usesLoadTable, Type way)
    {
        var ways = new PublishWays(null!, null!, null!, null!, null!);

        Assert.That(ways.Of(new LoadPublish(swap, usesLoadTable, "")), Is.TypeOf(way));
    }
}

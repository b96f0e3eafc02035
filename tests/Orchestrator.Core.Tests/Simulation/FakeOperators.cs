using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// People who ask things of a run at random moments, of packages and of groups. Who holds something releases it later,
/// or the run would never end.
/// </summary>
internal sealed class FakeOperators(Random random, Plan plan)
{
    private static readonly TimeSpan LastRelease = TimeSpan.FromSeconds(400);
    private readonly List<OperatorRequest> _requests = [];

    public IReadOnlyList<OperatorRequest> Make()
    {
        for (var i = random.Next(3) == 0 ? random.Next(1, 10) : 0; i > 0; i--)
        {
            Ask();
        }

        if (_requests.OfType<HoldRequested>().Any())
        {
            _requests.Add(new ReleaseRequested(LastRelease, _requests.Count + 1, 0, "ann", ""));
        }

        return _requests;
    }

    private void Ask()
    {
        var (at, number) = (Seconds(60), _requests.Count + 1);
        var package = plan.Nodes.Where(node => node.Kind == NodeKind.Package).ToArray()[
            random.Next(plan.Nodes.Count(node => node.Kind == NodeKind.Package))].Index;
        var node = random.Next(3) == 0 ? random.Next(plan.Nodes.Count) : package;
        switch (random.Next(6))
        {
            case 0 or 1:
                _requests.Add(new HoldRequested(at, number, node, "ann", "rebuild"));
                if (random.Next(2) == 0)
                {
                    _requests.Add(new ReleaseRequested(at + Seconds(60), number + 1, node, "bob", ""));
                }

                break;
            case 2 or 3:
                _requests.Add(new SkipRequested(at, number, node, "ann", "broken", random.Next(3) == 0));
                break;
            case 4:
                var target = random.Next(8) == 0 ? node : package;
                _requests.Add(new CancelNodeRequested(at, number, target, "ann", "too long"));
                break;
            default:
                _requests.Add(new PrioritiseRequested(at, number, node, "ann", ""));
                break;
        }
    }

    private TimeSpan Seconds(int max) => TimeSpan.FromMilliseconds(random.Next(max * 1000));
}

using Orchestrator.Dataflow.Links;

namespace Orchestrator.Dataflow.Running;

/// <summary>Finds the links at which a flow could wait for itself, and lets them hold any number of rows.</summary>
/// <remarks>
/// Workers wait for room at those behind them and for rows from those before them. A circle of such waits leads along
/// links of a circle of the flow, whichever way these point, and turns from waiting for room to waiting for rows at a
/// worker that refuses rows of one input until another has some. With room without end on each input of such workers
/// that lies on a circle, there is none. A link that lies on no circle is a bridge: without it the flow falls apart.
/// </remarks>
internal static class WaitCycles
{
    public static void Open(IReadOnlyList<Worker> workers)
    {
        var bridges = Bridges(workers);
        foreach (var input in workers.SelectMany(worker => worker.Inputs))
        {
            var link = input.Link!;
            link.IsElastic = link.Options.IsUnbounded || (input.IsChoosy && !bridges.Contains(link));
        }
    }

    // Tarjan's search, without recursion: a flow may be a chain of thousands.
    private static HashSet<Link> Bridges(IReadOnlyList<Worker> workers)
    {
        var links = workers.ToDictionary(worker => worker, LinksOf);
        Dictionary<Worker, (int Found, int Low)> times = [];
        HashSet<Link> bridges = [];
        foreach (var root in workers.Where(worker => !times.ContainsKey(worker)))
        {
            Stack<(Worker At, Link? By, int Next)> path = new([(root, null, 0)]);
            times[root] = (times.Count, times.Count);
            while (path.TryPop(out var top))
            {
                var (at, by, next) = top;
                if (next < links[at].Count)
                {
                    path.Push((at, by, next + 1));
                    Follow(links[at][next], at, by);
                }
                else if (by is not null)
                {
                    var above = Other(by, at);
                    var low = times[at].Low;
                    times[above] = (times[above].Found, Math.Min(times[above].Low, low));
                    if (low > times[above].Found)
                    {
                        bridges.Add(by);
                    }
                }

                void Follow(Link link, Worker from, Link? cameBy)
                {
                    var other = Other(link, from);
                    if (link == cameBy)
                    {
                        return;
                    }

                    if (times.TryGetValue(other, out var known))
                    {
                        times[from] = (times[from].Found, Math.Min(times[from].Low, known.Found));
                    }
                    else
                    {
                        times[other] = (times.Count, times.Count);
                        path.Push((other, link, 0));
                    }
                }
            }
        }

        return bridges;
    }

    private static List<Link> LinksOf(Worker worker) =>
    [
        .. worker.Inputs.Select(input => input.Link).OfType<Link>(),
        .. worker.Outputs.Select(output => output.Link).OfType<Link>(),
    ];

    private static Worker Other(Link link, Worker worker) =>
        link.From.Worker == worker ? link.To.Worker : link.From.Worker;
}

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>Something of each node, those among them that come to a run at work.</summary>
internal sealed class PerNode<T>
{
    private readonly List<T> _all = [];

    public T this[int node]
    {
        get => node < _all.Count ? _all[node] : default!;
        set
        {
            while (_all.Count <= node)
            {
                _all.Add(default!);
            }

            _all[node] = value;
        }
    }
}

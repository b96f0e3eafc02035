namespace Orchestrator.Dataflow.Links;

/// <summary>The empty buffers of one run, by type and size.</summary>
internal sealed class Pools(int threads)
{
    private readonly Dictionary<(Type Row, int Rows), BufferPool> _pools = [];

    public BufferPool<T> Of<T>(int rows)
    {
        if (!_pools.TryGetValue((typeof(T), rows), out var pool))
        {
            _pools[(typeof(T), rows)] = pool = new BufferPool<T>(rows, threads);
        }

        return (BufferPool<T>)pool;
    }

    /// <summary>Buffers that nobody has given back; asked when nothing is at work.</summary>
    public int Away => _pools.Values.Sum(pool => pool.Away);
}

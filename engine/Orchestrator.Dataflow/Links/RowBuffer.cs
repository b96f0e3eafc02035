namespace Orchestrator.Dataflow.Links;

/// <summary>Rows on their way over a link; used again and again.</summary>
internal sealed class RowBuffer<T>(int rows)
{
    public readonly T[] Rows = new T[rows];

    /// <summary>How many of them count.</summary>
    public int Count;

    public ReadOnlySpan<T> Filled => Rows.AsSpan(0, Count);
}

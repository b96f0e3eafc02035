using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Sources;

/// <summary>Sends the rows of a query.</summary>
public sealed class DbReaderSource<T> : RowReaderSource<T>
{
    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="database">A connection that nobody else uses while the flow runs.</param>
    /// <param name="sql">The query; parameters are `@name` on every platform.</param>
    /// <param name="values">Their values.</param>
    /// <param name="memory">What bounds the bytes on their way; a bound of its own unless given.</param>
    public DbReaderSource(Flow flow, string name, IDatabase database, string sql,
        IReadOnlyList<(string Name, object? Value)>? values = null, MemoryBudget? memory = null)
        : base(flow, name, _ => database.Read(sql, values ?? []), database.Interruption, memory)
    {
    }
}

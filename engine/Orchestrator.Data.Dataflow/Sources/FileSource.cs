using Orchestrator.Data.Files;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Sources;

/// <summary>Sends the rows of files, one file after the other.</summary>
public sealed class FileSource<T> : RowReaderSource<T>
{
    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="files">The files and their format; rows of the wrong shape are rejected, too.</param>
    /// <param name="memory">What bounds the bytes on their way; a bound of its own unless given.</param>
    public FileSource(Flow flow, string name, SourceFiles files, MemoryBudget? memory = null)
        : base(flow, name, cancellation => new FileRowReader(files with { RejectsBrokenRows = true }, cancellation),
            interruption: null, memory)
    {
    }
}

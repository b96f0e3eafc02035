namespace Orchestrator.Dataflow;

/// <summary>How far a flow is.</summary>
/// <param name="Workers">Its workers, in the order in which they were made.</param>
/// <param name="Links">Its links, by the workers that they come from.</param>
public sealed record FlowProgress(IReadOnlyList<WorkerResult> Workers, IReadOnlyList<LinkProgress> Links);

/// <summary>How full a link is: a worker whose inputs are full and whose outputs are empty holds up the flow.</summary>
/// <param name="From">The worker that adds rows.</param>
/// <param name="Output">Its output.</param>
/// <param name="To">The worker that receives them.</param>
/// <param name="Input">Its input.</param>
/// <param name="Rows">Rows received so far.</param>
/// <param name="Waiting">Buffers that wait.</param>
/// <param name="Depth">Buffers that it holds.</param>
public sealed record LinkProgress(
    string From, string Output, string To, string Input, long Rows, int Waiting, int Depth);

using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>
/// Moves the parts of a source side by side, each with a reader, a guard and a stream of its own. The first failure
/// stops the others, and is the one that is told.
/// </summary>
/// <param name="name">Name of the load, for its threads.</param>
/// <param name="context">The attempt.</param>
/// <param name="guards">Makes the guard of a part; null = its rows pass through.</param>
/// <param name="hashes">Makes what hashes the rows of a part; null = they have no hash.</param>
internal sealed class LoadParts(
    string name, PackageContext context, Func<IRowReader, Guard?> guards, Func<RowHashes?> hashes)
{
    private readonly Lock _access = new();
    private ExceptionDispatchInfo? _fault;

    /// <summary>What was under way, and at which connection, when the first failure came; null = none did.</summary>
    public (string Phase, string Connection)? FailedAt { get; private set; }

    /// <summary>Moves all; returns once each part has ended.</summary>
    /// <param name="open">Opens the stream of a part.</param>
    /// <param name="move">Moves the rows of a part, telling where it is at.</param>
    /// <exception cref="Exception">What stopped the first that was stopped.</exception>
    public void Run(
        IReadOnlyList<SourcePart> parts, Func<CancellationToken, PartTarget> open,
        Action<LoadPipeline, Func<RowBatch, long>, Action<string, string>> move)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(context.Cancellation);
        Thread[] threads =
        [
            .. parts.Select(part => new Thread(() => Move(part, open, move, stop))
            {
                IsBackground = true,
                Name = $"part {part.Number} of {name}",
            }),
        ];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        _fault?.Throw();
    }

    private void Move(
        SourcePart part, Func<CancellationToken, PartTarget> open,
        Action<LoadPipeline, Func<RowBatch, long>, Action<string, string>> move, CancellationTokenSource stop)
    {
        var at = ("open", context.Object.Target.Connection);
        try
        {
            using var target = open(stop.Token);
            using var guard = guards(part);
            using var pipeline = new LoadPipeline(
                $"part {part.Number} of {name}", part, guard, hashes(), context.Resources, stop.Token);
            pipeline.HasTurn();
            move(pipeline, target.Write, (phase, connection) => at = (phase, connection));
            at = ("write", context.Object.Target.Connection);
            target.Complete();
        }
        catch (Exception failure)
        {
            // Whatever it was ends the package on its own thread, a bug too.
            Stop(failure, at, stop);
        }
    }

    private void Stop(Exception failure, (string, string) at, CancellationTokenSource stop)
    {
        lock (_access)
        {
            if (_fault is not null)
            {
                return;
            }

            (_fault, FailedAt) = (ExceptionDispatchInfo.Capture(failure), at);
        }

        // Who is told may have to ask a server, which can be gone: the others stop all the same.
        _ = stop.CancelAsync();
    }
}

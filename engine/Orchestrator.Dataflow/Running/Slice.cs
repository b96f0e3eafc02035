using System.Runtime.ExceptionServices;

namespace Orchestrator.Dataflow.Running;

/// <summary>What a worker does in one turn.</summary>
internal static class Slice
{
    // Long enough to be worth the change, short enough for the others.
    private const int StepsMax = 8;

    /// <summary>Does steps until the worker has to wait, has ended, or has had its turn (More).</summary>
    public static StepResult Of(Worker worker)
    {
        worker.Times.BeginWork();
        var result = Steps(worker);
        Settle(worker, result);
        worker.Times.EndWork(result);
        return result;
    }

    private static StepResult Steps(Worker worker)
    {
        var result = StepResult.More;
        for (var step = 0; step < StepsMax && result == StepResult.More; step++)
        {
            result = worker.HasFinished ? StepResult.Ended : !Drain(worker) ? StepResult.AwaitsRoom : worker.Step();
            if (worker.Lost is { } lost)
            {
                ExceptionDispatchInfo.Throw(lost);
            }

            if (worker.MayBlock)
            {
                // The next step may wait for long, and hold back what this one has added.
                worker.Outputs.ForEach(output => output.Flush());
            }

            if (result == StepResult.Ended)
            {
                worker.HasFinished = true;
                result = Close(worker);
            }
        }

        return result;
    }

    private static bool Drain(Worker worker)
    {
        var isDrained = true;
        foreach (var output in worker.Outputs)
        {
            isDrained &= output.Link is not { } link || link.Drain() || link.IsElastic;
        }

        return isDrained;
    }

    /// <summary>Each on its own: what waits at one may wait for the end of another.</summary>
    private static StepResult Close(Worker worker)
    {
        var isClosed = true;
        foreach (var output in worker.Outputs)
        {
            isClosed &= output.TryClose();
        }

        return isClosed ? StepResult.Ended : StepResult.AwaitsRoom;
    }

    /// <summary>
    /// Keeps no buffer that another one can use: else each of a thousand workers would have its own, and they would be
    /// in no cache when their turn comes again.
    /// </summary>
    private static void Settle(Worker worker, StepResult result)
    {
        foreach (var output in worker.Outputs)
        {
            // Whoever waits for them shall not wait for a full buffer as well.
            if (result != StepResult.More || output.IsFull)
            {
                output.Flush();
            }
        }

        foreach (var input in worker.Inputs)
        {
            input.Settle();
            input.Link?.TellOfRoom();
        }
    }
}

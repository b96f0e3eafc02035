using System.Runtime.ExceptionServices;
using Orchestrator.Compare.Parts;

namespace Orchestrator.Compare;

/// <summary>Does the same with both sides at once, each on a thread.</summary>
internal static class BothSides
{
    /// <summary>Returns once both have ended. Where one fails, the other is stopped, and the failure is thrown.
    /// </summary>
    /// <param name="left">The first side, and what is done with it.</param>
    /// <param name="right">The second side, and what is done with it.</param>
    /// <param name="stop">Stops what is under way.</param>
    /// <exception cref="SideFailedException">One of them failed.</exception>
    /// <exception cref="OperationCanceledException">Somebody asked for that.</exception>
    public static void Run(
        (ComparedSide Side, Action Work) left, (ComparedSide Side, Action Work) right, CancellationTokenSource stop)
    {
        ExceptionDispatchInfo? first = null;
        void Try((ComparedSide Side, Action Work) one)
        {
            try
            {
                Of(one.Side, one.Work);
            }
            catch (Exception fault)
            {
                Interlocked.CompareExchange(ref first, ExceptionDispatchInfo.Capture(fault), null);
                stop.Cancel();
            }
        }

        var second = new Thread(() => Try(right)) { Name = "compare" };
        second.Start();
        Try(left);
        second.Join();
        first?.Throw();
    }

    /// <summary>Does something with one side.</summary>
    /// <exception cref="SideFailedException">It failed.</exception>
    public static T Of<T>(ComparedSide side, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception fault) when (fault is not (OperationCanceledException or SpillFailedException))
        {
            throw new SideFailedException(side, fault);
        }
    }

    private static void Of(ComparedSide side, Action work) => Of(side, () =>
    {
        work();
        return true;
    });
}

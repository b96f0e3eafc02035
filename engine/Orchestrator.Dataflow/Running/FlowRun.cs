using System.Diagnostics;
using Orchestrator.Dataflow.Links;

namespace Orchestrator.Dataflow.Running;

/// <summary>One run of a flow: gives its workers their turns until all have ended, one has failed, or it is cancelled.
/// </summary>
internal sealed class FlowRun : IDisposable
{
    private readonly Flow _flow;
    private readonly Crew _crew;
    private readonly Pools _pools;
    private readonly List<OwnThread> _own = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly ManualResetEventSlim _over = new();
    private readonly Lock _lock = new();
    private int _atWork;
    private FlowOutcome _outcome;
    private Exception? _failure;
    private Worker? _failed;

    public FlowRun(Flow flow)
    {
        _flow = flow;
        var count = Math.Clamp(flow.Workers.Count(worker => !worker.MayBlock), 1, Math.Max(1, flow.Threads));
        _crew = new Crew(count, Work);
        _pools = new Pools(count);
        foreach (var worker in flow.Workers)
        {
            (worker.HasFinished, worker.Lost, worker.Thread) = (false, null, -1);
            worker.Inputs.ForEach(input => input.Begin());
            foreach (var output in worker.Outputs)
            {
                output.Begin();
                output.Link?.Begin(_pools);
            }
        }
    }

    /// <summary>Buffers that nobody has given back.</summary>
    public int BuffersAway => _pools.Away;

    public FlowResult Run(CancellationToken cancellation)
    {
        var begun = Stopwatch.GetTimestamp();
        TimeSpan took;
        try
        {
            using (cancellation.UnsafeRegister(static run => ((FlowRun)run!).Decide(FlowOutcome.Cancelled), this))
            {
                Begin();
                _over.Wait(CancellationToken.None);
            }
        }
        finally
        {
            // Where this thread is interrupted, too: nothing is left at work.
            Stop();
            took = Stopwatch.GetElapsedTime(begun);
            End();
            Interrupts.GoOn();
        }

        WorkerResult[] workers = [.. _flow.Workers.Select(worker => worker.Result)];
        return new FlowResult(_failure is null ? _outcome : FlowOutcome.Failed, _failure, _failed?.Name, took, workers);
    }

    private void Begin()
    {
        _atWork = _flow.Workers.Count;
        foreach (var worker in _flow.Workers)
        {
            worker.Times = new WorkerTimes();
            // Who has inputs begins with their first rows: a thousand sources would else fill all their links before
            // those behind them have had the turn in which they find nothing.
            var isDue = worker.Inputs.Count == 0;
            if (worker.MayBlock)
            {
                var own = new OwnThread(worker, Work);
                _own.Add(own);
                worker.Turns = new Turns(_ => own.Wake(), isDue);
            }
            else
            {
                worker.Turns = new Turns(_crew.Wake, isDue);
                if (isDue)
                {
                    _crew.Queue(worker);
                }
            }
        }

        foreach (var worker in _flow.Workers.Where(_ => !_over.IsSet))
        {
            try
            {
                worker.Begin(_stop.Token);
            }
            catch (Exception failure)
            {
                Decide(FlowOutcome.Failed, failure, worker);
            }
        }

        if (!_over.IsSet)
        {
            _crew.Start();
            _own.ForEach(each => each.Start());
        }
    }

    private void Work(Worker worker)
    {
        worker.Turns.Begin();
        StepResult result;
        try
        {
            result = Slice.Of(worker);
        }
        catch (Exception failure)
        {
            Decide(FlowOutcome.Failed, failure, worker);
            return;
        }

        if (result == StepResult.Ended)
        {
            worker.Turns.End();
            if (Interlocked.Decrement(ref _atWork) == 0)
            {
                Decide(FlowOutcome.Succeeded);
            }
        }
        else if (result == StepResult.More || !worker.Turns.TryRest())
        {
            worker.Turns.Defer();
            if (!worker.MayBlock)
            {
                _crew.Queue(worker);
            }
        }
    }

    /// <summary>What comes first counts: what fails behind a stop, fails because of it.</summary>
    private void Decide(FlowOutcome outcome, Exception? failure = null, Worker? failed = null)
    {
        lock (_lock)
        {
            if (!_over.IsSet)
            {
                (_outcome, _failure, _failed) = (outcome, failure, failed);
                _over.Set();
            }
        }
    }

    /// <summary>Returns when nothing is at work any more.</summary>
    private void Stop()
    {
        Decide(FlowOutcome.Cancelled);
        if (_outcome != FlowOutcome.Succeeded)
        {
            // Not behind a success, which has nothing to stop. All callbacks are called, whichever of them throws.
            AtEnd(null, _stop.Cancel);
        }

        _own.ForEach(each => each.Stop());
        _crew.Dispose();
        _own.ForEach(each => each.Dispose());
        foreach (var worker in _flow.Workers)
        {
            worker.Join();
        }
    }

    private void End()
    {
        foreach (var worker in _flow.Workers)
        {
            worker.Inputs.ForEach(input => input.End());
            worker.Outputs.ForEach(output => output.End());
        }

        foreach (var worker in _flow.Workers)
        {
            worker.Turns = Turns.None;
            AtEnd(worker, () => worker.Outputs.ForEach(output => output.Link?.End()));
            AtEnd(worker, worker.End);
        }
    }

    private void AtEnd(Worker? worker, Action action)
    {
        try
        {
            action();
        }
        catch (Exception failure)
        {
            // What fails behind a stop, fails because of it.
            (_failure, _failed) = _outcome == FlowOutcome.Succeeded && _failure is null
                ? (failure, worker) : (_failure, _failed);
        }
    }

    public void Dispose()
    {
        _stop.Dispose();
        _over.Dispose();
    }
}

using Orchestrator.Dataflow.Links;
using Orchestrator.Dataflow.Running;

namespace Orchestrator.Dataflow;

/// <summary>
/// A part of a flow: a source, a transform or a target, or anything else with inputs and outputs. It works in steps,
/// each on some thread of the flow, never on two at a time.
/// </summary>
public abstract class Worker
{
    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow; shown in results and errors.</param>
    protected Worker(Flow flow, string name)
    {
        ArgumentNullException.ThrowIfNull(flow);
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        (Flow, Outer, OwnName) = (flow, flow.Outer, name);
        Name = Outer is null ? name : $"{Outer.Name}/{name}";
        flow.Add(this);
        Outer?.Add(this);
    }

    /// <summary>The flow that it is part of.</summary>
    public Flow Flow { get; }

    /// <summary>Its name, behind those of the workers that it is part of: <c>outer/inner</c>.</summary>
    public string Name { get; }

    /// <summary>
    /// Whether its steps may block, as those that read a database do: then it has a thread of its own, and holds up
    /// nobody else.
    /// </summary>
    protected internal virtual bool MayBlock => false;

    /// <summary>The worker that it is a part of; null = of none.</summary>
    internal CompositeWorker? Outer { get; }

    /// <summary>Its name without those of the workers that it is part of.</summary>
    internal string OwnName { get; }

    /// <summary>What it has done so far.</summary>
    internal virtual WorkerResult Result => new(
        Name,
        Inputs.Sum(input => input.Link?.Received ?? 0),
        Outputs.Sum(output => output.Link?.Received ?? 0),
        Times.Working,
        Times.AwaitingRows,
        Times.AwaitingRoom,
        Times.AwaitingThread)
    {
        IsSource = Inputs.Count == 0,
        IsLookedUp = Inputs.Count == 0 && !LeadsOn,
    };

    /// <summary>Whether its rows, rejected ones left aside, go anywhere but to where they are only looked up.</summary>
    private bool LeadsOn
    {
        get
        {
            List<Worker> met = [this];
            for (var next = 0; next < met.Count; next++)
            {
                Link[] links = [.. met[next].Outputs.Where(output => !output.IsOfRejects)
                    .Select(output => output.Link).OfType<Link>()];
                if (links.Length == 0)
                {
                    return true;
                }

                met.AddRange(links.Where(link => !link.To.IsReference).Select(link => link.To.Worker).Except(met));
            }

            return false;
        }
    }

    internal List<Input> Inputs { get; } = [];

    internal List<Output> Outputs { get; } = [];

    internal WorkerTimes Times { get; set; } = new();

    /// <summary>The number of the thread that it works on at present; −1 = its own.</summary>
    internal int Thread { get; set; } = -1;

    internal Turns Turns { get; set; } = Turns.None;

    /// <summary>
    /// Does a bounded piece of work: a few buffers of rows at most, so that others have their turn. Only where each
    /// output that it adds to has room.
    /// </summary>
    protected internal abstract StepResult Step();

    /// <summary>Called once before the first step.</summary>
    /// <param name="cancellation">Fires where the run is cancelled or has failed; for calls that block.</param>
    protected internal virtual void Begin(CancellationToken cancellation)
    {
    }

    /// <summary>Called once behind the last step, or where the run has failed or was cancelled before.</summary>
    protected internal virtual void End()
    {
    }

    /// <summary>Has its next step done, if that was <see cref="StepResult.AwaitsCall"/>; from any thread.</summary>
    protected void Wake() => Notify();

    /// <summary>Ends a thread of its own, if it has one; called once the token of the run has fired or all steps are
    /// done.</summary>
    internal virtual void Join()
    {
    }

    /// <summary>
    /// What kept rows that it had added from going on: the flow fails of it, even where somebody has caught it.
    /// </summary>
    internal Exception? Lost { get; set; }

    /// <summary>Its last step is done; what it added may still wait for room.</summary>
    internal bool HasFinished { get; set; }

    internal void Notify() => Turns.Notify(this);
}

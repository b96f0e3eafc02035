namespace Orchestrator.Engine.Machine;

/// <summary>
/// One execution of a plan as a pure state machine: events in, commands out; no clock, no thread, no input or output.
/// Not thread-safe: one loop owns it. The same plan, options and events give the same commands.
/// </summary>
public sealed class RunMachine
{
    /// <summary>A machine that awaits <see cref="Began"/>.</summary>
    /// <exception cref="ArgumentException">The plan is no tree in order, or holds a cycle; or no slots.</exception>
    public RunMachine(Plan plan, RunMachineOptions options)
    {
        Plan = plan;
        Slots = options.Slots;
    }

    /// <summary>The plan that is run.</summary>
    public Plan Plan { get; }

    /// <summary>The gate.</summary>
    public int Slots { get; }

    /// <summary>Packages that hold a slot: at work, cancelling, or abandoned.</summary>
    public int SlotsInUse => throw new NotSupportedException();

    /// <summary>Time of the last event.</summary>
    public TimeSpan Now => throw new NotSupportedException();

    /// <summary>How the run ended; null = it has not.</summary>
    public RunVerdict? Verdict => throw new NotSupportedException();

    /// <summary>Counts and times over all packages.</summary>
    public RunTotals Totals => throw new NotSupportedException();

    /// <summary>
    /// Expected time until the run ends, from past durations (an unknown one counts as the median of the known); null =
    /// nothing is known. Costs one pass over the plan.
    /// </summary>
    public TimeSpan? ExpectedTimeLeft => throw new NotSupportedException();

    /// <summary>
    /// Takes one event and answers with the commands of this turn: records first, then starts and cancellations, then
    /// <see cref="WakeAt"/>, last <see cref="EndRun"/>. The list is reused: it is valid until the next call. An event
    /// older than the last one counts as happening now.
    /// </summary>
    /// <exception cref="InvalidOperationException">The event is impossible in this state: a bug.</exception>
    public IReadOnlyList<RunCommand> Apply(RunEvent e) => throw new NotSupportedException();

    /// <summary>The state of a node.</summary>
    public NodeState StateOf(int node) => throw new NotSupportedException();

    /// <summary>The one reason why a node is not further; null = it has ended.</summary>
    public NodeReason? ReasonOf(int node) => throw new NotSupportedException();

    /// <summary>Number of the attempt at work, or of the last one; 0 = none yet.</summary>
    public int AttemptOf(int node) => throw new NotSupportedException();

    /// <summary>Times of a package over all its attempts, up to the last event.</summary>
    public NodeTimes TimesOf(int node) => throw new NotSupportedException();
}

using Orchestrator.Core.Machine;
using Orchestrator.Ledger;

namespace Orchestrator.Runner;

/// <summary>What one turn of the loop records, and what may happen once that is committed.</summary>
internal sealed class LoopTurn
{
    /// <summary>In the order in which the machine said them.</summary>
    public List<RecordTransition> Transitions { get; } = [];

    public List<RecordTimes> Times { get; } = [];

    /// <summary>The turns that loops have found out.</summary>
    public List<RecordExpansion> Expansions { get; } = [];

    /// <summary>What attempts that succeed in this turn have set.</summary>
    public List<RecordValue> Values { get; } = [];

    /// <summary>What attempts at work warn of.</summary>
    public List<(Attempt Attempt, AttemptWarning Warning, TimeSpan At)> Warnings { get; } = [];

    /// <summary>What came of requests, with each request.</summary>
    public List<(RequestRecord Request, RecordAnswer Answer)> Answers { get; } = [];

    /// <summary>The requests of which the machine is told in this turn, by their number.</summary>
    public Dictionary<long, RequestRecord> Requests { get; } = [];

    /// <summary>Starts and cancellations; they wait for the commit.</summary>
    public List<RunCommand> Effects { get; } = [];

    /// <summary>The attempts that begin or end in this turn.</summary>
    public Dictionary<(int Node, int Number), Attempt> Attempts { get; } = [];

    /// <summary>The reasons to wait that are new.</summary>
    public List<CurrentReason> Reasons { get; } = [];

    public EndRun? End { get; set; }

    /// <summary>The end of the run, where something is to be done before it is recorded.</summary>
    public EndRun? HeldEnd { get; private set; }

    /// <summary>The machine was told something, so reasons may be others now.</summary>
    public bool HasMoved { get; set; }

    public bool RecordsNothing => Transitions.Count == 0 && Times.Count == 0 && Answers.Count == 0
        && Warnings.Count == 0 && Expansions.Count == 0 && Reasons.Count == 0 && End is null;

    /// <summary>Keeps the end of the run for a later turn.</summary>
    public void HoldEnd() => (HeldEnd, End) = (End, null);

    /// <summary>Sorts one command of the machine into its place.</summary>
    public void Add(RunCommand command)
    {
        switch (command)
        {
            case RecordTransition transition:
                Transitions.Add(transition);
                break;
            case RecordTimes times:
                Times.Add(times);
                break;
            case RecordExpansion expansion:
                Expansions.Add(expansion);
                break;
            case RecordValue value:
                Values.Add(value);
                break;
            case RecordAnswer answer:
                Answers.Add((Requests[answer.Request], answer));
                break;
            case EndRun end:
                End = end;
                break;
            default:
                Effects.Add(command);
                break;
        }
    }
}

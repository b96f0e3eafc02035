using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>How a run goes on from another one that has ended.</summary>
public sealed record Continuation
{
    /// <summary>The run that it continues.</summary>
    public required RunRecord Run { get; init; }

    /// <summary>The plan of the run that goes on.</summary>
    public required Plan Plan { get; init; }

    /// <summary>What need not run, by its index, with why.</summary>
    public required IReadOnlyDictionary<int, string> Done { get; init; }

    /// <summary>Indices of the packages and hooks that run.</summary>
    public required IReadOnlySet<int> ToRun { get; init; }

    /// <summary>Packages that are to run some time and are not among those that were selected.</summary>
    public required int LeftOut { get; init; }

    /// <summary>Those that run because the plan says something else of their rows now.</summary>
    public required IReadOnlyList<string> Changed { get; init; }

    /// <summary>Those that run because no run before knew them.</summary>
    public required IReadOnlyList<string> Added { get; init; }

    /// <summary>
    /// Those that stay as they are although they or what they read would load other rows today: they would add theirs
    /// a second time.
    /// </summary>
    public required IReadOnlyList<string> Kept { get; init; }

    /// <summary>Those that are done and of which the run that did them has warned, or that somebody has skipped.
    /// </summary>
    public IReadOnlyList<(string Package, long Run)> Warned { get; init; } = [];

    /// <summary>What packages that are done have set, by their index and that of the variable.</summary>
    public IReadOnlyDictionary<(int Node, int Variable), RunValue> Values { get; init; } =
        ReadOnlyDictionary<(int Node, int Variable), RunValue>.Empty;

    /// <summary>What is known of packages that are done, by their index.</summary>
    public IReadOnlyDictionary<int, AttemptFacts> Facts { get; init; } = ReadOnlyDictionary<int, AttemptFacts>.Empty;

    /// <summary>Failures that nobody has handled yet, by the handler and what it watches.</summary>
    public IReadOnlyDictionary<(int Handler, int Subject), AttemptFacts> PastFailures { get; init; } =
        ReadOnlyDictionary<(int Handler, int Subject), AttemptFacts>.Empty;

    /// <summary>The same of handlers in turns of loops, by the names of both.</summary>
    public IReadOnlyDictionary<(string Handler, string Subject), AttemptFacts> PastFailuresInTurns { get; init; } =
        ReadOnlyDictionary<(string, string), AttemptFacts>.Empty;

    /// <summary>What need not run in turns of loops, by the names of the packages there.</summary>
    public IReadOnlyDictionary<string, PastTurn> DoneInTurns { get; init; } =
        ReadOnlyDictionary<string, PastTurn>.Empty;

    /// <summary>The turns that were asked for then, by what stands for them; of what is not here all are meant.
    /// </summary>
    public IReadOnlyDictionary<int, AskedTurns> AskedTurns { get; init; } = ReadOnlyDictionary<int, AskedTurns>.Empty;

    /// <summary>The turns that loops have had then, by their names.</summary>
    public IReadOnlyDictionary<string, TurnsBefore> TurnsThen { get; init; } =
        ReadOnlyDictionary<string, TurnsBefore>.Empty;

    /// <summary>What was done about databases that earlier runs had left relaxed.</summary>
    public IReadOnlyList<string> PutBack { get; init; } = [];

    public int PackagesDone => Done.Count(each => !Plan.Nodes[each.Key].IsHook) - PackagesNotSelected;

    /// <summary>Packages that the run that is continued had left out by its own selection.</summary>
    public int PackagesNotSelected => Done.Count(each =>
        !Plan.Nodes[each.Key].IsHook && RunMachineOptions.IsNotSelected(each.Value));

    public int PackagesToRun => ToRun.Count(index => !Plan.Nodes[index].IsHook);
}

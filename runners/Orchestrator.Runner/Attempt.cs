using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Packages;

namespace Orchestrator.Runner;

/// <summary>One try of one package, from the loop's decision to start it to its end. Owned by the loop.</summary>
#pragma warning disable CA1001 // Never disposed: a package that was abandoned may still look at its token.
internal sealed class Attempt(PlanNode node, int number, PackageThread thread)
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _cancellation = new();

    public PlanNode Node { get; } = node;

    /// <summary>1, 2, … within the run.</summary>
    public int Number { get; } = number;

    /// <summary>The thread that is kept for it.</summary>
    public PackageThread Thread { get; } = thread;

    /// <summary>The values of the run that it reads, by the index of the variable.</summary>
    public IReadOnlyDictionary<int, RunValue> Values { get; init; } = ReadOnlyDictionary<int, RunValue>.Empty;

    /// <summary>The facts of packages and failures that it reads, as they were when it began.</summary>
    public IReadOnlyDictionary<FactName, TypedValue?> Facts { get; init; } =
        ReadOnlyDictionary<FactName, TypedValue?>.Empty;

    /// <summary>Who writes its target in a turn that may run side by side with its own; null = nobody.</summary>
    public string? Rival { get; init; }

    /// <summary>Number from the ledger; known once its Running is committed.</summary>
    public long Id { get; set; }

    /// <summary>Whether its thread was told to begin.</summary>
    public bool HasBegun { get; set; }

    /// <summary>The loop counts it as ended; what it still says is not heard.</summary>
    public bool IsOver { get; set; }

    /// <summary>What it ended with, secrets taken out; null while it is at work, and when it was abandoned.</summary>
    public PackageResult? Result { get; set; }

    /// <summary>
    /// What was under way in it, and when; empty while it is at work, and where its kind tells nothing.
    /// </summary>
    public IReadOnlyList<LoadPhase> Phases { get; set; } = [];

    /// <summary>What it warned of while it was at work; recorded already.</summary>
    public List<string> Warnings { get; } = [];

    /// <summary>Runs out when it was asked to stop and does not.</summary>
    public ITimer? Grace { get; set; }

    public CancellationToken Cancellation => _cancellation.Token;

    /// <summary>Callbacks of the token run elsewhere: the loop waits for nobody.</summary>
    public void Cancel() => _ = _cancellation.CancelAsync();
}

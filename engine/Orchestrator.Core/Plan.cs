using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core;

/// <summary>
/// The compiled graph of one batch: immutable, ordered, hashed. The nodes stand in declared order and a parent stands
/// before its children, so that an index into <see cref="Nodes"/> names a node and the lower index is the tie-break.
/// </summary>
/// <remarks>
/// What a plan means, for whoever carries it out:
/// <list type="number">
/// <item>One rule for starting: a node may start once its parent is Running and all its
/// <see cref="PlanNode.Constraints"/> hold. The batch has no parent and no constraint.</item>
/// <item>A group (batch, project, level, container) ends when all its children have ended: Succeeded when each of them
/// ended well (Succeeded, Hardened, Done, Disabled, NotNeeded), at once when it has none; otherwise Failed, also where
/// a handler took care of the failure.</item>
/// <item>Between packages. Success holds after Succeeded, Hardened, Done and Disabled. Failure holds after Failed,
/// EndedUnexpectedly and Abandoned. Completion holds after any end. A Failure that can no longer hold, and a Success
/// on a package that was NotNeeded, end the package NotNeeded; any other Success that can no longer hold ends it
/// Blocked; where both happen, NotNeeded wins.</item>
/// <item>A hook (<see cref="PlanNode.IsHook"/>) is a package whose constraints may name groups. For it one failure
/// among those that its Failure constraints name is enough.</item>
/// <item>Between levels and between projects the constraint is always Completion: a barrier, which opens when what
/// stands before it has ended. A level or project stands <em>behind a failure</em> when a node that its constraints
/// name did not end well or itself stood behind a failure.</item>
/// <item><see cref="Core.FailureHandling.Level"/>: behind a failure a project ends Blocked with all in it, and in a
/// level each container does, unless <see cref="PlanNode.RunsAfterFailure"/>. <see
/// cref="Core.FailureHandling.Stop"/>: after the first package that failed for good, whatever has not started ends
/// Blocked, RunsAfterFailure or not; what is at work goes on. <see cref="Core.FailureHandling.DependencyChain"/>:
/// barriers block nothing; instead a package ends Blocked when one of its <see cref="PlanNode.Reads"/> did not end
/// well by the time it could start, unless its container RunsAfterFailure.</item>
/// <item>In a Linear container a package starts only when the package before it in the container has ended; one that
/// waits for its next attempt has not ended, so it keeps its place. When that one did not end well, the rest of the
/// container ends Blocked, but for packages with a Failure or Completion constraint on one of the same container.
/// </item>
/// <item>Constraints between packages may cross containers, levels and projects. Every plan that the compiler hands
/// out is free of cycles, with parents, barriers and Linear order counted in.</item>
/// <item>Where a package is not <see cref="PlanNode.Enabled"/>, it ends Disabled when it could have started, or before;
/// nothing waits for it longer than that.</item>
/// <item>On a relaxed database a success counts at once, but with <see cref="FlushWhen.Package"/>, where it ends only
/// when it is hardened, and gives back its slot before. A package starts only when nothing is unhardened in what it
/// <see cref="PlanNode.ReadsRelaxed"/>. With <see cref="FlushWhen.Level"/> a level, and in any case the batch, ends
/// only when its successes are hardened or lost. A lost one has Failed: under FlushWhen.Package as any failed attempt;
/// otherwise it is not tried again, the groups that had ended around it fail, and what has not started stands behind a
/// failure, also where it was ready. What was NotNeeded or had started by then stays as it is.</item>
/// <item>A value is that of the first of its setters, the latest first, that ended well; where the setter's database is
/// relaxed, its readers wait until the success is on disk, as those that read it do. Who reads a value that no setter
/// has ends NotNeeded where a setter was NotNeeded, Blocked where one was skipped, and else Failed.</item>
/// <item>Conditions are asked once, when all that a node waits for has ended and nothing blocks it; unknown is not
/// true, and one that has no value fails the node. Where its own <see cref="PlanNode.When"/> is not true, the node ends
/// NotNeeded with all in it, and Success on it holds, as on what is Disabled. Where a constraint's <see
/// cref="PrecedenceConstraint.When"/> is not true, or none of a group of <see cref="PlanNode.Any"/> holds, it ends
/// NotNeeded as a handler that had nothing to do: Success on it does not hold.</item>
/// <item>What a container holds that is a <see cref="PlanNode.Loop"/> is a template: it never runs, nothing outside has
/// a constraint on it, and it ends with the loop as the weightiest of what was made after it. Once the loop starts, it
/// has a container for each turn, with all of the template in it; what the template names of itself is there the same
/// turn. Turns that follow each other end with the first that did not end well. A loop ends with its turns.</item>
/// </list>
/// </remarks>
public sealed record Plan
{
    public required string Solution { get; init; }

    public required string Batch { get; init; }

    /// <summary>Name of the environment; "default" where none was named.</summary>
    public required string Environment { get; init; }

    /// <summary>
    /// SHA-256 in lower-case hex over the canonical text of the metadata and its SQL files; the same everywhere.
    /// </summary>
    public required string Hash { get; init; }

    /// <summary>All nodes; node 0 is the batch.</summary>
    public required IReadOnlyList<PlanNode> Nodes { get; init; }

    /// <summary>The gate as written: −1 = processors + 2, otherwise 1 or more.</summary>
    public int MaxConcurrency { get; init; } = -1;

    /// <summary>What a failure blocks.</summary>
    public FailureHandling FailureHandling { get; init; }

    /// <summary>Longest time the whole run may take; null = no limit.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>The caps that nodes name by index.</summary>
    public IReadOnlyList<Cap> Caps { get; init; } = [];

    /// <summary>The connections whose durability a run relaxes, which nodes name by index.</summary>
    public IReadOnlyList<RelaxedDatabase> Relaxed { get; init; } = [];

    /// <summary>The variables whose values the run finds out, which nodes name by index.</summary>
    public IReadOnlyList<RunVariable> Variables { get; init; } = [];

    /// <summary>The groups around a node, the innermost first and the batch at last.</summary>
    public IEnumerable<PlanNode> GroupsAround(PlanNode node)
    {
        for (var above = node.Parent; above >= 0; above = Nodes[above].Parent)
        {
            yield return Nodes[above];
        }
    }

    /// <summary>Whether a node stands in a group, at any depth.</summary>
    public bool IsWithin(PlanNode node, int group)
    {
        var above = node.Parent;
        while (above >= 0 && above != group)
        {
            above = Nodes[above].Parent;
        }

        return above >= 0;
    }
}

/// <summary>
/// A limit on packages at work together: <paramref name="Owner"/> is "project X", "container X/Y" or "connection
/// Z".
/// </summary>
public sealed record Cap(string Owner, int MaxConcurrency);

/// <summary>A connection to a database whose commits may reach the disk later than they return.</summary>
/// <param name="Flush">When they are brought to disk.</param>
/// <param name="Every">With <see cref="FlushWhen.Every"/>: the longest time until the next flush begins.</param>
public sealed record RelaxedDatabase(string Connection, FlushWhen Flush, TimeSpan? Every = null);

/// <summary>A condition on another node, by its index in the plan.</summary>
public readonly record struct PrecedenceConstraint(int Node, Outcome Outcome)
{
    /// <summary>What must be true as well once the outcome is there; null = nothing.</summary>
    public Expression? When { get; init; }
}

/// <summary>How often and when a failed package is tried again.</summary>
/// <param name="Count">Further attempts after the first; 0 = none.</param>
/// <param name="Delay">Wait before the second attempt.</param>
/// <param name="Exponential">Whether the wait doubles with each attempt (capped at one hour), or stays.</param>
/// <param name="Errors">The classes of error that are tried again.</param>
public sealed record RetryPolicy(int Count, TimeSpan Delay, bool Exponential, IReadOnlyList<ErrorClass> Errors)
{
    /// <summary>Never try again; the default.</summary>
    public static RetryPolicy None { get; } = new(0, TimeSpan.Zero, false, []);
}

/// <summary>One node of the plan.</summary>
public sealed record PlanNode
{
    /// <summary>Place in <see cref="Plan.Nodes"/>.</summary>
    public required int Index { get; init; }

    public required NodeKind Kind { get; init; }

    /// <summary>
    /// Its name, unique among the nodes of its kind: batch `Nightly`, project `Staging`, level `Staging:20` (with
    /// `ordering: dependencies` the only one, `Staging:all`), container `Staging/Core`, package `Staging/customer`.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>Index of the node that holds it; −1 for the batch.</summary>
    public required int Parent { get; init; }

    /// <summary>
    /// What must have ended, and how, before it may start; the parent must have started as well. A project names the
    /// projects before it, a level the level before it, a package packages; sorted by index, each at most once.
    /// </summary>
    public IReadOnlyList<PrecedenceConstraint> Constraints { get; init; } = [];

    /// <summary>SHA-256 of what this node alone says; a retry compares it.</summary>
    public string Hash { get; init; } = "";

    /// <summary>The level's number (levels and containers); 0 for the level `Staging:all`.</summary>
    public int Level { get; init; }

    /// <summary>Containers: side by side or one after the other.</summary>
    public ContainerMode Mode { get; init; }

    /// <summary>Containers: which ready package starts first.</summary>
    public StartOrder Order { get; init; }

    /// <summary>
    /// Whether a container asks only for Completion of the level before; it then runs also after a failure. Also for
    /// the level or project that holds the hooks behind others, each of which has constraints of its own.
    /// </summary>
    public bool RunsAfterFailure { get; init; }

    /// <summary>Packages: the indices into <see cref="Plan.Caps"/> that count it.</summary>
    public IReadOnlyList<int> Caps { get; init; } = [];

    /// <summary>
    /// Packages: indices of the packages whose rows it reads (source, inherit, dependsOn with Success), sorted. They
    /// order nothing: what has to wait has a constraint as well. A package that a constraint names with Failure or
    /// Completion is never among them, but where its facts are read (<see cref="ReadsFacts"/>, conditions). Projects
    /// and containers: what their condition reads.
    /// </summary>
    public IReadOnlyList<int> Reads { get; init; } = [];

    /// <summary>
    /// Packages: index into <see cref="Plan.Relaxed"/> of the database that it writes; −1 = none of them.
    /// </summary>
    public int Relaxed { get; init; } = -1;

    /// <summary>
    /// Packages: indices into <see cref="Plan.Relaxed"/> of the databases that it reads and does not write, sorted.
    /// What they hold must be on disk before it starts.
    /// </summary>
    public IReadOnlyList<int> ReadsRelaxed { get; init; } = [];

    /// <summary>Packages: the word of their kind; empty for other nodes.</summary>
    public string PackageKind { get; init; } = "";

    /// <summary>Packages: what those of its kind are for; None of other nodes.</summary>
    public PackagePurpose Purpose { get; init; }

    /// <summary>Hooks: index of the batch, project or container around which it runs; −1 for other nodes.</summary>
    public int Around { get; init; } = -1;

    /// <summary>Whether it is a hook: started like a package, counted apart.</summary>
    public bool IsHook => Around >= 0;

    /// <summary>Packages: starts before the other ready packages of its container.</summary>
    public bool OwnThread { get; init; }

    /// <summary>Packages: false = never runs, and satisfies Success.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Packages: what happens after a failed attempt.</summary>
    public RetryPolicy Retry { get; init; } = RetryPolicy.None;

    /// <summary>Packages: longest time of one attempt; null = no limit.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary>Packages: for selection.</summary>
    public IReadOnlyList<string> Tags { get; init; } = [];

    /// <summary>Packages: what its kind needs to run it; only the kind reads it.</summary>
    public object? Payload { get; init; }

    /// <summary>Packages: indices into <see cref="Plan.Variables"/> of what each success of it sets, sorted.</summary>
    public IReadOnlyList<int> Sets { get; init; } = [];

    /// <summary>
    /// Packages, and by their condition projects and containers: the variables that it reads, sorted, and whose values
    /// they are. It has a Success constraint on each setter and <see cref="Reads"/> it.
    /// </summary>
    public IReadOnlyList<ValueRead> ReadsValues { get; init; } = [];

    /// <summary>
    /// Projects, containers and packages: the condition under which it is needed, asked once when all that it waits for
    /// has ended; null = always.
    /// </summary>
    public Expression? When { get; init; }

    /// <summary>
    /// Packages: further constraints, in groups of which one is enough: it waits until one of each group holds, or all
    /// of that group have ended.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<PrecedenceConstraint>> Any { get; init; } = [];

    /// <summary>
    /// Each constraint that it has: those that must all hold, then those of which one of a group is enough. For whoever
    /// asks what it waits for, and not whether it has waited enough.
    /// </summary>
    public IEnumerable<PrecedenceConstraint> AllConstraints => Constraints.Concat(Any.SelectMany(group => group));

    /// <summary>Its conditions: of its constraints, with the node that each names, then its own, with −1.</summary>
    public IEnumerable<(Expression When, int Own)> Conditions => AllConstraints
        .Where(one => one.When is not null).Select(one => (one.When!, one.Node))
        .Concat(When is { } own ? [(own, -1)] : Array.Empty<(Expression, int)>());

    /// <summary>Packages: the nodes whose failure it is there for.</summary>
    public IEnumerable<int> Watched =>
        AllConstraints.Where(one => one.Outcome == Outcome.Failure).Select(one => one.Node);

    /// <summary>Containers: the loop whose turns the run finds out; null = it is none.</summary>
    public LoopShape? Loop { get; init; }

    /// <summary>What came in a loop: the turns that it stands in, the outermost first; empty = it was compiled so.
    /// </summary>
    public IReadOnlyList<GivenTurn> Turns { get; init; } = [];

    /// <summary>The keys of its <see cref="Turns"/>, with commas between them.</summary>
    public string TurnKeys { get; init; } = "";

    /// <summary>Packages: the name of the loop whose turns it finds out; empty = of none.</summary>
    public string TellsTurnsOf { get; init; } = "";

    /// <summary>
    /// Packages: the packages whose facts it reads. It has a constraint on each that has not always ended before it,
    /// and <see cref="Reads"/> it.
    /// </summary>
    public IReadOnlyList<FactSubject> ReadsFacts { get; init; } = [];
}

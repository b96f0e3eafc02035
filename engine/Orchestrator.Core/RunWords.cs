namespace Orchestrator.Core;

/// <summary>
/// What a node of the plan is. A batch holds projects, a project levels, a level containers, a container packages.
/// </summary>
public enum NodeKind { Batch, Project, Level, Container, Package }

/// <summary>
/// The condition of a precedence constraint on what comes before: it succeeded, it failed, or it ended either way.
/// </summary>
public enum Outcome { Success, Failure, Completion }

/// <summary>
/// How the packages of a container follow each other: side by side, or one after the other in declared order.
/// </summary>
public enum ContainerMode { Parallel, Linear }

/// <summary>
/// Which of a container's ready packages starts first: longest expected duration (the default) or declared order.
/// </summary>
public enum StartOrder { LongestFirst, Declared }

/// <summary>What a failure blocks; the table stands in the guide under "metadata".</summary>
public enum FailureHandling { Level, Stop, DependencyChain }

/// <summary>
/// The states of a node in a run; see ARCHITECTURE.md, "Run states". Hardened is a success of which it is known that it
/// is on disk; only a package on a database whose durability was relaxed comes so far. Held would be Ready if nobody
/// kept it from starting.
/// </summary>
public enum NodeState
{
    Pending, Ready, Held, Running, Cancelling,
    Succeeded, Hardened, Failed, Cancelled, EndedUnexpectedly, Abandoned,
    Blocked, NotNeeded, Done, Disabled, SkippedByOperator,
}

/// <summary>How a run ended.</summary>
public enum RunVerdict { Succeeded, SucceededWithWarnings, Failed, Cancelled, EndedUnexpectedly }

/// <summary>
/// Who must act on a failure: nobody (Transient: trying again may help), whoever owns the data, the metadata, or
/// this program; or somebody must look, because a commit was not answered and its outcome cannot be read.
/// </summary>
public enum ErrorClass { Transient, Data, Config, TimedOut, Bug, OutcomeUnknown }

/// <summary>
/// Why a node that has not ended is not further. Working is the reason of a package that is held up by nothing, and of
/// a group whose packages are under way; Parent only before the run has begun; Flush where commits must be on disk
/// first; Held where somebody keeps it from starting, also before it could, and of a group in which nothing else is
/// left.
/// </summary>
public enum WaitReason
{
    Parent, Predecessor, Barrier, Linear, Gate, Cap, RetryAt, WriterTurn, Claim, Server, Flush, Held, Working,
}

/// <summary>
/// When the commits on a relaxed database are brought to disk: behind each package, when all packages of a level have
/// ended, when all of the run have, or again and again while there is something to flush.
/// </summary>
public enum FlushWhen { Package, Level, Run, Every }

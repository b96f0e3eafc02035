namespace Orchestrator.Core.Durability;

/// <summary>How far a run has come with the durability of one database.</summary>
public enum ScopeState
{
    /// <summary>It is recorded what is to be done; nothing may have been changed yet, or all of it.</summary>
    Intended,

    /// <summary>The database, or the run's own sessions, are relaxed.</summary>
    Relaxed,

    /// <summary>All is as it was found, or others still keep it relaxed and will restore it.</summary>
    Closed,

    /// <summary>Somebody else has changed the setting meanwhile, so it was left as it is.</summary>
    LeftAlone,

    /// <summary>Something ruled it out: nothing was changed, and the run went on durable.</summary>
    Refused,
}

namespace Orchestrator.Core.Advice;

/// <summary>What relaxing the durability of a database would do.</summary>
public enum RelaxingEffect
{
    /// <summary>The run would be shorter.</summary>
    Helps,

    /// <summary>Its packages commit about once each, so that there is nothing to save.</summary>
    OneCommitPerTable,

    /// <summary>The log costs next to nothing, or what it costs is not what the run waits for.</summary>
    SavesNothing,

    /// <summary>What the log costs is not known.</summary>
    Unknown,
}

/// <summary>How long a run would take with one of its databases relaxed.</summary>
/// <param name="Connection">The connection to the database.</param>
/// <param name="Effect">What it would do.</param>
/// <param name="Before">How long the run took without.</param>
/// <param name="After">How long it would take; as before where it would do nothing, or nobody knows.</param>
/// <param name="Run">Number of the run that this is made from.</param>
/// <param name="Packages">Packages that committed there.</param>
/// <param name="LogTime">Time in which commits waited for the log, of all together; of what is known.</param>
public sealed record RelaxingForecast(
    string Connection, RelaxingEffect Effect, TimeSpan Before, TimeSpan After, long Run, int Packages, long Commits,
    TimeSpan LogTime);

using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Sql;

/// <summary>
/// What a statement promises when it is run twice: nothing of its own. All its statements are one transaction, so that
/// a failed attempt leaves nothing; whether a second success changes more is the author's matter. So one of which
/// nobody knows whether it was committed does not run again by itself.
/// </summary>
internal static class SqlContract
{
    /// <summary>Whether it must not run twice by chance.</summary>
    public static bool RunsOnce(ObjectDefinition definition) => !definition.Idempotent;

    /// <summary>
    /// Whether nobody knows if an attempt was committed: one that failed or was stopped was taken back.
    /// </summary>
    public static bool LeavesUnknown(EarlierAttempt earlier) => earlier.IsUnheard;

    /// <summary>What to do about a statement that cannot stand in a package.</summary>
    public const string Advice = "Take it out; make an object of its own of what has to be committed first.";

    /// <summary>Why a statement cannot stand in a package, as a sentence; null where it can.</summary>
    public static string? Refusal(Dialect dialect, ScriptStatement statement) =>
        dialect.StatementRefusal(statement) is { } why
            ? $"{statement.FirstWord} cannot stand in the statements of a package: {why}."
            : null;
}

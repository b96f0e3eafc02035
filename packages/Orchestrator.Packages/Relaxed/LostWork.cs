using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Idempotency;

namespace Orchestrator.Packages.Relaxed;

/// <summary>
/// What it means for doing it again that nobody knows of committed work that it is on disk: what is gone has to be done
/// again, and what may be there still must not be by chance.
/// </summary>
public static class LostWork
{
    /// <summary>The failure of an attempt of whose work nothing tells that it is gone.</summary>
    public static ErrorClass ClassOf(ObjectDefinition definition) => ClassOf(definition, isGone: false);

    /// <summary>The failure of one whose marker was not there after a flush: one that is committed apart can be lost
    /// without the work before it.</summary>
    public static ErrorClass OfMissingMarker(ObjectDefinition definition) =>
        ClassOf(definition, AttemptMark.IsLast(definition));

    internal static ErrorClass ClassOf(ObjectDefinition definition, bool isGone) =>
        !isGone && IdempotencyContract.RunsOnce(definition) ? ErrorClass.OutcomeUnknown : ErrorClass.Transient;
}

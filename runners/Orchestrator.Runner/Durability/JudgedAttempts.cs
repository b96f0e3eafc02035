using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Runner.Durability;

/// <summary>What a flush tells of attempts that had succeeded.</summary>
internal static class JudgedAttempts
{
    private const string NoMarker = "it was lost: its marker was not in the database after a flush";

    /// <summary>Hardened are those whose marker was found; the others are lost.</summary>
    /// <param name="attempts">The attempts.</param>
    /// <param name="hardened">Those whose marker was found.</param>
    /// <param name="objectOf">What the metadata say of a package, by its name; null = nothing, so that
    /// nobody knows what stands beside the marker.</param>
    public static IReadOnlyList<AttemptJudged> Of(IReadOnlyList<AttemptNotHardened> attempts,
        IReadOnlySet<long> hardened, Func<string, ObjectDefinition?> objectOf) =>
        [.. attempts.Select(one => new AttemptJudged(one, hardened.Contains(one.Attempt) ? null
            : Error(NoMarker, objectOf(one.Name) is { } definition
                ? LostWork.OfMissingMarker(definition) : ErrorClass.OutcomeUnknown)))];

    /// <summary>The failure of an attempt that is lost.</summary>
    /// <param name="why">What became of it, and by what it is known, as the run machine says it.</param>
    /// <param name="type">Whether it may be done again without a question.</param>
    public static PackageError Error(string why, ErrorClass type) => new()
    {
        Code = RunCodes.NotHardened,
        Class = type,
        Phase = "flush",
        Message = $"It had succeeded, and then {why}. " + (type == ErrorClass.OutcomeUnknown
            ? "What it has done may be there still, so that it does not run again by itself: look at what it changes. "
                + "If it may run again, name it: `orchestrator retry -s PROJECT/OBJECT`."
            : "`orchestrator retry` runs it again, with what reads it."),
    };
}

using Orchestrator.Engine;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Durability;

/// <summary>What a flush tells of attempts that had succeeded.</summary>
internal static class JudgedAttempts
{
    /// <summary>Hardened are those whose marker was found; the others are lost.</summary>
    public static IReadOnlyList<AttemptJudged> Of(
        IReadOnlyList<AttemptNotHardened> attempts, IReadOnlySet<long> hardened) =>
        [.. attempts.Select(one => new AttemptJudged(one, hardened.Contains(one.Attempt) ? null : Lost))];

    /// <summary>The failure of an attempt that is lost.</summary>
    /// <param name="why">What became of it, and by what it is known, as the run machine says it.</param>
    public static PackageError Error(string why) => new()
    {
        Code = RunCodes.NotHardened,
        Class = ErrorClass.Transient,
        Phase = "flush",
        Message = $"It had succeeded, and then {why}. `orchestrator retry` runs it again, with what reads it.",
    };

    private static PackageError Lost => Error("it was lost: its marker was not in the database after a flush");
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Programs;

/// <summary>
/// What a program promises when it is run twice: nothing that we could know. One that ends with a code of failure says
/// itself that it failed; of one that was killed, or outlived us, nobody knows what it has done. Declared
/// `idempotent: true`, it may run again whatever became of it. One that outlives its run is ended by the next one,
/// where that can find it; elsewhere it goes on beside its successor.
/// </summary>
internal static class ProgramContract
{
    /// <summary>Whether it must not run twice by chance.</summary>
    public static bool RunsOnce(ObjectDefinition definition) => !definition.Idempotent;

    /// <summary>Whether nobody knows what an attempt has done: it was killed, or outlived us.</summary>
    public static bool LeavesUnknown(EarlierAttempt earlier) => earlier.MayBeHalf;

    /// <summary>Lines of each of its ways out that go to the log, which takes so many of an attempt.</summary>
    public const int LinesMax = 95;

    /// <summary>Where what it says last may still be on its way.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>The same where a value is made of it, which is whole or none.</summary>
    public static readonly TimeSpan PatienceForAll = TimeSpan.FromSeconds(60);
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Scripts;

/// <summary>
/// What a class promises when it is run twice: nothing that we could know, as of a program. One that has thrown has
/// said itself that it failed; of one that was stopped, or died with its process, nobody knows what it has done.
/// Declared `idempotent: true`, it may run again whatever became of it.
/// </summary>
internal static class ScriptContract
{
    /// <summary>Whether it must not run twice by chance.</summary>
    public static bool RunsOnce(ObjectDefinition definition) => !definition.Idempotent;

    /// <summary>Whether nobody knows what an attempt has done: its code may have come anywhere.</summary>
    public static bool LeavesUnknown(EarlierAttempt earlier) => earlier.MayBeHalf;

    /// <summary>The most rows that one question gives to a class.</summary>
    public const int RowsMax = 100_000;
}

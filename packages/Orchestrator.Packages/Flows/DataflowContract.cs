using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// What a dataflow promises when it is run twice: of its rows what its load pattern promises. What its class does
/// beside them, to a service say, nobody knows: declared `idempotent: false`, it does not run again by itself where it
/// was ended in the middle.
/// </summary>
internal static class DataflowContract
{
    /// <summary>Whether it must not run twice by chance.</summary>
    public static bool RunsOnce(ObjectDefinition definition) =>
        !definition.Idempotent || LoadContract.AddsAgain(definition);

    /// <summary>Whether nobody knows what an attempt has done: its code may have come anywhere.</summary>
    public static bool LeavesUnknown(EarlierAttempt earlier) => earlier.MayBeHalf;
}

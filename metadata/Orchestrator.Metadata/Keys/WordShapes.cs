using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>What takes one of the words of an enum, with a small first letter.</summary>
internal static class WordShapes
{
    public static WordShape Of<T>()
        where T : struct, Enum => new([.. Enum.GetValues<T>().Select(word => PropertyList.Word(word))]);
}

using System.Runtime.InteropServices;

namespace Orchestrator.Dataflow.Links;

/// <summary>A number that shares its cache lines with nothing: one thread writes it, another one reads it.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct PaddedIndex
{
    [FieldOffset(128)]
    public long Value;

    /// <summary>What its writer knows of the other side's number.</summary>
    [FieldOffset(136)]
    public long Other;
}

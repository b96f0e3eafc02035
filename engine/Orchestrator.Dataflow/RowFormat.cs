using System.Runtime.CompilerServices;
using Orchestrator.Dataflow.Spilling;

namespace Orchestrator.Dataflow;

/// <summary>
/// How rows of a type are written to a file and read again, where they take more memory than they may.
/// </summary>
public abstract class RowFormat<T>
{
    /// <summary>
    /// That of rows which hold no references (their bytes), else of classes and structs whose public members are all
    /// that they hold: numbers, texts, times, GUIDs, bytes, enumerations, such that may be null, or objects (one or an
    /// array) that are one of those.
    /// </summary>
    /// <exception cref="NotSupportedException">Rows of that type need a format of their own.</exception>
    public static RowFormat<T> Default =>
        RuntimeHelpers.IsReferenceOrContainsReferences<T>() ? MemberFormat<T>.Instance : BytesFormat<T>.Instance;

    /// <summary>Writes a row.</summary>
    public abstract void Write(BinaryWriter to, T row);

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    public abstract T Read(BinaryReader from);
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Orchestrator.Dataflow.Spilling;

/// <summary>Rows without references, as their bytes in memory.</summary>
internal sealed class BytesFormat<T> : RowFormat<T>
{
    public static BytesFormat<T> Instance { get; } = new();

    public override void Write(BinaryWriter to, T row) => to.Write(Bytes(ref row));

    public override T Read(BinaryReader from)
    {
        var row = default(T)!;
        from.BaseStream.ReadExactly(Bytes(ref row));
        return row;
    }

    private static Span<byte> Bytes(ref T row) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<T, byte>(ref row), Unsafe.SizeOf<T>());
}

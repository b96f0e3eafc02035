using System.Runtime.CompilerServices;

namespace Orchestrator.Dataflow;

/// <summary>How many rows a link may hold.</summary>
public sealed record LinkOptions
{
    /// <summary>1,024 rows in a buffer, 8 buffers.</summary>
    public static LinkOptions Default { get; } = new();

    /// <summary>Rows in one buffer, 1 to 65,536; 1,024 unless told.</summary>
    public int RowsPerBuffer { get; init; } = 1024;

    /// <summary>Buffers that may wait on the link, 1 to 1,024; 8 unless told.</summary>
    public int Depth { get; init; } = 8;

    /// <summary>
    /// Bytes in one buffer at most, so that wide rows make smaller buffers; 1 MiB unless told. A buffer holds one row
    /// at least.
    /// </summary>
    public int BytesMax { get; init; } = 1 << 20;

    /// <summary>
    /// Bytes of a row with all that it refers to; 0 = as large as the row itself, a reference for a class.
    /// </summary>
    public int BytesPerRow { get; init; }

    /// <summary>
    /// Whether it takes any number of rows, so that its producer never waits for room; no unless told. Behind
    /// <see cref="Depth"/> buffers they wait as <see cref="Spill"/> says.
    /// </summary>
    public bool IsUnbounded { get; init; }

    /// <summary>How many rows of an unbounded link wait in memory, and where the others do.</summary>
    public SpillOptions Spill { get; init; } = SpillOptions.Default;

    /// <summary>Rows in one buffer of that type.</summary>
    /// <exception cref="ArgumentOutOfRangeException">One of them is outside its range.</exception>
    internal int RowsOf<T>()
    {
        InRange(RowsPerBuffer, 65536, nameof(RowsPerBuffer));
        InRange(Depth, 1024, nameof(Depth));
        InRange(BytesMax, int.MaxValue, nameof(BytesMax));
        ArgumentOutOfRangeException.ThrowIfNegative(BytesPerRow);
        var width = BytesPerRow > 0 ? BytesPerRow : Unsafe.SizeOf<T>();
        return Math.Clamp(BytesMax / width, 1, RowsPerBuffer);
    }

    private static void InRange(int value, int max, string name)
    {
        if (value < 1 || value > max)
        {
            throw new ArgumentOutOfRangeException(name, value, $"expected '{name}' to be from 1 to {max:N0}");
        }
    }
}

namespace Orchestrator.Data.Files;

/// <summary>A text piece by piece, of which only what is known to stay is given out. Owns the stream.</summary>
/// <param name="text">The text.</param>
/// <param name="room">Bytes of it at once, to begin with.</param>
internal abstract class SiftedText(Stream text, int room) : LayeredStream(text)
{
    protected byte[] Bytes { get; set; } = new byte[room];

    /// <summary>From where on they have not been given out.</summary>
    protected int Start { get; set; }

    /// <summary>Up to where they may be.</summary>
    protected int Free { get; set; }

    protected bool HasEnded { get; set; }

    public override int Read(Span<byte> buffer)
    {
        while (Start == Free && !HasEnded)
        {
            Fill();
        }

        var count = Math.Min(buffer.Length, Free - Start);
        Bytes.AsSpan(Start, count).CopyTo(buffer);
        Start += count;
        return count;
    }

    /// <summary>Reads on where all that is free has been given out.</summary>
    protected abstract void Fill();
}

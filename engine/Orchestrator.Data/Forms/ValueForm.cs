namespace Orchestrator.Data.Forms;

/// <summary>
/// How a file writes values of some types, where that is not as <see cref="ValueFormat"/> writes them. It reads text of
/// its own form and no other, so that no value becomes another one.
/// </summary>
public abstract class ValueForm
{
    /// <summary>Bytes that a value needs at most, in its form.</summary>
    public const int BytesMax = 256;

    /// <summary>A value in its form, for messages.</summary>
    public abstract string Example { get; }

    /// <summary>The signs that stand in its values beside letters and digits.</summary>
    public abstract string Signs { get; }

    /// <summary>Text of the form as <see cref="ValueFormat"/> writes it; false = it is none.</summary>
    /// <param name="text">The text.</param>
    /// <param name="plain">Takes at most <see cref="BytesMax"/> bytes.</param>
    /// <param name="length">Bytes that were written.</param>
    public abstract bool TryRead(ReadOnlySpan<byte> text, Span<byte> plain, out int length);

    /// <summary>The other way; returns the bytes written, at most <see cref="BytesMax"/>.</summary>
    public abstract int Write(ReadOnlySpan<byte> plain, Span<byte> to);
}

namespace Orchestrator.Data.Files;

/// <summary>
/// Reads parts of a file once more, each behind the one before: at most one more pass through it, packed or not.
/// </summary>
/// <param name="open">Opens the file.</param>
/// <param name="start">Position in its text from which offsets count.</param>
internal sealed class SecondReading(Func<TextInput> open, long start) : IDisposable
{
    private TextInput? _input;

    /// <summary>Fills the bytes from that offset on; fewer = the file has ended.</summary>
    public int Read(long offset, Span<byte> bytes, CancellationToken cancellation)
    {
        _input ??= open();
        while (_input.Position < start + offset)
        {
            var left = (int)Math.Min(bytes.Length, start + offset - _input.Position);
            if (Read(bytes[..left], cancellation) < left)
            {
                return 0;
            }
        }

        return Read(bytes, cancellation);
    }

    public void Dispose() => _input?.Dispose();

    private int Read(Span<byte> bytes, CancellationToken cancellation)
    {
        var filled = 0;
        for (var read = -1; filled < bytes.Length && read != 0; filled += read)
        {
            cancellation.ThrowIfCancellationRequested();
            read = _input!.Read(bytes[filled..]);

            // Nobody asks this reading for lines, and what it keeps of them is let go.
            _input.LinesBefore(_input.Position);
        }

        return filled;
    }
}

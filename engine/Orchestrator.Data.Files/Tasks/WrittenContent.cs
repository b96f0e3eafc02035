namespace Orchestrator.Data.Files.Tasks;

/// <summary>What somebody writes, from its begin to its end.</summary>
/// <param name="write">Writes it; what it is given need not be closed.</param>
public sealed class WrittenContent(Action<Stream> write) : TaskContent
{
    /// <inheritdoc />
    public override string Said => "what is written";

    // It is not known before it is written.
    internal override bool IsIn(FileStream there, CancellationToken cancellation) => false;

    internal override void CopyTo(Stream target, CancellationToken cancellation)
    {
        using var forwards = new ForwardStream(target, cancellation);
        write(forwards);
    }

    /// <summary>Takes bytes and nothing else, and leaves what it writes into open.</summary>
    private sealed class ForwardStream(Stream inner, CancellationToken cancellation) : Stream
    {
        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override void Flush() => inner.Flush();

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            cancellation.ThrowIfCancellationRequested();
            inner.Write(buffer);
        }
    }
}

using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Cli.Tests.Output;

internal sealed class TolerantStreamTests
{
    [Test]
    public void A_full_disk_is_remembered_and_not_thrown()
    {
        using var full = new FullStream();
        using var stream = new TolerantStream(full);
        using var writer = new StreamWriter(stream) { AutoFlush = true };

        writer.WriteLine("one");
        writer.WriteLine("two");

        Assert.That(stream.Failure, Is.EqualTo("No space left"));
    }

    [Test]
    public void What_arrives_is_no_failure()
    {
        using var memory = new MemoryStream();
        using var stream = new TolerantStream(memory);

        stream.Write("one"u8);
        stream.Flush();

        Assert.That(memory.ToArray(), Is.EqualTo("one"u8.ToArray()));
        Assert.That(stream.Failure, Is.Null);
    }

    private sealed class FullStream : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("No space left");

        public override void Flush() => throw new IOException("No space left");
    }
}

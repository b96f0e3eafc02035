using System.Text;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>A stream that is loaded into a buffer.</summary>
internal sealed class BufferIngestTests
{
    [TestCase(Platform.Sqlite, "csv", "K,V\n1,a\n2,\"b\nc\"\n1,d")]
    [TestCase(Platform.PostgreSql, "csv", "K,V\n1,a\n2,\"b\nc\"\n1,d\n")]
    [TestCase(Platform.Sqlite, "jsonl", "{\"K\":1,\"V\":\"a\"}\n{\"V\":\"b\\nc\",\"K\":2}\n{\"K\":1,\"V\":\"d\"}")]
    [TestCase(Platform.PostgreSql, "jsonl", "{\"K\":1,\"V\":\"a\"}\n{\"V\":\"b\\nc\",\"K\":2}\n{\"K\":1,\"V\":\"d\"}")]
    public void Rows_of_a_stream_are_in_the_buffer_until_they_are_drained(Platform platform, string format, string text)
    {
        using var rig = new PatternRig(platform);
        var access = Access(rig);

        var (result, _) = access.Ingest(Stream(text), format, _ => { });
        var before = access.Status();
        access.Drain(_ => { });

        Assert.That((result.Outcome, $"{result.Counts}"), Is.EqualTo((NodeState.Succeeded, "3 read = 3 inserted")));
        Assert.That((before.IsThere, before.Backlog), Is.EqualTo((true, 3)));
        Assert.That(
            rig.Query("SELECT \"K\", length(\"V\") FROM t ORDER BY \"K\""), Is.EqualTo((string[])["1|1", "2|3"]));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_row_that_does_not_fit_is_told_with_its_place_and_what_came_before_stays(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var access = Access(rig);

        var (first, _) = access.Ingest(Stream("K,V\n1,a\n"), "csv", _ => { });
        var (result, lines) = access.Ingest(Stream("K,V\n2,b\nx,c\n"), "csv", _ => { });

        Assert.That((first.Outcome, result.Outcome), Is.EqualTo((NodeState.Succeeded, NodeState.Failed)));
        Assert.That(result.Error!.Message, Does.Contain("standard-input-from-line-1, row 2, column K"));
        Assert.That((lines, access.Status().Backlog), Is.EqualTo((0, 1)));
    }

    [Test]
    public void A_stream_without_rows_loads_none()
    {
        using var rig = new PatternRig(Platform.Sqlite);

        var (result, _) = Access(rig).Ingest(Stream(""), "csv", _ => { });

        Assert.That((result.Outcome, $"{result.Counts}"), Is.EqualTo((NodeState.Succeeded, "0 read = 0 inserted")));
    }

    [Test]
    public void What_was_asked_to_stop_loads_what_has_come_and_no_more()
    {
        using var rig = new PatternRig(Platform.Sqlite);
        using var stop = new CancellationTokenSource();
        using var endless = new EndlessRows(stop);
        var access = Access(rig, stop.Token);

        var (result, lines) = access.Ingest(endless, "jsonl", _ => { });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That((lines, access.Status().Backlog), Is.EqualTo((endless.Given, endless.Given)));
    }

    private static BufferAccess Access(PatternRig rig, CancellationToken stop = default) => new(
        rig.Rig.Context(AbsorbTests.Define(rig) with { Source = null, Errors = new ErrorOptions() })
            with
        { Cancellation = stop }, "test");

    private static MemoryStream Stream(string text) => new(Encoding.UTF8.GetBytes(text));

    // Gives three rows, asks to stop, and never ends.
    private sealed class EndlessRows(CancellationTokenSource stop) : Stream
    {
        private readonly ManualResetEventSlim over = new();

        public int Given { get; private set; }

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get; set; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            if (Given == 3)
            {
                stop.Cancel();
                over.Wait(CancellationToken.None);
                return 0;
            }

            Given++;
            return Encoding.UTF8.GetBytes($"{{\"K\":{Given},\"V\":\"a\"}}\n", buffer.AsSpan(offset));
        }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            over.Set();
            base.Dispose(disposing);
        }
    }
}

using System.Text;
using Orchestrator.Core;
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
        using var endless = new EndlessRows(stop, goesOn: false);
        var access = Access(rig, stop: stop.Token);

        var (result, lines) = access.Ingest(endless, "jsonl", _ => { });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That((lines, access.Status().Backlog), Is.EqualTo((endless.Given, endless.Given)));
    }

    [Test]
    public void What_was_asked_to_stop_ends_also_while_rows_come_faster_than_they_are_taken()
    {
        using var rig = new PatternRig(Platform.Sqlite);
        using var stop = new CancellationTokenSource();
        using var endless = new EndlessRows(stop, goesOn: true);
        var access = Access(rig, stop: stop.Token);

        var (result, lines) = access.Ingest(endless, "jsonl", _ => { });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(lines, Is.InRange(1, 200), "what had been read by then, and no more of the stream");
        Assert.That(access.Status().Backlog, Is.EqualTo(lines));
    }

    [Test]
    public void Bad_rows_are_counted_over_the_whole_stream_and_not_only_over_a_piece()
    {
        using var rig = new PatternRig(Platform.Sqlite);
        var errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect), MaxErrors = Rig.Written(2L) };
        var access = Access(rig, errors, new AbsorbOptions { Interval = TimeSpan.Zero });
        using var pieces = new Pieces(
            "{\"K\":1}\n", "{\"K\":\"x\"}\n{\"K\":\"y\"}\n", "{\"K\":\"z\"}\n", "{\"K\":2}\n");

        var (result, lines) = access.Ingest(pieces, "jsonl", _ => pieces.Go());

        Assert.That((result.Outcome, result.Error?.Code, lines), Is.EqualTo((NodeState.Failed, "ORC3408", 3)));
        Assert.That(result.Error!.Message, Does.Contain("`maxErrors: 2`"));
    }

    [Test]
    public void What_is_to_be_said_of_the_rows_of_a_piece_is_said_once()
    {
        using var rig = new PatternRig(Platform.Sqlite);
        var errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) };
        var access = Access(rig, errors, new AbsorbOptions { Interval = TimeSpan.Zero });
        using var pieces = new Pieces("{\"K\":\"x\"}\n", "{\"K\":\"y\"}\n", "{\"K\":2}\n");
        List<string> said = [];

        access.Ingest(pieces, "jsonl", _ => pieces.Go(), said.Add);

        Assert.That(said, Has.Count.EqualTo(1).And.All.StartsWith("1 rows were rejected into"));
    }

    [Test]
    public void A_stream_that_breaks_fails_with_what_is_in_the_buffer_by_then()
    {
        using var rig = new PatternRig(Platform.Sqlite);
        var access = Access(rig, null, new AbsorbOptions { Interval = TimeSpan.Zero });
        using var pieces = new Pieces("{\"K\":1}\n", null);

        var (result, lines) = access.Ingest(pieces, "jsonl", _ => pieces.Go());

        Assert.That(
            (result.Outcome, $"{result.Counts}", lines), Is.EqualTo((NodeState.Failed, "1 read = 1 inserted", 1)));
        Assert.That(result.Error!.Message, Does.Contain("standard input: broken"));
    }

    [TestCase(1)]
    [TestCase(2)]
    public void Rows_whose_commit_the_server_never_made_are_not_told_to_be_in_the_buffer(int piece)
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        Access(rig).Ingest(Stream("{\"K\":1}\n"), "jsonl", _ => { });
        var platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        rig.Rig.PlatformOf = connection => connection.Platform == Platform.PostgreSql ? platform : null;
        var access = Access(rig, null, new AbsorbOptions { Interval = TimeSpan.Zero });
        using var pieces = new Pieces("{\"K\":2}\n", "{\"K\":3}\n");
        var commits = 0;
        platform.Before = entry =>
        {
            if (entry == "commit" && ++commits == piece)
            {
                EndSessions(rig);
            }
        };

        var (result, lines) = access.Ingest(pieces, "jsonl", _ => pieces.Go());

        Assert.That((result.Outcome, lines), Is.EqualTo((NodeState.Failed, piece - 1)), result.Error?.Message);
        Assert.That(rig.Query("SELECT count(*) FROM t_buffer"), Is.EqualTo((string[])[$"{piece}"]));
    }

    private static void EndSessions(PatternRig rig) => rig.Query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        + "WHERE datname = current_database() AND pid <> pg_backend_pid()");

    private static BufferAccess Access(
        PatternRig rig, ErrorOptions? errors = null, AbsorbOptions? options = null, CancellationToken stop = default)
    {
        var absorb = AbsorbTests.Define(rig) with { Source = null, Errors = errors ?? new ErrorOptions() };
        var context = rig.Rig.Context(absorb with { Absorb = options ?? new AbsorbOptions() });
        return new BufferAccess(context with { Cancellation = stop }, "test");
    }

    private static MemoryStream Stream(string text) => new(Encoding.UTF8.GetBytes(text));

    // Gives three rows, asks to stop, and never ends: waits, or goes on, for so long that it would be seen.
    private sealed class EndlessRows(CancellationTokenSource stop, bool goesOn) : GivenRows
    {
        private const int Many = 10_000;

        private readonly ManualResetEventSlim _over = new();

        public int Given { get; private set; }

        protected override string? Next()
        {
            if (Given == 3)
            {
                stop.Cancel();
            }

            if (Given >= 3 && (!goesOn || Given >= Many))
            {
                _over.Wait(CancellationToken.None);
                return "";
            }

            Given++;
            return $"{{\"K\":{Given},\"V\":\"a\"}}\n";
        }

        protected override void Dispose(bool disposing)
        {
            _over.Set();
            base.Dispose(disposing);
        }
    }

    // Gives a text each time that the one before is in the buffer; null = it breaks.
    private sealed class Pieces(params string?[] texts) : GivenRows
    {
        private readonly SemaphoreSlim _turn = new(1);
        private int _given;

        public void Go() => _turn.Release();

        protected override string? Next()
        {
            if (_given == texts.Length)
            {
                return "";
            }

            _turn.Wait(CancellationToken.None);
            return texts[_given++];
        }

        protected override void Dispose(bool disposing)
        {
            _turn.Dispose();
            base.Dispose(disposing);
        }
    }

    // A stream of text that comes as it is given; empty = it has ended.
    private abstract class GivenRows : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get; set; }

        public override int Read(byte[] buffer, int offset, int count) =>
            Encoding.UTF8.GetBytes(Next() ?? throw new IOException("broken"), buffer.AsSpan(offset));

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        protected abstract string? Next();
    }
}

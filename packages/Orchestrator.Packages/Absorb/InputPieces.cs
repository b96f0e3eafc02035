using System.Collections.Concurrent;
using Orchestrator.Core;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Cuts a stream of text rows into pieces of whole rows: what has come within a time, or a size. A line is a row, but
/// within quotes where the format has them. Each piece begins with the header, where there is one. Disposing ends the
/// reading as soon as the stream says something.
/// </summary>
internal sealed class InputPieces : IDisposable
{
    private const int ChunkBytes = 64 << 10;
    private const int ChunksAhead = 64;

    private readonly BlockingCollection<byte[]> _chunks = new(ChunksAhead);
    private readonly CancellationTokenSource _end = new();
    private readonly Stream _input;
    private readonly TimeProvider _time;
    private readonly InputRows _rows;
    private Exception? _fault;
    private bool _isStopped;

    /// <param name="input">Read on a thread of its own; not disposed.</param>
    /// <param name="hasQuotes">Whether it is delimited text with a header; else JSON lines.</param>
    /// <param name="time">The clock.</param>
    public InputPieces(Stream input, bool hasQuotes, TimeProvider time)
    {
        (_input, _time, _rows) = (input, time, new InputRows(hasQuotes));
        new Thread(Read) { IsBackground = true, Name = "standard input" }.Start();
    }

    /// <summary>Bytes of a piece at which it ends.</summary>
    public int BytesMax { get; init; } = 8 << 20;

    /// <summary>Bytes of one row, at most.</summary>
    public long RowMax { get; init; } = 64 << 20;

    /// <summary>Line of the stream with which the piece that comes next begins.</summary>
    public long Line => _rows.Line;

    /// <summary>Writes the next piece; false = there is none, because the stream has ended or nobody waits any more.
    /// Who stops waiting gets what has come by then as a last piece, however quickly more comes.</summary>
    /// <param name="to">Takes it.</param>
    /// <param name="longest">How long is waited for more, once a whole row is there.</param>
    /// <param name="cancellation">Stops waiting and reading, not in the middle of a row.</param>
    /// <exception cref="PackageRefusedException">A row has no end.</exception>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    public bool Next(Stream to, TimeSpan longest, CancellationToken cancellation)
    {
        var began = _time.GetTimestamp();
        while (_rows.Whole < BytesMax && !_isStopped)
        {
            var left = _rows.Whole == 0 ? Timeout.InfiniteTimeSpan : longest - _time.GetElapsedTime(began);
            if (_rows.Whole > 0 && left <= TimeSpan.Zero)
            {
                break;
            }

            if (!TryTake(out var chunk, left, cancellation))
            {
                break;
            }

            Add(chunk);
        }

        return _fault is null ? _rows.Take(to) : throw new IOException($"standard input: {_fault.Message}", _fault);
    }

    public void Dispose() => _end.Cancel();

    private void Add(byte[] chunk)
    {
        _rows.Add(chunk);
        if (_rows.Whole == 0 && _rows.Begun > RowMax)
        {
            throw new PackageRefusedException("ORC3575", ErrorClass.Data, "read",
                $"The row of standard input that begins with line {_rows.Line} is longer than {RowMax:N0} bytes: is "
                + "its format what `--format` says?");
        }
    }

    // What has been read is a piece also where nobody waits for more.
    private void Stop()
    {
        _isStopped = true;
        _end.Cancel();
        for (var queued = _chunks.Count; queued > 0 && _chunks.TryTake(out var chunk); queued--)
        {
            Add(chunk);
        }
    }

    private bool TryTake(out byte[] chunk, TimeSpan longest, CancellationToken cancellation)
    {
        try
        {
            if (_chunks.TryTake(out chunk!, (int)longest.TotalMilliseconds, cancellation))
            {
                return true;
            }
        }
        catch (OperationCanceledException)
        {
            Stop();
            chunk = [];
            return false;
        }

        if (_chunks.IsCompleted && _fault is null)
        {
            _rows.End();
        }

        return false;
    }

    private void Read()
    {
        try
        {
            var buffer = new byte[ChunkBytes];
            for (int read; (read = _input.Read(buffer)) > 0;)
            {
                _chunks.Add(buffer[..read], _end.Token);
            }
        }
        catch (Exception stopped) when (stopped is IOException or OperationCanceledException)
        {
            _fault = stopped as IOException;
        }

        _chunks.CompleteAdding();
    }
}

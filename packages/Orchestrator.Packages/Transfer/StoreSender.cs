using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Sends the requests of a store through the guard that all goes through which leads out by metadata, once more where
/// no answer came, and again after a while where the store has no time.
/// </summary>
/// <param name="access">What places are opened with.</param>
/// <param name="faults">What is thrown.</param>
/// <param name="busyMax">How often a store that has no time is asked again.</param>
internal sealed class StoreSender(PlaceAccess access, StoreFaults faults, int busyMax)
{
    private const long AnswerMax = 16 << 20;

    // Behind each the next is twice as long. Who is to wait longer fails, and `retry` says what then.
    private static readonly TimeSpan PauseMin = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan PauseMax = TimeSpan.FromSeconds(30);

    /// <summary>What was answered.</summary>
    /// <param name="request">The request; it is made anew each time, as its signature has a time.</param>
    /// <param name="isRepeatable">Whether the same comes of it where it is sent twice.</param>
    /// <param name="what">What is under way: "list 'in/'".</param>
    /// <param name="most">How many bytes may come, if that is more than answers have.</param>
    public (int Status, byte[] Body) Ask(Func<HttpSending> request, bool isRepeatable, string what, long most = 0)
    {
        var (lost, busy) = (0, 0);
        while (true)
        {
            var into = new MemoryStream();
            var reply = access.Send(
                request() with { Keep = _ => into, KeptMax = Math.Max(most, AnswerMax) }, access.Cancellation);
            if (PauseBehind(reply, busy) is { } pause)
            {
                busy++;
                Wait(pause);
            }
            else if (IsOver(reply, isRepeatable) || ++lost > 1)
            {
                return Said(reply, into, what);
            }
        }
    }

    /// <summary>Waits so long, or until it is ended.</summary>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    public void Wait(TimeSpan pause)
    {
        using var over = new ManualResetEventSlim();
        using var timer = access.Time.CreateTimer(_ => over.Set(), null, pause, Timeout.InfiniteTimeSpan);
        over.Wait(access.Cancellation);
    }

    private (int Status, byte[] Body) Said(HttpReply reply, MemoryStream into, string what) => reply.End switch
    {
        HttpEnd.Answered => (reply.Status, into.ToArray()),
        HttpEnd.TooLong => throw faults.Unread(what, "more bytes came than were asked for"),
        _ => throw faults.Of(reply, what),
    };

    private TimeSpan? PauseBehind(HttpReply reply, int busy)
    {
        if (reply is not { End: HttpEnd.Answered, Status: 429 or 500 or 502 or 503 or 504 } || busy == busyMax)
        {
            return null;
        }

        var pause = reply.RetryAfter ?? PauseMin * (1 << busy);
        return pause <= PauseMax ? pause : null;
    }

    private static bool IsOver(HttpReply reply, bool isRepeatable) =>
        reply.End is HttpEnd.Answered or HttpEnd.Refused or HttpEnd.TooLong
        || (!isRepeatable && reply.End != HttpEnd.Unreached);
}

using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>What a machine remembers of a package: its attempts, and where its time went.</summary>
internal sealed class PackageRun
{
    private static readonly WaitReason[] Reasons = Enum.GetValues<WaitReason>();
    private readonly TimeSpan[] _attempt = new TimeSpan[Reasons.Length];

    public int Attempt { get; set; }

    /// <summary>The class of the last failed attempt.</summary>
    public ErrorClass? Error { get; set; }

    /// <summary>What is known of the last attempt that has ended.</summary>
    public AttemptFacts Facts { get; set; } = AttemptFacts.None;

    public bool Warned { get; set; }

    /// <summary>The attempt at work was asked to cancel because its time was up.</summary>
    public bool IsTimedOut { get; set; }

    /// <summary>Who keeps it from starting; null = nobody.</summary>
    public Hold? Hold { get; set; }

    /// <summary>Why somebody cancelled it, so that it is not tried again; null = nobody did.</summary>
    public string? Cancelled { get; set; }

    /// <summary>When its next attempt is due, behind a failed one.</summary>
    public TimeSpan RetryDue { get; set; }

    /// <summary>Ready, but only when its back-off is over.</summary>
    public bool AwaitsRetry { get; set; }

    /// <summary>Ready, but only when what it reads is on disk.</summary>
    public bool AwaitsFlush { get; set; }

    /// <summary>Ready, but not in the queue.</summary>
    public bool IsAside => AwaitsRetry || AwaitsFlush;

    /// <summary>The reason that counts now; while queued the queue's own clock counts instead.</summary>
    public WaitReason Reason { get; private set; }

    public string Object { get; private set; } = "";

    public TimeSpan Since { get; private set; }

    /// <summary>The queue's clock when it was entered.</summary>
    public QueueTimes Entered { get; set; }

    public void Await(TimeSpan now, WaitReason reason, string what)
    {
        Since = now;
        Reason = reason;
        Object = what;
    }

    /// <summary>Books the time of the current reason and goes over to another one.</summary>
    public void GoOver(TimeSpan now, WaitReason reason, string what)
    {
        Book(Reason, now - Since);
        Await(now, reason, what);
    }

    public void Book(WaitReason reason, TimeSpan time) => _attempt[(int)reason] += time;

    /// <summary>How long the attempt at work has worked.</summary>
    public TimeSpan WorkedUntil(TimeSpan now) =>
        _attempt[(int)WaitReason.Working] + (Reason == WaitReason.Working ? now - Since : TimeSpan.Zero);

    /// <summary>The times since the last attempt ended; those of the next one begin at zero.</summary>
    public RecordTimes CloseAttempt(int package)
    {
        var byReason = new Dictionary<WaitReason, TimeSpan>();
        var (queued, waiting, working) = (TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero);
        foreach (var reason in Reasons)
        {
            var time = _attempt[(int)reason];
            if (time > TimeSpan.Zero)
            {
                byReason.Add(reason, time);
                queued += reason is WaitReason.Gate or WaitReason.Cap ? time : TimeSpan.Zero;
                working += reason is WaitReason.Working ? time : TimeSpan.Zero;
                waiting += reason is WaitReason.Gate or WaitReason.Cap or WaitReason.Working ? TimeSpan.Zero : time;
            }
        }

        Array.Clear(_attempt);
        return new RecordTimes(package, Attempt, queued, waiting, working, byReason);
    }
}

using Microsoft.AspNetCore.Http;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Web;

/// <summary>Whether the process lives, and whether its scheduler turns and its ledger answers; for whoever restarts it,
/// and nothing else.</summary>
internal sealed class Health(LedgerLocation ledger, Func<SchedulerState?> scheduler, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly Lock _lock = new();
    private Task<bool>? _asking;

    public static Task LivesAsync(HttpContext context) => Replies.SayAsync(context, 200, "ok");

    public async Task IsReadyAsync(HttpContext context)
    {
        var isReady = IsTurning() && await AnswersAsync(context.RequestAborted);
        await Replies.SayAsync(context, isReady ? 200 : 503, isReady ? "ready" : "not ready");
    }

    // A loop that hangs, or that something keeps from its work, fires nothing.
    private bool IsTurning() => scheduler() is not { } state
        || (state.Trouble.Length == 0 && time.GetUtcNow() - state.Turned < ServiceRecord.SilenceMax);

    private async Task<bool> AnswersAsync(CancellationToken aborted)
    {
        Task<bool> asking;
        lock (_lock)
        {
            // One at a time: a ledger that hangs holds one thread and not one for each who asks.
            asking = _asking is { IsCompleted: false } open
                ? open : _asking = Task.Run(Answers, CancellationToken.None);
        }

        try
        {
            return await asking.WaitAsync(Patience, time, aborted);
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private bool Answers()
    {
        try
        {
            // Where there is none yet, the first run makes it.
            using var reader = LedgerReader.Open(ledger, time);
            return reader is null || reader.Count >= 0;
        }
        catch (LedgerException)
        {
            return false;
        }
    }
}

using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Packages;
using Orchestrator.Runner.Evidence;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>
/// Ends what runs of the same batch that have died left on the servers that the batch writes: a session may go on, and
/// commit, although its process is gone. May itself die and be done again.
/// </summary>
/// <param name="request">The run that begins.</param>
/// <param name="placeholders">Resolves what the connections' settings name.</param>
/// <param name="outside">The gate for what goes to a screen.</param>
/// <param name="ledger">The ledger of the dead runs.</param>
/// <param name="named">What its own sessions are called, by what they are for.</param>
/// <param name="noted">Takes each thing that people should find in the log.</param>
internal sealed class LeftSessions(
    RunRequest request, PlaceholderResolver placeholders, OutsideText outside, Guid ledger, Func<string, string> named,
    Action<string> noted)
{
    private const int LookedBack = 50;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    /// <summary>The runs of the batch that died since one of them has ended: that one had seen to those before.
    /// </summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="own">The run that begins; null = it has no number yet.</param>
    public IReadOnlyList<long> Died(LedgerReader reader, long? own) =>
        [.. reader.Runs(request.Plan.Batch, request.Plan.Environment, LookedBack).Where(one => one.Number != own)
            .TakeWhile(one => one.Verdict == RunVerdict.EndedUnexpectedly).Select(one => one.Number)];

    /// <summary>Returns once no session of theirs is there; what could not be seen to is told.</summary>
    public IReadOnlyList<string> End(IReadOnlyList<long> died, CancellationToken stop) =>
        CrashPoint.Around("recovery.sessions", () => died.Count == 0 ? (string[])[]
            : [.. new WrittenDatabases(request, placeholders, named).Servers
                .Select(server => End(server, died, stop)).OfType<string>()]);

    private string? End(WrittenServer server, IReadOnlyList<long> died, CancellationToken stop)
    {
        try
        {
            foreach (var run in died)
            {
                if (End(server, run, stop) is { } missing)
                {
                    return Warned($"what run {run} left on the server of '{server.Connection}' cannot be seen without "
                        + $"{missing}; the claims of its tables are waited for");
                }
            }

            return null;
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, server.Connection) is { } error)
        {
            return Warned($"what runs that died left on the server of '{server.Connection}' could not be ended: "
                + error.Message);
        }
    }

    /// <summary>The right without which nothing can be seen; null = nothing is left.</summary>
    private string? End(WrittenServer server, long run, CancellationToken stop)
    {
        var told = "";
        while (true)
        {
            var left = server.EndSessions(SessionName.Of(run, ledger));
            if (left.There.Count == 0 || stop.IsCancellationRequested)
            {
                return left.CannotSee;
            }

            var waits = string.Join(", ", left.There.Select(session => session.Missing is null ? session.Name
                : $"{session.Name}, which takes {session.Missing} to end"));
            if (waits != told)
            {
                told = waits;
                Tell($"run {run} has died and left on the server of '{server.Connection}': {waits}");
            }

            stop.WaitHandle.WaitOne(Pause);
        }
    }

    private void Tell(string text)
    {
        noted(text);
        request.Awaited?.Invoke(outside.Line(text));
    }

    private string Warned(string text)
    {
        noted(text);
        return text;
    }
}

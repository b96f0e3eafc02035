using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Runner.Composition;

/// <summary>
/// What earlier runs of the batch left when they died, seen to before anything of this one reads: sessions and
/// programs first, so that none of it commits later, then databases, then artifacts.
/// </summary>
internal sealed class RunRecovery(RunParts parts)
{
    private readonly RunBasis _basis = parts.Basis;
    private readonly RunRequest _request = parts.Basis.Request;
    private readonly RunLog _log = parts.Log;
    private readonly long _run = parts.Header.Run;

    /// <summary>Sees to all of it; may itself die and be done again.</summary>
    public void SeeTo(LedgerReader reader, IReadOnlyList<RunRecord> dead, CancellationToken stop)
    {
        if (_basis.Continued is { } continued)
        {
            Take(continued);
        }
        else
        {
            EndSessions(reader, stop);
        }

        CrashPoint.Around("recovery.scopes", () => Tell(
            new DeadScopes(parts.Scopes, $"run {_run}").FinishAll(reader, _basis.Continued?.Scopes ?? [], stop)));
        CrashPoint.Around("recovery.artifacts", () => parts.Artifacts.CompleteOthers(
            reader, dead, _run, _request.Plan.Batch, _request.Plan.Environment));
    }

    /// <summary>What was seen to when it was found out how the run goes on.</summary>
    private void Take(ContinuedRun continued)
    {
        continued.Noted.ToList().ForEach(_log.Warning);
        parts.Warnings.AddRange(continued.Warnings);
        parts.Warnings.AddRange(WarnedBefore.Lines(continued.Continuation).Select(parts.Outside.Line));
    }

    private void EndSessions(LedgerReader reader, CancellationToken stop)
    {
        var left = new LeftSessions(_request, _basis.Placeholders, parts.Outside, parts.Header.Ledger,
            parts.Header.SessionNamed, _log.Warning);
        var died = left.Died(reader, _run);
        new ProgramsOfDead(_log.Warning, _request.Awaited).End(reader, died, stop);
        parts.Warnings.AddRange(left.End(died, stop));
    }

    private void Tell(IReadOnlyList<DeadScope> scopes)
    {
        foreach (var found in scopes)
        {
            var text = DeadScopeText.Of(found);
            if (found.IsWell)
            {
                _log.Information(text);
                parts.PutBack.Add(parts.Outside.Line(text));
            }
            else
            {
                _log.Warning(text);
                parts.Warnings.Add(text);
            }
        }
    }
}

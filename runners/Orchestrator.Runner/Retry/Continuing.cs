using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Selection;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// Prepares a run that continues another one, once it has the right to run: runs that have died are ended, and what
/// they left relaxed is finished, before anything of them is judged.
/// </summary>
internal sealed class Continuing(RunRequest request, LedgerLocation location, PlaceholderResolver placeholders)
{
    private const int NamedMax = 10;

    private readonly OutsideText _outside = new(request.Secrets);
    private readonly ContinueRequest _asked = request.Continues!;

    /// <summary>How the run goes on.</summary>
    /// <exception cref="LedgerException">The ledger cannot be read or written.</exception>
    /// <exception cref="RetryRefusedException">It cannot go on like this.</exception>
    public ContinuedRun Prepare(LedgerWriter ledger, RunLock held, CancellationToken stop)
    {
        var artifacts = new RunArtifacts(request.Solution.Folder, location, _outside);
        var dead = ledger.FindEndedUnexpectedly(held, artifacts.Promise);
        using var reader = LedgerReader.Reopen(location, request.Time);
        RefuseOvertaken(reader);
        List<string> noted = [];
        var warnings = EndSessions(reader, noted, stop);
        var scopes = Finish(reader, stop);
        var continuation = Judged(reader) with { PutBack = [.. scopes.Select(DeadScopeText.Of).Select(_outside.Line)] };
        warnings = [.. warnings, .. Kept(continuation.Kept)];
        var connections = Connections(reader, continuation);
        _asked.Decided?.Invoke(continuation);
        return new ContinuedRun(continuation, dead, scopes, noted, warnings, RunChain.Began(reader, continuation.Run),
            connections);
    }

    private void RefuseOvertaken(LedgerReader reader)
    {
        var newest = reader.Runs(request.Plan.Batch, request.Plan.Environment, limit: 1)[0];
        if (newest.Number != _asked.Newest)
        {
            throw new RetryRefusedException(
                $"run {newest.Number} of this batch has begun since, so that run {_asked.Run} is no longer the one to "
                + "continue. Look at it, and try again.", isHeld: true);
        }
    }

    /// <summary>First of all: what commits after it was judged as lost would be there twice.</summary>
    private IReadOnlyList<string> EndSessions(LedgerReader reader, List<string> noted, CancellationToken stop)
    {
        var left = new LeftSessions(
            request, placeholders, _outside, reader.Identity, what => $"orchestrator {_asked.Run} {what}", noted.Add);
        var died = left.Died(reader, own: null);
        new ProgramsOfDead(noted.Add, request.Awaited).End(reader, died, stop);
        return left.End(died, stop);
    }

    private IReadOnlyList<DeadScope> Finish(LedgerReader reader, CancellationToken stop)
    {
        var dead = new DeadScopes(
            new ScopeSurroundings
            {
                Targets = new RelaxedTargets(
                    request.Solution, placeholders, request.Time, $"orchestrator {_asked.Run} durability"),
                Location = location,
                Ledger = reader.Identity,
                Turns = new RunResources().WriterTurns,
                Time = request.Time,
                Outside = _outside,
                Fence = request.Fence,
            },
            $"the retry of run {_asked.Run}");
        return dead.FinishAll(reader, [], stop);
    }

    private Continuation Judged(LedgerReader reader)
    {
        try
        {
            return new ResumedPlan(reader, request, reader.Run(_asked.Run)!).Continuation();
        }
        catch (FormatException unreadable)
        {
            throw new RetryRefusedException($"what differs from run {_asked.Run} cannot be told: {unreadable.Message}");
        }
    }

    private IEnumerable<string> Kept(IReadOnlyList<string> packages)
    {
        if (packages.Count > 0)
        {
            var named = string.Join(' ', packages.Take(NamedMax).Select(one => $"-s {ShellWord.Selector(one)}"));
            yield return _outside.Line(
                $"{RunCodes.AddsTwice} {Words.First(NamedMax, packages)} had succeeded and stays as "
                + "it is, although the metadata have changed or what is read is loaded again: Append would add its "
                + "rows a second time. Where they are to be added, as they were taken out of the table or belong there "
                + $"twice: `orchestrator retry {_asked.Run} {named}`.");
        }
    }

    private IReadOnlyList<RunConnection> Connections(LedgerReader reader, Continuation continuation)
    {
        var then = reader.Connections(_asked.Run).ToDictionary(one => one.Connection, StringComparer.Ordinal);
        var now = new ConnectionPlaces(request, placeholders, _outside).All;
        var used = ConnectionPlaces.UsedBy(request.Plan, continuation.ToRun);
        foreach (var one in now.Where(one => used.Contains(one.Connection)))
        {
            if (then.TryGetValue(one.Connection, out var before) && !before.IsSamePlace(one))
            {
                throw new RetryRefusedException(
                    $"{RunCodes.LeadsElsewhere} the connection '{one.Connection}' leads elsewhere now: in run "
                    + $"{_asked.Run} to {before.Place}, now to {one.Place}. What was done there would be missing here. "
                    + $"Lead it back, or begin anew: `orchestrator run {ShellWord.Quoted(request.Plan.Batch)}`.");
            }
        }

        return [.. now.Select(one => !used.Contains(one.Connection)
            && then.TryGetValue(one.Connection, out var before) ? before : one)];
    }
}

using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// Failures of the runs of a chain that have died, which nobody has handled: since the last run in which its handler
/// came to a good end, or was judged and not needed. So a handler that was not at work yet when its run died, or that
/// died itself, is there for them in the retry, and one that has done its work is not there twice. A run that came to
/// its end has asked each handler itself: what fails in the retry counts then, and nothing else.
/// </summary>
internal static class PastFailures
{
    /// <summary>The first failure of the newest such run, by the handler and what it watches.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="last">The last run of the chain, which has ended.</param>
    /// <param name="plan">The plan of the run that goes on.</param>
    public static IReadOnlyDictionary<(int Handler, int Subject), AttemptFacts> Of(
        LedgerReader reader, RunRecord last, Plan plan)
    {
        var found = new Dictionary<(int, int), AttemptFacts>();
        var open = plan.Nodes.Where(node => node is { Kind: NodeKind.Package, Enabled: true }
            && node.Watched.Any()).ToList();
        for (var run = last; open.Count > 0;)
        {
            var then = new FailuresOfRun(reader, run);
            open.RemoveAll(one => then.HasHandled(one.Name));
            var hasDied = run.Verdict == RunVerdict.EndedUnexpectedly;
            foreach (var handler in open.Where(one => hasDied && then.Knew(one.Name)))
            {
                foreach (var subject in handler.Watched)
                {
                    if (then.First(plan.Nodes[subject], handler.Name) is { } failure)
                    {
                        found.TryAdd((handler.Index, subject), failure);
                    }
                }
            }

            if (run.Continues is not { } number || reader.Run(number) is not { } before)
            {
                break;
            }

            run = before;
        }

        return found;
    }

    /// <summary>The same of handlers in turns of loops, by the names of both.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="last">The last run of the chain, which has ended.</param>
    /// <param name="plan">The plan of the run that goes on.</param>
    public static IReadOnlyDictionary<(string Handler, string Subject), AttemptFacts> InTurns(
        LedgerReader reader, RunRecord last, Plan plan)
    {
        var found = new Dictionary<(string, string), AttemptFacts>();
        var isTemplate = LoopTemplates.Of(plan.Nodes);
        var handlers = plan.Nodes
            .Where(node => node is { Kind: NodeKind.Package, Enabled: true } && isTemplate[node.Index]
                && node.Watched.Any())
            .ToDictionary(node => node.Name, StringComparer.Ordinal);
        var handled = new HashSet<string>(StringComparer.Ordinal);
        for (var run = handlers.Count > 0 ? last : null; run is not null;)
        {
            var then = new FailuresOfRun(reader, run);
            foreach (var (name, template) in then.InTurns.Where(one => !handled.Contains(one.Name)))
            {
                if (!handlers.TryGetValue(template, out var handler))
                {
                    continue;
                }

                if (then.HasHandled(name))
                {
                    handled.Add(name);
                }
                else if (run.Verdict == RunVerdict.EndedUnexpectedly && then.Knew(name))
                {
                    foreach (var subject in handler.Watched.SelectMany(watched =>
                        NamedInTurns(plan.Nodes[watched], isTemplate[watched], handler, name)))
                    {
                        if (then.First(subject, name) is { } failure)
                        {
                            found.TryAdd((name, subject.Name), failure);
                        }
                    }
                }
            }

            run = run.Continues is { } number ? reader.Run(number) : null;
        }

        return found;
    }

    /// <summary>What a handler in a turn may watch: in the same turn, or in one around it, whose key has fewer parts.
    /// </summary>
    private static IEnumerable<PlanNode> NamedInTurns(PlanNode subject, bool isTemplate, PlanNode handler, string name)
    {
        var keys = TurnsDone.KeysOf(name, handler).Split(',');
        return !isTemplate ? [subject] : Enumerable.Range(1, keys.Length).Reverse().Select(count =>
            subject with { Name = LoopTemplates.NameIn(subject.Name, string.Join(',', keys.Take(count))) });
    }
}

using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>What has failed in a run that has ended, and which handlers were there for it.</summary>
internal sealed class FailuresOfRun
{
    private readonly long _run;
    private readonly IReadOnlyList<NodeRecord> _nodes;
    private readonly Dictionary<string, NodeRecord> _packages;
    private readonly ILookup<(NodeKind Kind, string Name), NodeRecord> _failedIn;
    private readonly Dictionary<long, PackageError> _errors;

    /// <param name="reader">The ledger.</param>
    /// <param name="run">The run.</param>
    public FailuresOfRun(LedgerReader reader, RunRecord run)
    {
        _run = run.Number;
        _nodes = reader.Nodes(run);
        _packages = _nodes.Where(node => node.Kind == NodeKind.Package)
            .ToDictionary(node => node.Name, StringComparer.Ordinal);
        // What only stands for the turns of a loop fails behind what has failed there.
        _failedIn = _packages.Values.Where(node => node.State.IsFailure() && !node.IsTemplate)
            .Concat(_nodes.Where(node => node.HasFailedItself))
            .OrderBy(node => node.Last?.Id ?? long.MaxValue).ThenBy(node => node.Node)
            .SelectMany(node => WithGroups(node).Select(above => (Above: above, Failed: node)))
            .ToLookup(one => (one.Above.Kind, one.Above.Name), one => one.Failed);
        _errors = reader.Errors(run.Number).GroupBy(error => error.AttemptId)
            .ToDictionary(errors => errors.Key, errors => errors.First().Error);
    }

    /// <summary>The packages in turns of loops, with what each was made after.</summary>
    public IEnumerable<(string Name, string Template)> InTurns => _packages.Values
        .Where(node => node.Template >= 0).Select(node => (node.Name, _nodes[node.Template].Name));

    /// <summary>Whether a handler came to a good end, was judged and not needed, or somebody has skipped it.</summary>
    public bool HasHandled(string handler) => Package(handler) is { } node
        && (node.State is NodeState.Hardened or NodeState.NotNeeded or NodeState.SkippedByOperator
            || node is { State: NodeState.Succeeded, Last.Scope: null });

    /// <summary>Whether it was to run if there was anything for it.</summary>
    public bool Knew(string handler) => Package(handler) is { State: not (NodeState.Disabled or NodeState.Done) };

    /// <summary>The first failure of a package or group of today's plan, by the number of its attempt; null = none.
    /// </summary>
    /// <param name="subject">The package or group.</param>
    /// <param name="handler">Who handles it, and so not itself.</param>
    public AttemptFacts? First(PlanNode subject, string handler) =>
        _failedIn[(subject.Kind, subject.Name)].FirstOrDefault(node => node.Name != handler) is { } first
            ? FactsOf(first) : null;

    private string Died() =>
        $"Run {_run} ended unexpectedly while the package was at work, and nobody knows how far it came.";

    private NodeRecord? Package(string name) => _packages.GetValueOrDefault(name);

    private IEnumerable<NodeRecord> WithGroups(NodeRecord node)
    {
        yield return node;
        for (var above = node.Parent; above >= 0; above = _nodes[above].Parent)
        {
            yield return _nodes[above];
        }
    }

    private AttemptFacts FactsOf(NodeRecord node)
    {
        var said = node.Last is { } last ? _errors.GetValueOrDefault(last.Id) : null;
        // The ledger says of each attempt at work that its run has died; a handler is told what that means.
        var error = said?.Code == LedgerCodes.EndedUnexpectedly ? null : said;
        var (code, why) = MachineCodes.Split(node.Why);
        var hasDied = node.State == NodeState.EndedUnexpectedly;
        return new AttemptFacts
        {
            ErrorCode = error?.Code ?? (hasDied ? LedgerCodes.EndedUnexpectedly : code),
            ErrorText = error?.Message ?? (hasDied ? Died() : why),
            ErrorClass = error is null && hasDied ? ErrorClass.OutcomeUnknown : error?.Class,
            State = node.State,
            Attempt = node.Last?.Id,
            Package = node.Name,
        };
    }
}

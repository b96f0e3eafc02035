using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// What packages have set that need not run again: whoever reads it gets the values of then, on whichever machine it
/// goes on, as only the ledger is asked.
/// </summary>
internal sealed class ValuesOfThen(LedgerReader reader, Plan plan)
{
    private readonly Dictionary<long, IReadOnlyList<RunValueRecord>> _known = [];

    /// <summary>Whether all that a package sets by today's plan was set then, in the same types.</summary>
    public bool Has(PlanNode node, EarlierPackage then) =>
        node.Sets.All(variable => Find(variable, then) is not null);

    /// <summary>The values, by the index of the package and that of the variable.</summary>
    public IReadOnlyDictionary<(int Node, int Variable), RunValue> Of(
        IEnumerable<(PlanNode Node, EarlierPackage Then)> done)
    {
        var values = new Dictionary<(int, int), RunValue>();
        foreach (var (node, then) in done)
        {
            foreach (var variable in node.Sets)
            {
                if (Find(variable, then) is { } value)
                {
                    values.Add((node.Index, variable), value);
                }
            }
        }

        return values;
    }

    private RunValue? Find(int variable, EarlierPackage then)
    {
        var wanted = plan.Variables[variable];
        return then.Attempt is { } attempt
            ? Known(attempt).FirstOrDefault(one => one.Variable == wanted.Name && one.Value.Type.Equals(wanted.Type))
                ?.Value
            : null;
    }

    private IReadOnlyList<RunValueRecord> Known(long attempt)
    {
        if (!_known.TryGetValue(attempt, out var values))
        {
            _known[attempt] = values = reader.ValuesOf(attempt);
        }

        return values;
    }
}

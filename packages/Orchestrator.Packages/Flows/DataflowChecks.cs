using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>What of a load does nothing where a flow stands between source and target.</summary>
internal static class DataflowChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition)
    {
        if (definition.Load.SplitBy is { Value: not null, At: var split })
        {
            yield return NameChecks.Error("ORC1325", split.Line > 0 ? split : definition.At,
                "`splitBy` reads a table in several streams, and a flow has one source.",
                "Take `splitBy` out; a flow works on several threads by itself.");
        }

        foreach (var column in definition.Columns.Where(column => column.SourceExpression is not null))
        {
            yield return NameChecks.Error("ORC1312", column.At,
                $"`sourceExpression` of '{column.Name}' is SQL of the source, and the column comes out of a flow.",
                "Write the expression into a `query`, or compute it in the flow.");
        }
    }
}

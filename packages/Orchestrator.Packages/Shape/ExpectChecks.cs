using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Check;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Shape;

/// <summary>What is wrong with what is expected of a package.</summary>
internal static class ExpectChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition)
    {
        var expect = definition.Expect;
        if (expect.RowsRead is { } text && !definition.IsLoad)
        {
            yield return NameChecks.Error("ORC1303", expect.At,
                $"`rowsRead` is for a load, and '{definition.Name}' is of kind {definition.Kind}, which reads no rows.",
                "Take the key out; a check has `rowCount`.");
        }
        else if (expect.RowsRead is { } written && RowCountRule.Parse(written) is null)
        {
            yield return NameChecks.Error("ORC1306", expect.At,
                $"expected `rowsRead` to be a comparison such as \">0\", \"= 12\" or \"100..200\", got: '{written}'",
                "Write an operator and a whole number, or a range.");
        }

        if (expect.NoProgress is { } time && time <= TimeSpan.Zero)
        {
            yield return NameChecks.Error("ORC1303", expect.At,
                $"`noProgress` of '{definition.Name}' is no time, so that each attempt would warn at once.",
                "Write a duration such as 10m, or take the key out.");
        }
    }
}

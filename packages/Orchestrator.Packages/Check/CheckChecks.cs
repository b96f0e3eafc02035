using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Check;

/// <summary>What is wrong with a check, found in the metadata alone.</summary>
internal static class CheckChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        var refused = NameChecks.Target(definition, solution).ToArray();
        foreach (var diagnostic in refused)
        {
            yield return diagnostic;
        }

        var rules = definition.Check ?? new CheckRules();
        if (rules.AsksNothing)
        {
            string[] keys = [.. CheckRules.Keys.Select(key => $"`{key}`")];
            yield return NameChecks.Error("ORC1307", definition.At,
                $"The check '{definition.Name}' asks nothing.",
                $"Give it at least one of {string.Join(", ", keys[..^1])} and {keys[^1]}.");
        }

        var platform = Platforms.Of(solution, definition.Target.Connection);
        if (rules.ReturnsNothing is { } query && platform?.Dialect.Split(query.Text).Any() == false)
        {
            yield return NameChecks.Error("ORC1307", query.At,
                $"`returnsNothing` of the check '{definition.Name}' has no statement, so that nothing is asked.",
                "Write the query, or take the key out.");
        }

        if (rules.RowCount is { } text && RowCountRule.Parse(text) is null)
        {
            yield return NameChecks.Error("ORC1306", definition.At,
                $"expected `rowCount` to be a comparison such as \">0\", \"= 12\" or \"100..200\", got: '{text}'",
                "Write an operator and a whole number, or a range.");
        }

        var columns = platform is null ? [] : rules.Columns;
        foreach (var wrong in columns.SelectMany(
            column => NameChecks.Column(platform!, column, definition.At, "Correct the name.")))
        {
            yield return wrong;
        }

        foreach (var missing in platform is null ? [] : CheckedColumns.Of(definition, solution, platform.Dialect))
        {
            yield return missing;
        }
    }
}

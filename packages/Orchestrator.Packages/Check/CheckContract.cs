using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Check;

/// <summary>What is asked, and what a row of the answer looks like that may be shown as a sample.</summary>
/// <param name="What">"rowCount", "unique (a, b)", "notNull (c)", "returnsNothing".</param>
/// <param name="Sql">The statement; its answer is a number, but for returnsNothing.</param>
/// <param name="Sample">Statement that returns one offending row; null = none.</param>
internal sealed record CheckQuestion(string What, string Sql, string? Sample = null);

/// <summary>
/// What a check promises when it is run twice: it only reads, so it may run any number of times; it answers for the
/// moment at which it ran.
/// </summary>
internal static class CheckContract
{
    /// <summary>The questions in the order in which they are asked.</summary>
    public static IEnumerable<CheckQuestion> Questions(
        ObjectDefinition definition, Dialect dialect, IReadOnlyList<string>? keys = null)
    {
        var rules = definition.Check ?? new CheckRules();
        var table = dialect.Table(definition.Target.Schema, definition.Target.Name);
        if (rules.RowCount is not null)
        {
            yield return new CheckQuestion("rowCount", dialect.Count(table));
        }

        if (rules.Unique.Count > 0)
        {
            yield return new CheckQuestion(
                $"unique ({string.Join(", ", rules.Unique)})", dialect.CountDuplicates(table, rules.Unique),
                dialect.FirstDuplicate(table, rules.Unique));
        }

        foreach (var column in rules.NotNull)
        {
            yield return new CheckQuestion(
                $"notNull ({column})", dialect.CountNulls(table, column),
                keys is { Count: > 0 } ? dialect.FirstNull(table, column, keys) : null);
        }

        if (rules.ReturnsNothing is { } query)
        {
            yield return new CheckQuestion("returnsNothing", query.Text);
        }
    }
}

using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Check;

/// <summary>What is asked, what is wrong with an answer, and which row may be shown as a sample.</summary>
/// <param name="What">"rowCount", "unique (a, b)", "notNull (c)", "returnsNothing".</param>
/// <param name="Sql">The statement, which returns a number or the offending rows.</param>
/// <param name="Verdict">What is wrong with a number; null where what is checked holds.</param>
internal sealed record CheckQuestion(string What, string Sql, Func<long, string?> Verdict)
{
    /// <summary>Statement that returns one offending row; null = none.</summary>
    public string? Sample { get; init; }

    /// <summary>Whether the statement, which somebody wrote with variables, returns the offending rows: their number is
    /// judged, and the first is the sample.</summary>
    public bool ReturnsRows { get; init; }
}

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
        if (rules.RowCount is { } rule)
        {
            yield return new CheckQuestion("rowCount", dialect.Count(table),
                rows => RowCountRule.Parse(rule)!.Holds(rows) ? null : $"expected {rule}, got {rows} rows");
        }

        if (rules.Unique.Count > 0)
        {
            yield return new CheckQuestion($"unique ({string.Join(", ", rules.Unique)})",
                dialect.CountDuplicates(table, rules.Unique), None("values occur more than once"))
            {
                Sample = dialect.FirstDuplicate(table, rules.Unique),
            };
        }

        foreach (var column in rules.NotNull)
        {
            yield return new CheckQuestion(
                $"notNull ({column})", dialect.CountNulls(table, column), None("rows hold NULL"))
            {
                Sample = keys is { Count: > 0 } ? dialect.FirstNull(table, column, keys) : null,
            };
        }

        if (rules.ReturnsNothing is { } query)
        {
            yield return new CheckQuestion("returnsNothing", query.Text, None("rows came back"))
            {
                ReturnsRows = true,
            };
        }
    }

    private static Func<long, string?> None(string what) => number => number == 0 ? null : $"{number} {what}";
}

using System.Text;
using System.Text.RegularExpressions;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Plans as EXPLAIN (COSTS OFF) writes them: lines, in which expressions stand as SQL.</summary>
internal sealed partial class PostgreSqlPlanDialect(Dialect dialect) : QueryPlanDialect
{
    public override string WithoutValues(string plan)
    {
        var text = new StringBuilder(plan.Length);
        var line = 0;
        foreach (var token in StatementText.Tokens(plan.ReplaceLineEndings("\n"), dialect))
        {
            text.Append(IsCount(token, text, line) ? token : StatementText.WithoutValue(token));
            line = token == "\n" ? text.Length : line;
        }

        return text.ToString().TrimEnd();
    }

    public override string Shape(string plan) => Numbers().Replace(plan, "?");

    // How many workers it wants, and the numbers of its parts, are the plan itself.
    private static bool IsCount(string token, StringBuilder text, int line) =>
        char.IsAsciiDigit(token[0]) && Counted().IsMatch(text.ToString(line, text.Length - line));

    [GeneratedRegex(@"^ *(?:-> *)?(?:Workers Planned:|Subplans Removed:|InitPlan|SubPlan) ?$")]
    private static partial Regex Counted();

    // Those that stand alone, or count parameters of the executor.
    [GeneratedRegex(@"(?<!\w)\d+\b")]
    private static partial Regex Numbers();
}

using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>
/// For loops that count by any step up or down to a bound that stands still meanwhile: a query tells their numbers,
/// with the bound that the run knows.
/// </summary>
/// <param name="context">The package.</param>
/// <param name="loop">The loop.</param>
internal sealed class SteppedLoops(TaskContext context, SsisExecutable loop)
{
    private static readonly SsisValueType[] Whole =
    [
        SsisValueType.Byte, SsisValueType.SByte, SsisValueType.Int16, SsisValueType.UInt16, SsisValueType.Int32,
        SsisValueType.UInt32, SsisValueType.Int64,
    ];

    /// <summary>What stands under `forEach`, and the counter; null = it counts otherwise.</summary>
    public (IReadOnlyList<DraftEntry> Said, ImportedValue Counter)? Of(ForLoop written, ProjectDraft project)
    {
        var (init, assign, test) = (SsisAssignment.Parse(written.Init), SsisAssignment.Parse(written.Assign),
            SsisExpression.Parse(written.Evaluate));
        if (project.Target is not { Platform: DraftPlatforms.Server } target || !init.IsWhole || !assign.IsWhole
            || !test.IsWhole || test.Result.Root is not SsisBinaryNode { Left: SsisVariableNode tested } bound
            || assign.Result.Value.Root is not SsisBinaryNode
            {
                Operator: SsisBinaryOperator.Add or SsisBinaryOperator.Subtract,
                Left: SsisVariableNode counted,
                Right: SsisLiteralNode { Value.Content: long step and > 0L },
            } next
            || Compared(bound.Operator, next.Operator) is not { } compare
            || Counter([init.Result.Target, assign.Result.Target, tested, counted]) is not { } counter)
        {
            return null;
        }

        var read = new Readings(context, loop.Path, () => project);
        if (Number(init.Result.Value.Root, read) is not { } first || Number(bound.Right, read) is not { } last
            || read.Before.Count > 0)
        {
            return null;
        }

        var (sign, order) = next.Operator == SsisBinaryOperator.Add ? ('+', "") : ('-', " DESC");
        var following = $"n {sign} {step.ToString(CultureInfo.InvariantCulture)}";
        var (name, type) = (counter.Draft!.Name, counter.Draft.DataType);
        var query = "WITH turns AS (\n"
            + "    SELECT " + $"CAST({first} AS bigint) AS n WHERE {first} {compare} {last}\n"
            + "    UNION ALL\n"
            + "    SELECT " + $"{following} FROM turns WHERE {following} {compare} {last}\n"
            + ")\nSELECT " + $"CAST(n AS {type}) AS [{name}] FROM turns ORDER BY n{order}\nOPTION (MAXRECURSION 0)\n";
        IReadOnlyList<DraftEntry> said =
        [
            DraftEntry.Of("query", query), new("rows", DraftMap.Of(DraftEntry.Of(name, type))),
            DraftEntry.Of("connection", target.Name),
        ];
        return (said, counter);
    }

    // Up to a bound, or down to one: anything else has no turn or no end.
    private static string? Compared(SsisBinaryOperator test, SsisBinaryOperator step) => (test, step) switch
    {
        (SsisBinaryOperator.Less, SsisBinaryOperator.Add) => "<",
        (SsisBinaryOperator.LessOrEqual, SsisBinaryOperator.Add) => "<=",
        (SsisBinaryOperator.Greater, SsisBinaryOperator.Subtract) => ">",
        (SsisBinaryOperator.GreaterOrEqual, SsisBinaryOperator.Subtract) => ">=",
        _ => null,
    };

    private ImportedValue? Counter(SsisVariableNode[] named)
    {
        var found = Find(named[0]);
        return found is { Draft: not null } && Whole.Contains(found.Type)
            && named.All(each => Find(each) == found) && found.Writers.All(each => each == loop.Path) ? found : null;
    }

    // A number of the package, or a variable that nobody sets while the loop runs.
    private string? Number(SsisNode node, Readings read) =>
        context.Values.Constant(loop.Path, SsisExpression.Print(node), takesGiven: false)?.Content is long whole
            ? whole.ToString(CultureInfo.InvariantCulture)
            : node is SsisVariableNode variable && Find(variable) is { Expression: null } value
                && Whole.Contains(value.Type) && !value.Writers.Any(IsWithin) ? read.Sql(value.FullName) : null;

    private bool IsWithin(string path) =>
        path == loop.Path || path.StartsWith($"{loop.Path}\\", StringComparison.Ordinal)
        || path.StartsWith($"{loop.Path}.EventHandlers[", StringComparison.Ordinal);

    private ImportedValue? Find(SsisVariableNode node) =>
        context.Values.Find(loop.Path, node.Space is { } space ? $"{space}::{node.Name}" : node.Name);
}

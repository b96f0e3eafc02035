using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>
/// For loops that count by any step up or down to a bound that stands still meanwhile, in numbers or in parts of a
/// date: a query tells what their turns are, with the bound that the run knows.
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
            || Next(assign.Result.Value) is not { } next
            || Compared(bound.Operator, next.By > 0) is not { } compare
            || Counter([init.Result.Target, assign.Result.Target, tested, next.Counted], next.Part is not null)
                is not { } counter)
        {
            return null;
        }

        var read = new Readings(context, loop.Path, () => project);
        if (Known(init.Result.Value.Root, next.Part is not null, read) is not { } first
            || Known(bound.Right, next.Part is not null, read) is not { } last || read.Before.Count > 0)
        {
            read.Undo();
            return null;
        }

        var (name, type) = (counter.Draft!.Name, counter.Draft.DataType);
        var (following, walked) = next.Part is { } part
            ? ($"DATEADD({part}, {Number(next.By)}, n)", type)
            : ($"n {(next.By > 0 ? '+' : '-')} {Number(Math.Abs(next.By))}", "bigint");
        var query = "WITH turns AS (\n"
            + "    SELECT " + $"CAST({first} AS {walked}) AS n WHERE {first} {compare} {last}\n"
            + "    UNION ALL\n"
            + "    SELECT " + $"{following} FROM turns WHERE {following} {compare} {last}\n"
            + ")\nSELECT " + $"CAST(n AS {type}) AS [{name}] FROM turns ORDER BY n{(next.By > 0 ? "" : " DESC")}\n"
            + "OPTION (MAXRECURSION 0)\n";
        IReadOnlyList<DraftEntry> said =
        [
            DraftEntry.Of("query", query), new("rows", DraftMap.Of(DraftEntry.Of(name, type))),
            DraftEntry.Of("connection", target.Name),
        ];
        return (said, counter);
    }

    // What each turn adds to which variable, and to what part of it, where it is a date.
    private (SsisVariableNode Counted, long By, string? Part)? Next(SsisExpression next)
    {
        if (next.Root is SsisBinaryNode
            {
                Operator: SsisBinaryOperator.Add or SsisBinaryOperator.Subtract,
                Left: SsisVariableNode counted,
                Right: SsisLiteralNode { Value.Content: long step and > 0L },
            } sum)
        {
            return (counted, sum.Operator == SsisBinaryOperator.Add ? step : -step, null);
        }

        return next.Root is SsisCallNode { Function: "DATEADD", Arguments: [_, var amount, SsisVariableNode moved] }
            && Constant(amount) is long by and not 0L && Part(next) is { } part
            ? (moved, by, part) : null;
    }

    private string? Part(SsisExpression next)
    {
        var bound = next.Bind(context.Values.Names(loop.Path));
        return !bound.IsWhole || bound.Result.Root is not SsisCallTerm { Function: SsisFunction.DateAdd } call
            ? null
            : call.Part switch
            {
                SsisDatePart.Year => "year",
                SsisDatePart.Quarter => "quarter",
                SsisDatePart.Month => "month",
                SsisDatePart.Week => "week",
                SsisDatePart.Hour => "hour",
                SsisDatePart.Minute => "minute",
                SsisDatePart.Second => "second",
                SsisDatePart.Millisecond => "millisecond",
                _ => "day",
            };
    }

    // Up to a bound, or down to one: anything else has no turn or no end.
    private static string? Compared(SsisBinaryOperator test, bool isUp) => (test, isUp) switch
    {
        (SsisBinaryOperator.Less, true) => "<",
        (SsisBinaryOperator.LessOrEqual, true) => "<=",
        (SsisBinaryOperator.Greater, false) => ">",
        (SsisBinaryOperator.GreaterOrEqual, false) => ">=",
        _ => null,
    };

    private ImportedValue? Counter(SsisVariableNode[] named, bool isDate)
    {
        var found = Find(named[0]);
        return found is { Draft: not null } && IsOf(found.Type, isDate)
            && named.All(each => Find(each) == found) && found.Writers.All(each => each == loop.Path) ? found : null;
    }

    private static bool IsOf(SsisValueType type, bool isDate) =>
        isDate ? type == SsisValueType.DateTime : Whole.Contains(type);

    // A number or moment of the package, or a variable that nobody sets while the loop runs.
    private string? Known(SsisNode node, bool isDate, Readings read) => (Constant(node), isDate) switch
    {
        (long whole, false) => Number(whole),
        (DateTime moment, true) => $"CAST('{moment.ToString("o", CultureInfo.InvariantCulture)}' AS datetime2(7))",
        _ => node is SsisVariableNode variable && Find(variable) is { Expression: null } value
            && IsOf(value.Type, isDate) && !value.Writers.Any(IsWithin) ? read.Sql(value.FullName) : null,
    };

    private object? Constant(SsisNode node) =>
        context.Values.Constant(loop.Path, SsisExpression.Print(node), takesGiven: false)?.Content;

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    private bool IsWithin(string path) =>
        path == loop.Path || path.StartsWith($"{loop.Path}\\", StringComparison.Ordinal)
        || path.StartsWith($"{loop.Path}.EventHandlers[", StringComparison.Ordinal);

    private ImportedValue? Find(SsisVariableNode node) =>
        context.Values.Find(loop.Path, node.Space is { } space ? $"{space}::{node.Name}" : node.Name);
}

using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Expressions that cut the name of a file out of its whole path, as loops over files give it.</summary>
internal static class PathNames
{
    private static readonly (string Path, string Name)[] Samples =
        [(@"C:\in\a b.csv", "a b.csv"), (@"\\server\share\x\y.z\c.d.txt", "c.d.txt"), (@"D:\e", "e")];

    /// <summary>The turn whose file an expression names; null = it reckons with no path, or with all of it.</summary>
    public static TurnValue? Of(TaskContext context, string path, SsisBoundExpression bound)
    {
        var turns = bound.Root.Terms().OfType<SsisSymbolTerm>().Select(term => Turn(context, path, term.Symbol))
            .OfType<TurnValue>().Where(turn => turn.IsPath).Distinct().ToArray();
        return turns is [var only] && Array.TrueForAll(Samples, sample =>
            Result(context, path, bound, (only, sample.Path)) == sample.Name) ? only : null;
    }

    private static string? Result(
        TaskContext context, string path, SsisBoundExpression bound, (TurnValue Turn, string Path) file)
    {
        var result = bound.Evaluate(new SsisScope(
            symbol => Turn(context, path, symbol) == file.Turn ? new SsisValue(symbol.Type, file.Path)
                : context.Values.Find(path, $"{symbol.Space}::{symbol.Name}") is { } value
                    ? context.Values.Constant(path, value) ?? SsisValue.Null(symbol.Type)
                    : SsisValue.Null(symbol.Type),
            () => default));
        return result.IsWhole ? result.Result.Content as string : null;
    }

    private static TurnValue? Turn(TaskContext context, string path, SsisSymbol symbol) =>
        context.Values.Find(path, $"{symbol.Space}::{symbol.Name}") is { } value ? context.TurnOf(value, path) : null;
}

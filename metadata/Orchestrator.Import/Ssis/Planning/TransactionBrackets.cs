using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Tasks that begin a transaction, commit it or take it back around others. Where one object is all that
/// stands between, it is that transaction by itself.</summary>
/// <param name="context">The package.</param>
internal sealed class TransactionBrackets(TaskContext context)
{
    private const string Why = "one object stands between the tasks of this transaction, and is one by itself";

    private static readonly string[] Words = ["TRAN", "TRANSACTION", "WORK"];
    private static readonly string[] Begins = ["BEGIN"];
    private static readonly string[] Ends = ["COMMIT", "ROLLBACK"];

    /// <summary>Lets a task that begins one fall away with those that end it.</summary>
    public void Settle(Step begin)
    {
        if (begin.Parent is not { } around || !IsAlone(begin, Begins))
        {
            return;
        }

        var ends = around.Children.Where(each => IsAlone(each, Ends) && IsBehind(each, begin)
            && each.Executable.Sql!.Connection == begin.Executable.Sql!.Connection).ToArray();
        var between = around.Children.Where(each => each != begin && !ends.Contains(each) && IsBehind(each, begin)
            && Array.Exists(ends, end => IsBehind(end, each))).ToArray();
        var made = between.SelectMany(each => each.Objects()).ToArray();
        if (ends.Length == 0 || made.Length > 1 || Array.Exists(made, each => each.Open.Count > 0)
            || between.SelectMany(each => each.All()).Any(each => each.Loop is not null || each.Called is not null))
        {
            return;
        }

        foreach (var step in ends.Prepend(begin))
        {
            foreach (var one in step.Result?.Objects ?? [])
            {
                one.Project.Objects.Remove(one);
            }

            step.Result = new TaskResult([]) { Dropped = Why };
        }
    }

    private static bool IsBehind(Step step, Step other) => StepOrder.Before(step).Contains(other.Path);

    // `BEGIN TRAN` and `COMMIT`, with a name or without.
    private bool IsAlone(Step step, string[] begins) =>
        step is { IsDisabled: false, Executable: { Sql: not null, Handlers.Count: 0, ForcedResult: < 0 } task }
        && SqlTargets.FixedText(context, task) is { } text
        && StatementTokens.Of(text).Where(token => !token.IsSign(';')).ToArray() is [var first, .. var rest]
        && Array.Exists(begins, first.Is)
        && rest.Length <= 2 && (rest.Length == 0 ? !first.Is("BEGIN") : Array.Exists(Words, rest[0].Is))
        && (rest.Length < 2 || rest[1].IsName);
}

using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Tasks that begin a transaction, commit it or take it back around others. Where one object is all that
/// stands between, it is that transaction by itself.</summary>
/// <param name="context">The package.</param>
internal sealed class TransactionBrackets(TaskContext context)
{
    private const string Why = "one object stands between the tasks of this transaction, and is one by itself";
    private const string Begins = "BEGIN";
    private const string Commits = "COMMIT";
    private const string TakesBack = "ROLLBACK";

    private static readonly string[] Words = ["TRAN", "TRANSACTION", "WORK"];

    /// <summary>Lets a task that begins one fall away with those that end it.</summary>
    public void Settle(Step begin)
    {
        if (begin.Parent is not { } around || !IsAlone(begin, Begins))
        {
            return;
        }

        // What an object has done stays where it succeeds, and goes where it fails: who commits or takes back on any
        // other way says something else.
        var (commits, takingBack) = (Behind(begin, Commits), Behind(begin, TakesBack));
        Step[] ends = [.. commits, .. takingBack];
        var between = around.Children.Where(each => each != begin && !ends.Contains(each) && IsBehind(each, begin)
            && Array.Exists(ends, end => IsBehind(end, each))).ToArray();
        var made = between.SelectMany(each => each.Objects()).ToArray();
        if (commits.Length == 0 || !Array.TrueForAll(commits, each => IsOnly(each, ConstraintValue.Success))
            || !Array.TrueForAll(takingBack, each => IsOnly(each, ConstraintValue.Failure))
            || made.Length > 1 || Array.Exists(made, each => each.Open.Count > 0)
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

    private Step[] Behind(Step begin, string word) =>
    [
        .. begin.Parent!.Children.Where(each => IsAlone(each, word) && IsBehind(each, begin)
            && each.Executable.Sql!.Connection == begin.Executable.Sql!.Connection),
    ];

    private static bool IsOnly(Step end, ConstraintValue value) => StepOrder.Siblings(end)
        .Where(each => each.To == end.Path)
        .All(each => each.Test == ConstraintTest.Constraint && each.Value == value);

    private static bool IsBehind(Step step, Step other) => StepOrder.Before(step).Contains(other.Path);

    // `BEGIN TRAN` and `COMMIT`, with a name or without.
    private bool IsAlone(Step step, string word) =>
        step is { IsDisabled: false, Executable: { Sql: not null, Handlers.Count: 0, ForcedResult: < 0 } task }
        && SqlTargets.FixedText(context, task) is { } text
        && StatementTokens.Of(text).Where(token => !token.IsSign(';')).ToArray() is [var first, .. var rest]
        && first.Is(word)
        && rest.Length <= 2 && (rest.Length == 0 ? word != Begins : Array.Exists(Words, rest[0].Is))
        && (rest.Length < 2 || rest[1].IsName);
}

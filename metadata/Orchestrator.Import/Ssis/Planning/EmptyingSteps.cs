using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>
/// Statements that empty tables which flows fill behind them: a load replaces the rows by itself. One is folded only
/// where it runs whenever its load does, right before it; what stays a statement does the same, too.
/// </summary>
/// <param name="context">The package.</param>
/// <param name="adding">The loads that add rows, with the steps that they are of.</param>
internal sealed class EmptyingSteps(
    TaskContext context, IReadOnlyList<(Step Step, ConnectionDraft Target, NamedTable Table, ObjectDraft Load)> adding)
{
    private const string Statement = "SqlStatementSource";

    private readonly TouchedTables _touched = new(context);

    /// <summary>Folds a statement into the loads of its tables; null = it is needed as it is.</summary>
    public TaskResult? Fold(Step step, IReadOnlyList<Step> all)
    {
        if (step.IsDisabled || SqlTargets.FixedText(context, step.Executable) is not { } text
            || EmptiedTables.Of(text) is not { } tables || !IsUnasked(step))
        {
            return null;
        }

        ConnectionDraft target;
        try
        {
            target = context.Database(step.Executable.Sql!.Connection, step.Path);
        }
        catch (OpenException)
        {
            return null;
        }

        var loads = tables.Select(table => adding.Where(each =>
            each.Target == target && each.Table.Key == table.Key).ToArray()).ToArray();
        if (loads.Any(each => each is not [var only] || context.Defaulted.Contains(only.Load)
            || !Fits(step, only.Step)
            || IsLookedAt(only.Table.Name, target, step, only.Step, all)))
        {
            return null;
        }

        foreach (var one in loads.Select(each => each[0].Load))
        {
            FlowTasks.Replace(one);
            one.From.Add($"{step.Path} (which emptied the table)");
        }

        return new TaskResult([]) { Folded = loads[0][0].Load };
    }

    // Nothing asks how it ended but whether it went well, and nothing but its own statement is made in the run.
    private static bool IsUnasked(Step step) => StepOrder.IsPlainBehind(step)
        && step.Executable is { ForcedResult: < 0, Handlers.Count: 0, Sql.Results.Count: 0 }
        && step.Executable.Expressions.All(each => each.Property == Statement);

    // Whatever comes before the load, and not before the statement, is waited for without a condition: else the one
    // may run where the other does not.
    private static bool Fits(Step emptying, Step load)
    {
        if (load.IsDisabled || load.Parent is not { } around || around != emptying.Parent || IsPartOfMore(around)
            || load.Executable.ForcedResult >= 0
            || load.Executable.Expressions.Any(each => each.Property == "Disable"))
        {
            return false;
        }

        var between = StepOrder.Before(load);
        if (!between.Contains(emptying.Path))
        {
            return false;
        }

        between.ExceptWith(StepOrder.Before(emptying));
        between.Add(load.Path);
        return StepOrder.Siblings(load).Where(each => between.Contains(each.To)).All(StepOrder.IsPlain);
    }

    // A load is a transaction of its own; one of more than the two is told of where its first task is.
    private static bool IsPartOfMore(Step around) => around.Executable.Transaction == TransactionOption.Required
        && around.Children.Count(each => !each.IsDisabled) > 2;

    // Who looks at the empty table, or at the old rows, would see something else. What handles failures runs where
    // neither does what it should.
    private bool IsLookedAt(
        string table, ConnectionDraft target, Step emptying, Step load, IReadOnlyList<Step> all) =>
        _touched.ByItself(load, table, target)
        || all.Any(each => each != emptying && each != load
            && !StepOrder.Precedes(load, each) && !StepOrder.Precedes(each, emptying)
            && !each.IsOfFailure
            && _touched.MayTouch(each, table, target));
}

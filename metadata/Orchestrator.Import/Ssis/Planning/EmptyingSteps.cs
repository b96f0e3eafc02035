using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Statements that empty tables which flows fill behind them: a load replaces the rows by itself.</summary>
/// <param name="context">The package.</param>
/// <param name="adding">The loads that add rows, with the steps that they are of.</param>
internal sealed class EmptyingSteps(
    TaskContext context, IReadOnlyList<(Step Step, ConnectionDraft Target, NamedTable Table, ObjectDraft Load)> adding)
{
    /// <summary>Folds a statement into the loads of its tables; null = it is needed as it is.</summary>
    public TaskResult? Fold(Step step, IReadOnlyList<Step> all)
    {
        if (step.IsDisabled || SqlTasks.FixedText(context, step.Executable) is not { } text
            || EmptiedTables.Of(text) is not { } tables || !StepOrder.IsPlainBehind(step))
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
        if (loads.Any(each => each is not [var only] || !Fits(step, only.Step)
            || IsLookedAt(only.Table.Name, step, only.Step, all)))
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

    private static bool Fits(Step emptying, Step load) => !load.IsDisabled && emptying.Turned == load.Turned
        && StepOrder.Precedes(emptying, load);

    // Who looks at the empty table, or at the old rows, would see something else.
    private bool IsLookedAt(string table, Step emptying, Step load, IReadOnlyList<Step> all) => all.Any(each =>
        each != emptying && each != load && !StepOrder.Precedes(load, each) && !StepOrder.Precedes(each, emptying)
        && each.Executable.Sql is not null
        && (SqlTasks.FixedText(context, each.Executable) is not { } text
            || (text.Contains(table, StringComparison.OrdinalIgnoreCase)
                && EmptiedTables.Of(text)?.Any(other => other.Name.Equals(
                    table, StringComparison.OrdinalIgnoreCase)) != true)));
}

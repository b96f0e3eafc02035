using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Resolving;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Expression Tasks: a value of the run, reckoned without a database where that can be.</summary>
internal static class ValueTasks
{
    /// <summary>The objects of the task.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static TaskResult Map(TaskContext context, SsisExecutable task, ProjectDraft project)
    {
        var written = task.Expression ?? "";
        var parsed = SsisAssignment.Parse(written);
        if (!parsed.IsWhole)
        {
            throw No(SsisOpenCodes.Expression, $"the expression sets nothing: {parsed.Fault.Reason}", written);
        }

        var target = parsed.Result.Target;
        var read = new Readings(context, task.Path, () => project);
        var into = read.Value(target.Space is { } space ? $"{space}::{target.Name}" : target.Name);
        if (into.Draft is not { } draft || context.IsTurn(into) || into.Type == SsisValueType.Object)
        {
            throw No(SsisOpenCodes.Value, $"'{into.FullName}' cannot be set here", written);
        }

        var bound = parsed.Result.Value.Bind(context.Values.Names(task.Path));
        if (!bound.IsWhole)
        {
            throw No(SsisOpenCodes.Expression, $"the expression cannot be read: {bound.Fault.Reason}", written);
        }

        // What it was before somebody else has set: a value that nobody but itself sets has none.
        if (VariableNames.In(written).Skip(1).Any(name => context.Values.Find(task.Path, name) == into)
            && into.Writers.All(each => each == task.Path))
        {
            return Begun(context, task, into, bound.Result) is { } made ? Held(context, task, project, draft, made)
                : throw No(SsisOpenCodes.Value,
                    $"'{into.FullName}' is reckoned from itself, and nobody sets it first", written);
        }

        var one = context.New(project, task.Name, task.Path);
        draft.IsOfRun = true;
        one.Body.Add(read.Assigned(one, [(bound.Result, draft)]));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    // Done once, it is reckoned from what the variable has in the package.
    private static string? Begun(
        TaskContext context, SsisExecutable task, ImportedValue into, SsisBoundExpression bound)
    {
        if (!context.IsOnce(task.Path) || into.IsGiven || into.Expression is not null
            || ImportedTypes.Read(into.Type, into.Value) is not { } first
            || bound.Root.Terms().Any(each =>
                each is SsisCallTerm { Function: SsisFunction.GetDate or SsisFunction.GetUtcDate }))
        {
            return null;
        }

        var isKnown = true;
        var made = bound.Evaluate(new SsisScope(
            symbol =>
            {
                var value = context.Values.Find(task.Path, $"{symbol.Space}::{symbol.Name}");
                var held = value == into ? first
                    : value is null ? null : context.Values.Constant(task.Path, value, takesGiven: false);
                isKnown &= held is not null;
                return held ?? SsisValue.Null(symbol.Type);
            },
            () => default));
        return !made.IsWhole || !isKnown ? null : made.Result.Content switch
        {
            long number => number.ToString(CultureInfo.InvariantCulture),
            string text => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'",
            _ => null,
        };
    }

    private static TaskResult Held(
        TaskContext context, SsisExecutable task, ProjectDraft project, VariableDraft draft, string made)
    {
        var one = context.New(project, task.Name, task.Path);
        one.Reckon(draft, made);
        return new TaskResult([one]);
    }

    private static OpenException No(string code, string why, string text) =>
        new(code, why, text, SsisOpenCodes.Minutes);
}

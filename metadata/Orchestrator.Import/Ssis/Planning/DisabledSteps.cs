using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Steps that an expression disables: what they became runs where it does not.</summary>
internal static class DisabledSteps
{
    /// <summary>Puts that condition at its objects.</summary>
    public static void Settle(TaskContext context, Step step, ObjectDraft[] objects)
    {
        if (step.Executable.Expressions.FirstOrDefault(each => each.Property == "Disable") is not { } written
            || objects.Length == 0)
        {
            return;
        }

        var read = new Readings(context, step.Path, step.Place!.Any);
        try
        {
            var condition = $"not ({read.Condition(written.Expression)})";
            if (step.Place is { Loop: not null } turn)
            {
                turn.Settle(read.Before);
            }

            foreach (var one in objects)
            {
                one.When = one.When is { } other ? $"({other}) and {condition}" : condition;
                one.DependsOn.AddRange(
                    read.Before.Select(each => new DependencyDraft(each, null, DraftOutcome.Success)));
            }
        }
        catch (OpenException open)
        {
            read.Undo();
            objects[0].Open.Add(new OpenEntry(step.Path, open.Reason));
        }
    }
}

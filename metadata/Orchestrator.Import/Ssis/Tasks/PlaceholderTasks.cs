using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Objects that keep the place of what a person has to decide; `validate` refuses them until somebody has.
/// </summary>
internal static class PlaceholderTasks
{
    private const int TextMax = 20_000;

    /// <summary>The object of a task that has no equal.</summary>
    public static TaskResult Map(TaskContext context, SsisExecutable task, ProjectDraft project, OpenReason reason)
    {
        var one = context.New(project, task.Name, task.Path);
        Fill(one, task.Path, reason, Written(context, task));
        return new TaskResult([one]);
    }

    /// <summary>Takes the words of an object away and says why.</summary>
    public static void Fill(ObjectDraft one, string path, OpenReason reason, IReadOnlyList<VariableDraft> sets)
    {
        if (sets.Count > 0)
        {
            one.Body.Add(new("sets", new DraftMap([.. sets.Select(each => DraftEntry.Of(each.Use(), each.Name))])));
        }

        var names = one.Sets.ToArray();
        one.Empty(names.Length == 0 ? "select 1" : "select " + string.Join(", ", names.Select(name =>
            $"null as [{name}]")));
        one.Open.Add(new OpenEntry(path, Short(reason)));
    }

    /// <summary>A reason whose text is no longer than somebody reads.</summary>
    public static OpenReason Short(OpenReason reason) => reason.Text.Length <= TextMax ? reason
        : reason with { Text = reason.Text[..TextMax] + " …" };

    // Who reads what it would set waits for it all the same.
    private static VariableDraft[] Written(TaskContext context, SsisExecutable task)
    {
        VariableDraft[] found =
        [
            .. context.Values.SetBy(task.Path).Where(each =>
                    each is { Draft.IsOfTurn: false, Type: not SsisValueType.Object }
                    && each.Readers.Any(reader => reader != task.Path))
                .Select(each => each.Draft!).Distinct(),
        ];
        foreach (var draft in found)
        {
            draft.IsOfRun = true;
        }

        return found;
    }
}

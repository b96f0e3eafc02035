using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Resolving;
using Orchestrator.Ssis.Scripts;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Script Tasks of which all is known that they do: they tell what was done, set variables, or work with
/// files.</summary>
internal static class ScriptTasks
{
    /// <summary>The objects of the task.</summary>
    /// <exception cref="OpenException">Not all of it is known, or it has no equal.</exception>
    public static TaskResult Map(TaskContext context, SsisExecutable task, TaskPlace place)
    {
        // In a loop and in a handler it finds what it has set itself.
        var isOnce = context.IsOnce(task.Path);
        var work = ScriptWorks.Of(task.Script!, name => Found(context, task, name, isOnce));
        if (work.Refused is { } why)
        {
            throw OpenTasks.Script(task, why);
        }

        if (work.Sets.FirstOrDefault(each => each.Expression is null) is { } open)
        {
            throw OpenTasks.Script(task, $"it sets '{open.Variable}', and {open.Why}");
        }

        if (work.Sets.Count == 0 && work.Files.Count == 0)
        {
            return new TaskResult([])
            {
                Dropped = work.Tells ? "its script only tells what was done: the ledger and the log keep that"
                    : "its script does nothing",
            };
        }

        try
        {
            return work.Files.Count > 0 ? Working(context, task, place.Any(), work.Files)
                : Setting(context, task, place.Any(), work.Sets);
        }
        catch (OpenException refused)
        {
            throw OpenTasks.Script(task, (work.Files.Count > 0 ? "it works with files" : "it sets variables")
                + $", and {refused.Reason.Reason}");
        }
    }

    // One object for each file, as a File System Task has it, one behind the other.
    private static TaskResult Working(
        TaskContext context, SsisExecutable task, ProjectDraft project, IReadOnlyList<ScriptFileWork> works)
    {
        var read = new Readings(context, task.Path, () => project);
        var paths = new TaskPaths(context, task, read);
        var asked = works.SelectMany(each => new[] { each.From, each.To ?? "" }).Distinct(StringComparer.Ordinal)
            .ToArray();
        if (asked.Count(AsksForTime) > 1)
        {
            throw new OpenException(SsisOpenCodes.Value, "several of its paths have the time in them, which may be "
                + "another one each time that it is asked for", task.Name, SsisOpenCodes.Minutes);
        }

        var places = asked.ToDictionary(each => each, each => Place(task, read, each), StringComparer.Ordinal);
        DraftMap[] said =
        [
            .. works.Select(each => FileTasks.Called(
                new FileSystemTask
                {
                    Operation = each.Operation,
                    From = places[each.From],
                    To = places[each.To ?? ""],
                    Overwrites = each.Overwrites,
                },
                paths, each.IsGuarded)),
        ];
        List<ObjectDraft> made = [];
        foreach (var body in said)
        {
            var one = context.New(project, task.Name, task.Path);
            one.Kind = DraftKinds.Files;
            one.Body.Add(new(DraftKinds.Files, body));
            if (made.Count > 0)
            {
                one.DependsOn.Add(new DependencyDraft(made[^1], null, DraftOutcome.Success));
            }

            made.Add(one);
        }

        read.Close(made[0]);
        return new TaskResult([.. read.Before, .. made]);
    }

    // The day is that of the run, whenever it is asked for.
    private static bool AsksForTime(string expression) => expression
        .Replace("(DT_DBDATE)GETDATE()", "", StringComparison.Ordinal)
        .Contains("GETDATE()", StringComparison.Ordinal);

    // A variable that is the whole of a path may be the file of a loop's turn.
    private static TaskPath Place(SsisExecutable task, Readings read, string expression) =>
        expression.Length == 0 ? new TaskPath(TextSource.Direct, "")
        : SsisExpression.Parse(expression) is { IsWhole: true, Result.Root: SsisVariableNode variable }
            ? new TaskPath(TextSource.Variable,
                variable.Space is { } space ? $"{space}::{variable.Name}" : variable.Name)
        : new TaskPath(TextSource.Direct, read.Text(expression, $"{task.Name}_path", takesGiven: true));

    private static TaskResult Setting(
        TaskContext context, SsisExecutable task, ProjectDraft project, IReadOnlyList<ScriptSet> sets)
    {
        var read = new Readings(context, task.Path, () => project);
        (SsisBoundExpression, VariableDraft)[] said =
        [
            .. sets.Select(each => (
                context.Values.Bound(task.Path, each.Expression!), Target(context, task, read, each))),
        ];
        var one = context.New(project, task.Name, task.Path);
        foreach (var (_, draft) in said)
        {
            draft.IsOfRun = true;
        }

        one.Body.Add(read.Assigned(one, said));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    private static VariableDraft Target(TaskContext context, SsisExecutable task, Readings read, ScriptSet set)
    {
        var into = read.Value(set.Variable);
        if (into.Draft is not { } draft || context.IsTurn(into))
        {
            throw new OpenException(SsisOpenCodes.Value, $"'{into.FullName}' cannot be set here", set.Variable,
                SsisOpenCodes.Minutes);
        }

        // What it was before somebody else has set: a value that nobody but the script itself sets has none.
        if (VariableNames.In(set.Expression!).Select(name => context.Values.Find(task.Path, name))
            .FirstOrDefault(each => each is { Writers.Count: > 0 } && each.Writers.All(one => one == task.Path))
            is { } own)
        {
            throw new OpenException(SsisOpenCodes.Value,
                $"'{into.FullName}' is reckoned from what the script has left in '{own.FullName}', and nobody sets "
                    + "that first", set.Variable, SsisOpenCodes.Minutes);
        }

        return draft;
    }

    private static ScriptVariable? Found(TaskContext context, SsisExecutable task, string name, bool isOnce) =>
        context.Values.Find(task.Path, name) is not { } found ? null
            : new ScriptVariable(found.FullName, found.Type, found.Expression is not null)
            {
                Begins = isOnce ? Begins(task, found) : null,
            };

    // What nobody but the script sets is what it was at design time when the script begins.
    private static string? Begins(SsisExecutable task, ImportedValue value)
    {
        var begins = ImportedTypes.Read(value.Type, value.Value ?? (value.Type == SsisValueType.String ? "" : null));
        return value is { IsGiven: false, IsSecret: false, Expression: null, Writers: [var only] } && only == task.Path
            && begins is { Content: string or long or bool } ? SsisExpression.Print(new SsisLiteralNode(begins)) : null;
    }
}

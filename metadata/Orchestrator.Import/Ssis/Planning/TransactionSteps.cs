using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Containers whose tasks are one transaction: where all are statements of one connection, one object has
/// them.</summary>
/// <param name="context">The package.</param>
internal sealed class TransactionSteps(TaskContext context)
{
    // Cut there, so that each has variables of its own, as in the package.
    private const string Between = "\nGO\n";

    /// <summary>Whether several tasks of a container, or several turns of one, are one transaction.</summary>
    public static bool IsAsked(Step around) => around is { IsDisabled: false, Executable.IsContainer: true }
        && around.Executable.Transaction == TransactionOption.Required
        && (Leaves(around).Count() > 1 || around.All().Any(each => each.IsLoop && !each.IsDisabled));

    /// <summary>Puts their statements into one object where all are plain; what stays several objects somebody has to
    /// look at.</summary>
    public void Settle(Step around)
    {
        if (!IsJoined(around) && Left(around) > 1
            && around.Objects().ToArray() is [var first, ..] all
            && all.SelectMany(each => each.Open).All(each => each.Reason.Code != SsisOpenCodes.Transaction))
        {
            first.Open.Add(new OpenEntry(around.Path, new OpenReason(SsisOpenCodes.Transaction,
                $"the tasks of '{around.Executable.Name}' are one transaction: here each object has its own",
                "TransactionOption = Required", SsisOpenCodes.Hour)));
        }
    }

    // A statement that was folded into a load, and one that only wrote a log, are no more; what stands in a loop is
    // there in each turn.
    private static int Left(Step step)
    {
        var own = step.IsDisabled ? 0 : step.Called is null ? step.Result?.Objects.Count ?? 0 : 1;
        return (own + step.Children.Sum(Left)) * (step.Loop is { Loop: not null } ? 2 : 1);
    }

    private bool IsJoined(Step around)
    {
        if (around.IsLoop || Chain(around) is not { } chain || !chain.All(each => IsPlain(each.Executable))
            || chain.DistinctBy(each => each.Executable.Sql!.Connection).Count() > 1)
        {
            return false;
        }

        Step[] made = [.. chain.Where(each => each.Result is { Objects.Count: > 0 })];
        if (made.Length < 2)
        {
            return true;
        }

        var objects = made.SelectMany(each => each.Result!.Objects).ToArray();
        var one = objects[0];
        // In a loop the objects of one project may work on several databases, as statements say (`USE`).
        if (objects.Length != made.Length || objects.Any(each => !IsStatement(each)
            || each.Project != one.Project || each.Writes != one.Writes))
        {
            return false;
        }

        one.Body[0] = DraftEntry.Of(DraftKinds.Statement, string.Join(Between, objects.Select(TextOf)) + "\n");
        one.Notes.Add($"the tasks of '{around.Executable.Name}' were one transaction, and so are these statements");
        foreach (var (step, other) in made.Zip(objects).Skip(1))
        {
            one.From.Add($"{step.Path} (in the same transaction)");
            one.Project.Objects.Remove(other);
            step.Result = new TaskResult([]) { Folded = one };
        }

        return true;
    }

    private bool IsStatement(ObjectDraft one) => one is { Kind: DraftKinds.Statement, IsPlaceholder: false }
        && one.Open.Count == 0 && one.Body is [{ Key: DraftKinds.Statement, Value: DraftText }]
        && context.Facts.All(each => each.Reader != one);

    private static string TextOf(ObjectDraft one) => ((DraftText)one.Body[0].Value).Text.TrimEnd('\n');

    // Those of containers within it, too, unless they stay out of it.
    private static IEnumerable<Step> Leaves(Step around) => around.Children
        .Where(each => !each.IsDisabled && each.Executable.Transaction != TransactionOption.NotSupported)
        .SelectMany(each => each.Executable.IsContainer ? Leaves(each) : [each]);

    // Its tasks in their order, where there is but one.
    private static List<Step>? Chain(Step around)
    {
        var constraints = around.Executable.Constraints;
        if (constraints.Count != around.Children.Count - 1 || around.Children.Any(each => each.IsDisabled)
            || !around.Children.All(StepOrder.IsPlainBehind))
        {
            return null;
        }

        var behind = constraints.Select(each => each.To).ToHashSet(StringComparer.Ordinal);
        var next = around.Children.Find(each => !behind.Contains(each.Path));
        var found = new List<Step>();
        while (next is not null && found.Count < around.Children.Count)
        {
            found.Add(next);
            var path = next.Path;
            var to = constraints.FirstOrDefault(each => each.From == path)?.To;
            next = around.Children.Find(each => each.Path == to);
        }

        return next is null && found.Count == around.Children.Count ? found : null;
    }

    private bool IsPlain(SsisExecutable task) => task.Kind == ExecutableKind.ExecuteSql && task.ForcedResult < 0
        && task.Sql is { Results.Count: 0 } sql && sql.Parameters.All(each => each.Way == ParameterWay.Input)
        && task.Handlers.Count == 0 && task.Transaction != TransactionOption.NotSupported
        && task.Expressions.All(each => each.Property == "SqlStatementSource")
        && SqlTargets.FixedText(context, task) is not null;
}

using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>An executable of a package on its way to objects of ours.</summary>
internal sealed class Step
{
    public Step(SsisExecutable executable, Step? parent)
    {
        (Executable, Parent) = (executable, parent);
        IsDisabled = executable.IsDisabled || parent?.IsDisabled == true;
        foreach (var child in executable.Children)
        {
            Children.Add(new Step(child, this));
        }
    }

    public SsisExecutable Executable { get; }

    public Step? Parent { get; }

    public List<Step> Children { get; } = [];

    /// <summary>Whether it, or what it stands in, does nothing.</summary>
    public bool IsDisabled { get; }

    /// <summary>Where its objects go.</summary>
    public TaskPlace? Place { get; set; }

    /// <summary>What it became; null = it is a container, or nobody has looked at it.</summary>
    public TaskResult? Result { get; set; }

    /// <summary>The container that a loop became; null = it is none.</summary>
    public ContainerDraft? Loop { get; set; }

    /// <summary>The package that it calls, where that became a part of the batch; else null.</summary>
    public PackagePlan? Called { get; set; }

    /// <summary>What it gives that package which has to be reckoned first, each with the variable that takes it.
    /// </summary>
    public List<(ImportedValue Given, VariableDraft Into)> Gives { get; } = [];

    /// <summary>What those behind it wait for where nothing of it is left.</summary>
    public IReadOnlyList<DependencyDraft>? Waits { get; set; }

    public string Path => Executable.Path;

    /// <summary>Whether it stands in what handles a failure.</summary>
    public bool IsOfFailure => HandlerSteps.Failures.Any(each =>
        Path.Contains($".EventHandlers[{each}]", StringComparison.Ordinal));

    public bool IsLoop => Executable.Kind is ExecutableKind.ForEach or ExecutableKind.ForLoop;

    /// <summary>The nearest loop around it; null = it stands in none.</summary>
    public Step? Around => Parent is null ? null : Parent.IsLoop ? Parent : Parent.Around;

    /// <summary>The nearest loop around it that is one here, too; null = it stands in none.</summary>
    public Step? Turned => Parent is null ? null : Parent.Loop is not null ? Parent : Parent.Turned;

    /// <summary>The step and all that stands in it.</summary>
    public IEnumerable<Step> All() => Children.SelectMany(child => child.All()).Prepend(this);

    /// <summary>All objects of it and of what stands in it.</summary>
    public IEnumerable<ObjectDraft> Objects() => All().SelectMany(each => each.Result?.Objects ?? []);

    /// <summary>Whether nothing is left of it that somebody could wait for.</summary>
    public bool IsEmpty => All().All(each => each.Called is null && each.Result is not { Objects.Count: > 0 });

    /// <summary>The children of one container that two steps stand in; null = they stand in none together.</summary>
    public (Step First, Step Second)? Beside(Step other)
    {
        var mine = Up().ToArray();
        var theirs = other.Up().ToArray();
        foreach (var step in mine)
        {
            if (theirs.FirstOrDefault(each => each != step && each.Parent == step.Parent) is { } found
                && step.Parent is not null)
            {
                return (step, found);
            }
        }

        return null;
    }

    private IEnumerable<Step> Up()
    {
        for (var step = this; step is not null; step = step.Parent)
        {
            yield return step;
        }
    }
}

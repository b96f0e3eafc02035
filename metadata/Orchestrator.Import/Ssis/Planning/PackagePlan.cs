using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>What one package becomes.</summary>
/// <param name="package">The package.</param>
/// <param name="context">What its tasks share.</param>
/// <param name="projects">Its projects.</param>
internal sealed class PackagePlan(SsisPackage package, TaskContext context, ProjectTable projects)
{
    public SsisPackage Package { get; } = package;

    public TaskContext Context { get; } = context;

    public ProjectTable Projects { get; } = projects;

    /// <summary>Those of its handlers, which stand apart from it.</summary>
    public List<ProjectTable> Apart { get; } = [];

    public IEnumerable<ProjectTable> Tables => Apart.Prepend(Projects);

    /// <summary>The package itself with its tasks.</summary>
    public Step Root { get; } = new(package.Root, null);

    /// <summary>The tasks of event handlers, each with the handler and the step that it is of.</summary>
    public List<HandlerSteps> Handlers { get; } = [];

    /// <summary>Its calls that are no part of the batch, and why.</summary>
    public Dictionary<Step, string> NotCalled { get; } = [];

    /// <summary>The plan of the package that calls it; null = it begins a batch.</summary>
    public PackagePlan? Caller { get; set; }

    /// <summary>Why nothing of it could be translated, which is a mistake of ours; null = it could.</summary>
    public OpenReason? Broken { get; private set; }

    /// <summary>Does a part of the work, whose failure is the package's alone.</summary>
    public void Try(Action work)
    {
        if (Broken is not null)
        {
            return;
        }

        try
        {
            work();
        }
        catch (Exception mistake) when (mistake is not (OutOfMemoryException or OperationCanceledException))
        {
            Break(mistake);
        }
    }

    /// <summary>Leaves the whole package to a person: one object keeps its place, and what it calls is started by
    /// itself.</summary>
    public void Break(Exception mistake)
    {
        Broken = new OpenReason(SsisOpenCodes.Package,
            "the package could not be translated, which is a mistake of the import: write it by hand, and report it",
            $"{mistake.GetType().Name}: {mistake.Message}", SsisOpenCodes.Day);
        foreach (var project in Tables.SelectMany(each => each.Made))
        {
            project.Objects.Clear();
            project.Containers.Clear();
        }

        foreach (var step in All())
        {
            if (step.Called is { } called)
            {
                called.Caller = null;
            }

            (step.Result, step.Loop, step.Called, step.Waits) = (null, null, null, null);
        }

        PlaceholderTasks.Fill(
            Context.New(Projects.Main(), Package.Name, Package.Root.Path), Package.Root.Path, Broken, []);
    }

    /// <summary>Whether the package is planned once more, for another one that calls it.</summary>
    public bool IsCopy { get; init; }

    /// <summary>Whether it stands behind itself: a circle of calls.</summary>
    public bool IsBehind(PackagePlan other) =>
        ReferenceEquals(Package, other.Package) || Caller?.IsBehind(other) == true;

    /// <summary>All steps, those of handlers among them.</summary>
    public IEnumerable<Step> All() => Root.All().Concat(Handlers.SelectMany(each => each.Steps.All()));
}

/// <summary>The tasks of an event handler.</summary>
/// <param name="Handler">The handler.</param>
/// <param name="Of">The step that it is of.</param>
/// <param name="Steps">A container of its tasks, which is no executable.</param>
internal sealed record HandlerSteps(SsisEventHandler Handler, Step Of, Step Steps)
{
    /// <summary>The events of failures.</summary>
    public static readonly IReadOnlyList<string> Failures = ["OnError", "OnTaskFailed"];

    /// <summary>Whether it waits for a failure.</summary>
    public bool IsOfFailure => Failures.Contains(Handler.Event);

    /// <summary>What is told of a failure or an end that all of it has been told of, nobody knows.</summary>
    public bool IsKnown => IsOfFailure || (Handler.Event is "OnPostExecute" or "OnPreExecute"
        && !Of.Executable.IsContainer);
}

using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Makes small solutions in code: one database per project, named like it.</summary>
internal sealed class SolutionBuilder
{
    private readonly List<Project> _projects = [];
    private readonly List<BatchProject> _order = [];

    public List<Connection> Connections { get; } =
        [new Connection { Name = "Files", Platform = Platform.Files, Folder = "data" }];

    public Batch Batch { get; set; } = new() { Name = "Nightly", Projects = [] };

    public Setting<int> MaxConcurrency { get; set; } = Setting<int>.Default(-1);

    public SolutionBuilder Project(string name, IEnumerable<ObjectDefinition> objects,
        IReadOnlyList<Container>? containers = null, IReadOnlyList<string>? dependsOn = null,
        Func<Project, Project>? with = null)
    {
        if (Connections.All(connection => connection.Name != name))
        {
            Connections.Add(new Connection { Name = name, Platform = Platform.Sqlite });
        }

        var project = new Project
        {
            Name = name,
            Target = name,
            Containers = containers ?? [Container("Core")],
            Objects = [.. objects.Select(definition => definition with
            {
                Project = name,
                Target = definition.Target.Connection == "" ? definition.Target with { Connection = name }
                    : definition.Target,
            })],
            At = new Origin($"projects/{name}/project.yaml", 1, 1),
        };
        _projects.Add(with is null ? project : with(project));
        _order.Add(new BatchProject(name, dependsOn, new Origin("batches/Nightly.yaml", _order.Count + 2, 3)));
        return this;
    }

    public Solution Build() => new()
    {
        Name = "Shop",
        Folder = "/solutions/shop",
        MaxConcurrency = MaxConcurrency,
        Connections = Connections,
        Batches = [Batch with { Projects = _order }],
        Projects = _projects,
        Files = [],
    };

    public CompiledPlan Compile() => Compiler.Compile(Build(), "Nightly", (_, _) => []);

    public Plan Plan()
    {
        var compiled = Compile();
        Assert.That(compiled.Diagnostics.Where(found => found.Severity == Severity.Error), Is.Empty);
        return compiled.Plan!;
    }

    public static Container Container(string name, int level = 10, ContainerMode mode = ContainerMode.Parallel) =>
        new() { Name = name, Level = level, Mode = mode, At = new Origin("projects/x/project.yaml", level, 3) };

    /// <summary>An object that loads the table of its own name from a file of its own name.</summary>
    public static ObjectDefinition Load(string name, string container = "Core", params string[] dependsOn) => new()
    {
        Name = name,
        Project = "",
        Kind = "load",
        Container = container,
        Source = new ObjectSource { Connection = "Files", File = name + ".csv" },
        Target = new ObjectTarget("", null, name),
        DependsOn = [.. dependsOn.Select(text => Needs(text))],
        At = new Origin($"objects/{name}.yaml", 1, 1),
    };

    /// <summary>An object that loads the table of its own name from a table.</summary>
    public static ObjectDefinition LoadFrom(string connection, string table, string name, string container = "Core") =>
        Load(name, container) with { Source = new ObjectSource { Connection = connection, Name = table } };

    public static Dependency Needs(string name, Outcome outcome = Outcome.Success) =>
        new(name, outcome, new Origin("objects/x.yaml", 7, 3));
}

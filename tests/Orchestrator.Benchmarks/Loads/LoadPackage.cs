using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Benchmarks.Loads;

/// <summary>A load through the kind that a run uses.</summary>
internal static class LoadPackage
{
    private static long _attempts;

    /// <summary>The five columns of the generated rows and their types.</summary>
    public static IReadOnlyList<(string Name, string Type)> Columns { get; } =
    [
        ("Id", "int"), ("Name", "nvarchar(40)"), ("Price", "decimal(9,2)"), ("Sold", "date"), ("Note", "nvarchar(60)"),
    ];

    /// <summary>Loads `NAME.csv` of the folder into `NAME.db` of the same folder.</summary>
    /// <exception cref="InvalidOperationException">The load failed.</exception>
    public static PackageResult Run(string folder, string name, RunResources resources) => Run(new LoadJob
    {
        Folder = folder,
        From = new Connection { Name = "Files", Platform = Platform.Files, Folder = folder },
        Source = new ObjectSource { Connection = "Files", File = $"{name}.csv" },
        To = new Connection { Name = "Db", Platform = Platform.Sqlite, File = Path.Combine(folder, $"{name}.db") },
        Columns = Columns,
        Resources = resources,
    });

    /// <summary>Runs a load.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static PackageResult Run(LoadJob job)
    {
        var result = PackageKinds.All["load"].Run(ContextOf(job));
        return result.Outcome == NodeState.Succeeded
            ? result
            : throw new InvalidOperationException(result.Error?.Message);
    }

    /// <summary>What a load is given.</summary>
    public static PackageContext ContextOf(LoadJob job) =>
        ContextOf(Definition(job), job.Folder, [job.From, job.To], job.Resources);

    /// <summary>What the package of an object is given that is the only one of its solution.</summary>
    public static PackageContext ContextOf(ObjectDefinition definition, string folder,
        IReadOnlyList<Connection> connections, RunResources resources) => new()
        {
            Object = definition,
            Solution = SolutionOf(definition, folder, connections),
            AttemptId = Interlocked.Increment(ref _attempts),
            Run = 1,
            Folder = folder,
            Resolve = text => text,
            ResolveConnection = text => ConnectionText.Resolve(text, each => each),
            Progress = (_, _) => { },
            Resources = resources,
            HeldUp = (_, _) => { },
            Time = TimeProvider.System,
            Cancellation = CancellationToken.None,
        };

    private static ObjectDefinition Definition(LoadJob job) => new()
    {
        Name = "rows",
        Project = "Bench",
        Kind = "load",
        Container = "All",
        Source = job.Source,
        Target = new ObjectTarget(job.To.Name, null, "rows"),
        Columns =
        [
            .. job.Columns.Select(column => new ColumnDefinition
            {
                Name = column.Name,
                Target = column.Name,
                DataType = Type(column.Type),
            }),
        ],
    };

    private static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    private static Solution SolutionOf(
        ObjectDefinition definition, string folder, IReadOnlyList<Connection> connections) => new()
        {
            Name = "Bench",
            Folder = folder,
            Connections = connections,
            Batches = [],
            Projects =
        [
            new Project
            {
                Name = "Bench",
                Target = definition.Target.Connection,
                Containers = [new Container { Name = "All" }],
                Objects = [definition],
            },
        ],
            Files = [],
        };
}

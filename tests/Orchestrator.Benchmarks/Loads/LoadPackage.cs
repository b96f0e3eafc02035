using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Types;

namespace Orchestrator.Benchmarks.Loads;

/// <summary>A load of one generated file into one SQLite file, through the kind that a run uses.</summary>
internal static class LoadPackage
{
    /// <summary>The five columns of the generated rows and their types.</summary>
    public static IReadOnlyList<(string Name, string Type)> Columns { get; } =
    [
        ("Id", "int"), ("Name", "nvarchar(40)"), ("Price", "decimal(9,2)"), ("Sold", "date"), ("Note", "nvarchar(60)"),
    ];

    /// <summary>Loads `NAME.csv` of the folder into `NAME.db` of the same folder.</summary>
    /// <exception cref="InvalidOperationException">The load failed.</exception>
    public static PackageResult Run(string folder, string name, RunResources resources)
    {
        var definition = new ObjectDefinition
        {
            Name = name,
            Project = "Bench",
            Kind = "load",
            Container = "All",
            Source = new ObjectSource { Connection = "Files", File = $"{name}.csv" },
            Target = new ObjectTarget("Db", null, "rows"),
            Columns =
            [
                .. Columns.Select(c => new ColumnDefinition
                {
                    Name = c.Name,
                    Target = c.Name,
                    DataType = Type(c.Type),
                }),
            ],
        };
        var result = PackageKinds.All["load"].Run(new PackageContext
        {
            Object = definition,
            Solution = SolutionIn(folder, definition),
            AttemptId = 1,
            Run = 1,
            Folder = folder,
            Resolve = text => text,
            ResolveConnection = text => ConnectionText.Resolve(text, each => each),
            Progress = (_, _) => { },
            Resources = resources,
            HeldUp = (_, _) => { },
            Time = TimeProvider.System,
            Cancellation = CancellationToken.None,
        });
        return result.Outcome == NodeState.Succeeded
            ? result
            : throw new InvalidOperationException(result.Error?.Message);
    }

    private static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    private static Solution SolutionIn(string folder, ObjectDefinition definition) => new()
    {
        Name = "Bench",
        Folder = folder,
        Connections =
        [
            new Connection { Name = "Files", Platform = Platform.Files, Folder = folder },
            new Connection { Name = "Db", Platform = Platform.Sqlite, File = Path.Combine(folder, "{object}.db") },
        ],
        Batches = [],
        Projects =
        [
            new Project
            {
                Name = "Bench",
                Target = "Db",
                Containers = [new Container { Name = "All" }],
                Objects = [definition],
            },
        ],
        Files = [],
    };
}

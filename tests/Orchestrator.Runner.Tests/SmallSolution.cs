using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Tests;

/// <summary>A solution in a folder of its own with one project of packages of a fake kind, and runs over it.</summary>
internal sealed class SmallSolution : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public FakeKind Kind { get; } = new();

    public FakeTime Time { get; } = new();

    /// <summary>The batch that runs.</summary>
    public string Batch { get; set; } = "Nightly";

    public Dictionary<string, string> Variables { get; } = [];

    public StopRequests Stop { get; } = new();

    public string Folder => _folder.Path;

    public string Artifacts(long run) => Path.Combine(Folder, ".orchestrator", "runs", $"{run}");

    /// <summary>What the objects start; null = they start nothing.</summary>
    public ProcessOptions? Process { get; set; }

    public RunRequest Request(params string[] objects) => Request(RetryPolicy.None, null, objects);

    public RunRequest Request(RetryPolicy retry, TimeSpan? timeout, params string[] objects)
    {
        var solution = Of(objects.Select(name => new ObjectDefinition
        {
            Name = name,
            Project = "Staging",
            Kind = "load",
            Container = "Core",
            Target = new ObjectTarget("Db", null, name),
            Retry = new Setting<RetryPolicy>(retry, default),
            PackageTimeout = new Setting<TimeSpan?>(timeout, default),
            Process = Process,
        }));
        var compiled = Compiler.Compile(solution, Batch, (_, _) => []);
        return new RunRequest
        {
            Solution = solution,
            Plan = compiled.Plan ?? throw new InvalidOperationException(string.Join('\n', compiled.Diagnostics)),
            Document = compiled.Document!,
            Kinds = new Dictionary<string, IPackageKind> { ["load"] = Kind },
            Time = Time,
            Processors = 2,
            Variables = Variables.GetValueOrDefault,
        };
    }

    public void Dispose() => _folder.Dispose();

    private Solution Of(IEnumerable<ObjectDefinition> objects) => new()
    {
        Name = "Small",
        Folder = Folder,
        Connections = [new Connection { Name = "Db", Platform = Platform.Sqlite }],
        Batches = [new Batch { Name = Batch, Projects = [new BatchProject("Staging", null, default)] }],
        Projects =
        [
            new Project
            {
                Name = "Staging",
                Target = "Db",
                Containers = [new Container { Name = "Core", IsDefault = true }],
                Objects = [.. objects],
            },
        ],
        Files = [],
    };
}

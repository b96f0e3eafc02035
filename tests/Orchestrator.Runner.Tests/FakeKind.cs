using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Tests;

/// <summary>A kind whose packages do what a test says, by the object's name; the others succeed at once.</summary>
internal sealed class FakeKind : IPackageKind
{
    private readonly Dictionary<string, Func<PackageContext, PackageResult>> _work = [];

    public string Name => "load";

    public static PackageResult Success { get; } = new() { Outcome = NodeState.Succeeded };

    public static PackageResult Cancelled { get; } = new() { Outcome = NodeState.Cancelled };

    public static PackageResult Loaded(long rows) => new()
    {
        Outcome = NodeState.Succeeded,
        Work = new()
        {
            Counts = new RowCounts(rows, rows, 0, 0, 0, 0, 0, 0),
            LoadPath = "row batches: the source is a file",
            BytesRead = rows * 10,
        },
    };

    public static PackageResult Failure(string message, ErrorClass @class = ErrorClass.Data) => new()
    {
        Outcome = NodeState.Failed,
        Error = new PackageError { Code = "ORC3001", Class = @class, Phase = "guard", Message = message },
    };

    public FakeKind On(string name, Func<PackageContext, PackageResult> work)
    {
        _work[name] = work;
        return this;
    }

    public PackageResult Run(PackageContext context) =>
        _work.TryGetValue(context.Object.Name, out var work) ? work(context) : Success;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) => [];

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) => [];
}

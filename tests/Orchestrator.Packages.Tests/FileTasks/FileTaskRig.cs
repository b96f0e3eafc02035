using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.FileTasks;

/// <summary>Folders of two connections, `in` and `other`, and packages of kind file in them.</summary>
internal abstract class FileTaskRig
{
    /// <summary>What was told of files.</summary>
    protected List<string> Said { get; } = [];

    /// <summary>The solution.</summary>
    protected Rig Solution { get; private set; } = null!;

    [SetUp]
    public void MakeRig()
    {
        Said.Clear();
        Solution = new Rig();
        Solution.Servers.Add(new Connection { Name = "Other", Platform = Platform.Files, Folder = "other" });
        Directory.CreateDirectory(Path.Combine(Solution.Folder, "other"));
    }

    [TearDown]
    public void RemoveRig() => Solution.Dispose();

    protected string At(string path) => Path.Combine(Solution.Folder, path);

    protected void Write(string path, string text) => File.WriteAllText(At(path), text);

    protected string[] All() =>
    [
        .. Directory.GetFiles(Solution.Folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .Select(file => Path.GetRelativePath(Solution.Folder, file).Replace('\\', '/')
                + (Path.GetExtension(file) == ".zip" ? "" : $": {File.ReadAllText(file)}")),
    ];

    protected void Succeed(FileTask task)
    {
        var result = Run(task);
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
    }

    protected string? Code(FileTask task) => Run(task).Error?.Code;

    protected PackageResult Run(FileTask task, EarlierAttempt? earlier = null) => PackageKinds.All["file"].Run(
        Context(task) with { Past = new() { Earlier = () => earlier } });

    protected PackageContext Context(FileTask task) => Solution.Context(new ObjectDefinition
    {
        Name = "f",
        Project = "Staging",
        Kind = "file",
        Container = "Core",
        Target = new ObjectTarget("Db", null, "f"),
        FileTask = task with { Connection = task.Connection ?? "Files" },
    }) with
    {
        Message = Said.Add,
    };
}

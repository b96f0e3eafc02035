using System.Text.Json;

namespace Orchestrator.Cli.Tests.Status;

/// <summary>What a run warned of, where somebody looks who reads "succeeded with warnings".</summary>
internal sealed class WarningScreenTests
{
    [Test]
    public void Status_names_each_warning_with_its_package()
    {
        using var solution = new SmallSolution();
        solution.Write(
            "connections/Late.yaml", "{connection: Late, platform: Files, folder: data, files: {onNone: skip}}");
        solution.Write("projects/Late/project.yaml", """
            project: Late
            source: Late
            target: Staging
            objects:
              - {object: late, source: {file: "late*.csv"}, columns: [{column: Id, dataType: int}]}
            """);
        solution.Write("batches/Late.yaml", "{batch: Late, projects: [Late]}");

        var run = solution.Call("run", "Late");
        var status = solution.Call("status", "1");
        var document = JsonDocument.Parse(solution.Call("status", "1", "-o", "json").Out);

        Assert.That(run.Out, Does.Contain("succeeded with warnings (1 warning)"), run.Error);
        Assert.That(status.Out, Does.Contain("  warning Late/late  no file 'late*.csv' to take: the target was left"));
        Assert.That(document.RootElement.GetProperty("nodes").EnumerateArray()
            .Where(node => node.GetProperty("name").GetString() == "Late/late")
            .Select(node => node.GetProperty("warnings").GetArrayLength()), Is.EqualTo(new[] { 1 }));
    }
}

using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Procedures as written.</summary>
internal sealed class ProcedureTests
{
    [Test]
    public void A_source_and_a_task_say_what_is_called_with_what()
    {
        var loaded = Load(
            "{procedure: dbo.Get, arguments: {day: \"${var:Day}\", top: 7, all: true, name: \"7\"}}",
            "procedure: Close, arguments: {rate: 1.5, file: \"x_${var:Day}\", code: 007, sign: 1e5}, "
            + "outputs: {Rows: int}, returnCode: ignore");

        var (source, task) = (loaded.Solution!.Projects[0].Objects[0].Source!.Procedure!,
            loaded.Solution.Projects[0].Objects[1].Procedure!);
        Assert.That((source.Schema, source.Name, source.FailsOnReturnCode), Is.EqualTo(("dbo", "Get", true)));
        Assert.That(source.Arguments.Skip(1).Select(one => one.Value), Is.EqualTo(new object[] { 7L, true, "7" }));
        Assert.That(source.Arguments[0].Value, Is.EqualTo(loaded.Solution.Variables.Single().Value), "with its type");
        Assert.That(task.Arguments.Select(one => (one.Written, one.Value)), Is.EqualTo(new (string, object?)[]
            { ("1.5", 1.5m), ("x_${var:Day}", "x_2026-01-31"), ("007", "007"), ("1e5", "1e5") }));
        Assert.That((task.Schema, task.FailsOnReturnCode, task.Outputs[0].Name),
            Is.EqualTo(((string?)null, false, "Rows")));
    }

    [TestCase("{procedure: a.b.c}", "sql: x", "ORC1044")]
    [TestCase("{procedure: p, arguments: {\"@a b\": 1}}", "sql: x", "ORC1044")]
    [TestCase("{procedure: p, name: t}", "sql: x", "ORC1041")]
    [TestCase("{name: t, arguments: {a: 1}}", "sql: x", "ORC1038")]
    [TestCase("{procedure: p}", "sql: x, procedure: q", "ORC1041")]
    [TestCase("{procedure: p}", "sql: x, outputs: {a: int}", "ORC1038")]
    [TestCase("{procedure: p, arguments: {a: \"${var:Nix}\"}}", "sql: x", "ORC1063")]
    public void What_a_call_cannot_be_is_one_diagnostic(string source, string task, string code)
    {
        Assert.That(Load(source, task).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
    }

    private static LoadedSolution Load(string source, string task)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), """
            formatVersion: 1
            solution: Shop
            variables: [{variable: Day, dataType: date, default: "2026-01-31"}]
            connections:
              - {connection: Crm, platform: SqlServer, connectionString: "Server=x;Database=y"}
              - {connection: Dwh, platform: SqlServer, connectionString: "Server=x;Database=z"}
            projects:
              - project: Staging
                source: Crm
                target: Dwh
                objects: [{object: a, source: SOURCE}, {object: b, kind: sql, TASK}]
            """.Replace("SOURCE", source, StringComparison.Ordinal).Replace("TASK", task, StringComparison.Ordinal));
        return SolutionLoader.Load(folder.Path);
    }
}

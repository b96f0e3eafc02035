using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Programs as written.</summary>
internal sealed class ProcessTests
{
    [Test]
    public void An_object_says_what_is_started_with_which_arguments_where_and_with_which_variables()
    {
        var one = Load("idempotent: true, "
            + "process: {command: [tools/export, \"--day=${var:Day}\", \"${env:HOST:-here}\"], "
            + "environment: [API_KEY], folder: \"out/${var:Day}\"}").Solution!.Projects[0].Objects[0];

        Assert.That(one.Process!.Command.Items, Is.EqualTo(new[] { "tools/export", "--day=2026-01-31", "here" }));
        Assert.That(one.Process.Command.Written,
            Is.EqualTo(new[] { "tools/export", "--day=${var:Day}", "${env:HOST:-here}" }));
        Assert.That((one.Process.Environment.Single(), one.Process.Folder, one.Idempotent, one.WritesTarget),
            Is.EqualTo(("API_KEY", "out/2026-01-31", true, false)));
    }

    [TestCase("process: {command: [a]}, target: {name: t}", "ORC1041")]
    [TestCase("process: {command: [a]}, sql: x", "ORC1041")]
    [TestCase("tags: [a]", "ORC1041")]
    [TestCase("process: {command: []}", "ORC1041")]
    [TestCase("process: {environment: [A]}", "ORC1014")]
    [TestCase("process: {command: a b}", "ORC1012")]
    [TestCase("process: {command: [a], shell: true}", "ORC1010")]
    [TestCase("process: {command: [../a]}", "ORC1032")]
    [TestCase("process: {command: [b/../../a]}", "ORC1032")]
    [TestCase("process: {command: [a, \"x\\0y\"]}", "ORC1044")]
    [TestCase("process: {command: [a], folder: ..}", "ORC1032")]
    [TestCase("process: {command: [a], folder: /tmp}", "ORC1032")]
    [TestCase("process: {command: [a], folder: b/../../c}", "ORC1032")]
    [TestCase("process: {command: [a], environment: [A=1]}", "ORC1044")]
    [TestCase("process: {command: [a, \"${secret:KEY}\"]}", "ORC1034")]
    [TestCase("process: {command: [a, \"${var:Nix}\"]}", "ORC1063")]
    public void What_a_program_cannot_be_is_one_diagnostic(string keys, string code)
    {
        Assert.That(Load(keys).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
    }

    [Test]
    public void Only_what_may_be_run_twice_by_chance_is_declared_idempotent()
    {
        Assert.That(Load("process: {command: [a]}, idempotent: true", kind: "process").Diagnostics, Is.Empty);
        Assert.That(Load("sql: select 1, idempotent: true", kind: "sql").Diagnostics, Is.Empty);
        Assert.That(Load("check: {rowCount: \">0\"}, idempotent: true", kind: "check").Diagnostics
            .Select(one => one.Code), Is.EqualTo(new[] { "ORC1041" }));
    }

    private static LoadedSolution Load(string keys, string kind = "process")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables: [{variable: Day, dataType: date, default: "2026-01-31"}]
            connections:
              - {connection: Dwh, platform: Sqlite}
            projects:
              - project: Staging
                target: Dwh
                objects: [{object: a, kind: {{kind}}, {{keys}}}]
            """);
        return SolutionLoader.Load(folder.Path);
    }
}

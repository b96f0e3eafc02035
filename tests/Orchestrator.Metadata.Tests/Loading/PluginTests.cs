using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Plug-ins as written.</summary>
internal sealed class PluginTests
{
    private const string Sum = "abcdefABCDEF00112233445566778899aabbccddeeff00112233445566778899";

    private const string Flow = $"plugin: {{assembly: flows/a.dll, class: A.B, sha256: {Sum}}}";

    [Test]
    public void An_object_says_which_class_is_run_from_which_files_and_what_it_is_told()
    {
        var one = Load($"plugin: {{assembly: flows/a.dll, class: A.B, sha256: {Sum}, with: {{b.dll: {Sum}}}, "
            + "reads: [Dwh]}, options: {day: \"${var:Day}\", names: [x, \"${var:Day}\"], map: {a: 1}}")
            .Solution!.Projects[0].Objects[0];

        var plugin = one.Plugin!;
        Assert.That((plugin.Assembly, plugin.Class, plugin.Sha256), Is.EqualTo(
            ("flows/a.dll", "A.B", Sum.ToLowerInvariant())));
        Assert.That(plugin.Files.Select(file => file.Name), Is.EqualTo(new[] { "flows/a.dll", "flows/b.dll" }));
        Assert.That(plugin.Options.Select(option => option.Json), Is.EqualTo(
            new[] { "\"2026-01-31\"", "[\"x\",\"2026-01-31\"]", "{\"a\":\"1\"}" }));
        Assert.That(plugin.Options.Select(option => option.Written), Is.EqualTo(
            new[] { "${var:Day}", "[\"x\",\"${var:Day}\"]", "{\"a\":\"1\"}" }));
        Assert.That((one.Source, one.Idempotent, one.IsLoad, one.WritesTarget), Is.EqualTo(
            ((ObjectSource?)null, true, true, true)));
    }

    [TestCase("tags: [a]", "ORC1041")]
    [TestCase("plugin: {assembly: a.dll, class: A}", "ORC1014")]
    [TestCase($"plugin: {{assembly: ../a.dll, class: A, sha256: {Sum}}}", "ORC1032")]
    [TestCase($"plugin: {{assembly: b/../../a.dll, class: A, sha256: {Sum}}}", "ORC1032")]
    [TestCase($"plugin: {{assembly: /a.dll, class: A, sha256: {Sum}}}", "ORC1032")]
    [TestCase($"plugin: {{assembly: a.exe, class: A, sha256: {Sum}}}", "ORC1012")]
    [TestCase("plugin: {assembly: a.dll, class: A, sha256: abc}", "ORC1012")]
    [TestCase($"plugin: {{assembly: a.dll, class: A, sha256: {Sum}, with: {{b/c.dll: {Sum}}}}}", "ORC1032")]
    [TestCase($"plugin: {{assembly: a.dll, class: A, sha256: {Sum}, with: {{b.dll: x}}}}", "ORC1012")]
    [TestCase($"plugin: {{assembly: a.dll, class: A, sha256: {Sum}, reads: [Nix]}}", "ORC1021")]
    [TestCase($"plugin: {{assembly: a.dll, class: A, sha256: {Sum}, trusted: true}}", "ORC1010")]
    [TestCase(Flow + ", options: {key: \"${secret:KEY}\"}", "ORC1034")]
    [TestCase(Flow + ", options: {key: \"${var:Nix}\"}", "ORC1063")]
    [TestCase(Flow + ", sql: select 1", "ORC1041")]
    public void What_a_plugin_cannot_be_is_one_diagnostic(string keys, string code)
    {
        Assert.That(Load(keys).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));
    }

    [TestCase("sha256: " + Sum, "sha256: 1bcdefABCDEF00112233445566778899aabbccddeeff00112233445566778899")]
    [TestCase("class: A.B", "class: A.C")]
    [TestCase("least: 1", "least: 2")]
    public void Another_file_class_or_option_reloads_the_table(string old, string now)
    {
        var text = Flow + ", options: {least: 1}";

        var diff = PlanDiff.Compare(Plan(text), Plan(text.Replace(old, now, StringComparison.Ordinal)));

        Assert.That(diff.Changed.Single().Name, Is.EqualTo("Staging/a"));
        Assert.That(diff.Changed.Single().Effects, Is.EqualTo(ChangeEffects.Reloads));
    }

    [Test]
    public void What_is_inherited_loads_what_the_flow_has_made()
    {
        var next = Load(Flow + ", source: {name: x}, options: {a: 1}, tags: [t]").Solution!.Projects[1].Objects[0];

        Assert.That((next.Kind, next.Plugin, next.Source!.Name, next.Tags.Single()), Is.EqualTo(
            ("load", (Plugin?)null, "a", "t")));
    }

    private static PlanContent Plan(string keys) => Compiler.Compile(
        Load(keys).Solution!, "B", (_, _) => []).Document!;

    private static LoadedSolution Load(string keys)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables: [{variable: Day, dataType: date, default: "2026-01-31"}]
            connections:
              - {connection: Dwh, platform: Sqlite}
              - {connection: Mart, platform: Sqlite}
            batches: [{batch: B, projects: [Staging, Next]}]
            projects:
              - project: Staging
                source: Dwh
                target: Dwh
                objects: [{object: a, kind: dataflow, {{keys}}}]
              - {project: Next, source: Dwh, target: Mart, inherit: Staging}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}

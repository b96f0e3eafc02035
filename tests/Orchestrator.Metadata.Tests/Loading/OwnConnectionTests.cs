using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Objects that name the connections that they work on, in the place of those of their project.</summary>
internal sealed class OwnConnectionTests
{
    [Test]
    public void An_object_reads_and_writes_where_it_says()
    {
        var objects = Good("""
            - {object: country, source: {connection: Erp, name: land}, target: {connection: Dwh, name: country} }
                  - {object: note, kind: sql, target: {connection: Erp}, sql: delete from seen}
                  - {object: city}
            """).Projects[0].Objects;

        Assert.That(objects.Select(one => (one.Name, one.Source?.Connection, one.Target.Connection)), Is.EqualTo(new[]
        {
            ("country", "Erp", "Dwh"), ("note", null, "Erp"), ("city", "Crm", "Staging"),
        }));
    }

    [Test]
    public void In_each_turn_of_a_loop_it_works_there()
    {
        var objects = Good("""
            - {object: note, kind: sql, container: Per, target: {connection: Erp}, sql: "delete from seen"}
                  - {object: city, container: Per, target: {name: "city_${var:Region}"}, dependsOn: [note]}
                  - {object: country}
            """, loop: "- {container: Per, forEach: {values: [DE, FR], variable: Region}}").Projects[0].Objects;

        Assert.That(objects.Select(one => (one.Name, one.Target.Connection)), Is.EqualTo(new[]
        {
            ("note[DE]", "Erp"), ("note[FR]", "Erp"), ("city[DE]", "Staging"), ("city[FR]", "Staging"),
            ("country", "Staging"),
        }));
    }

    [Test]
    public void In_a_turn_that_the_run_has_found_out_it_works_there_too()
    {
        var template = Good("""
            - object: city
                    container: Per
                    source: {connection: Erp, name: land}
                    target: {connection: Dwh, name: "city_${var:Code}"}
                  - {object: country}
            """, loop: "- {container: Per, forEach: {query: select Code from r, rows: {Code: nvarchar(9)} } }")
            .Projects[0].Objects.Single(one => one.Name == "city");
        var type = new SqlType(SqlTypeKind.NVarChar, 9);
        _ = TypedValue.TryParse(type, "DE", out var value, out _);

        var made = TurnObject.Of(
            template, [new GivenTurn(1, "Per", 1, "DE", [new RunColumn("Code", type)], [value])]).Definition!;

        Assert.That((made.Source!.Connection, made.Target.Connection, made.Target.Name),
            Is.EqualTo(("Erp", "Dwh", "city_DE")));
    }

    [Test]
    public void Who_names_the_connection_of_his_own_table_alone_is_refused()
    {
        var found = Load("- {object: country, source: {connection: Staging} }").Diagnostics;

        Assert.That(found.Select(each => each.Code), Is.EqualTo(new[] { "ORC1038" }));
        Assert.That(found.Single().Message, Does.Contain("which it writes"));
        Assert.That(Load("- {object: country, source: {connection: Staging}, target: {name: land} }").Diagnostics,
            Is.Empty);
    }

    [Test]
    public void A_variable_in_the_name_of_a_connection_is_refused()
    {
        var found = Load("- {object: country, target: {connection: \"Dwh_${var:Tenant}\"} }").Diagnostics;

        Assert.That(found.Select(each => each.Code), Is.EqualTo(new[] { "ORC1033" }));
    }

    [Test]
    public void Who_repeats_it_reads_what_it_wrote_and_writes_where_he_writes_all()
    {
        var later = Good(
            "- {object: country, target: {connection: Dwh, name: country} }",
            "- {project: Later, inherit: Staging, target: Marts}").Projects[1].Objects;

        Assert.That(later.Select(one => (one.Source!.Connection, one.Target.Connection)),
            Is.EqualTo(new[] { ("Dwh", "Marts") }));
    }

    [Test]
    public void Who_repeats_it_and_names_another_connection_alone_reads_the_same_table_there()
    {
        var later = Good(
            "- {object: country, target: {schema: crm, name: land} }",
            "- {project: Later, inherit: Staging, target: Marts, "
                + "objects: [{object: country, source: {connection: Dwh} }]}").Projects[1].Objects.Single();

        Assert.That((later.Source!.Connection, later.Source.Schema, later.Source.Name),
            Is.EqualTo(("Dwh", "crm", "land")));
    }

    [Test]
    public void A_format_that_is_repeated_for_a_folder_without_it_is_refused()
    {
        var found = Load(
            "- {object: country, target: {connection: Out, format: tabs} }",
            "- {project: Later, inherit: Staging, target: Feed}").Diagnostics;

        Assert.That(found.Select(each => each.Code), Is.EqualTo(new[] { "ORC1025" }));
        Assert.That(found.Single().Message, Does.Contain("'tabs'").And.Contain("'Feed'"));
    }

    [Test]
    public void Its_hooks_run_where_it_writes()
    {
        var one = Good("- {object: country, target: {connection: Dwh}, "
            + "hooks: [{hook: tidy, when: after, sql: delete from seen}] }").Projects[0].Objects[0];

        Assert.That(one.Hooks.Select(hook => hook.Connection), Is.EqualTo(new[] { "Dwh" }));
    }

    [Test]
    public void A_plan_counts_relaxes_and_tells_what_the_object_names_and_not_what_its_project_does()
    {
        var compiled = Compiler.Compile(
            Good("- {object: country, source: {connection: Erp, name: land}, target: {connection: Dwh} }"),
            "Nightly", (_, _) => []);

        var plan = compiled.Plan!;
        var node = plan.Nodes.Single(one => one.Name == "Staging/country");
        Assert.That(node.Caps.Select(cap => plan.Caps[cap].Owner),
            Is.EqualTo(new[] { "connection Erp", "connection Dwh" }));
        Assert.That((plan.Relaxed.Single().Connection, node.Relaxed), Is.EqualTo(("Dwh", 0)));
        Assert.That(compiled.Document!.Connections.Select(one => one.Name), Is.EqualTo(new[] { "Erp", "Dwh" }));
    }

    [Test]
    public void A_connection_that_nobody_knows_is_refused_with_its_place()
    {
        var found = Load("- {object: country, target: {connection: Dw} }").Diagnostics;

        Assert.That(found.Select(each => each.Code), Is.EqualTo(new[] { "ORC1021" }));
        Assert.That(found.Single().Message, Does.Contain("'Dw'"));
    }

    private static Solution Good(string objects, string more = "", string loop = "")
    {
        var loaded = Load(objects, more, loop);
        Assert.That(loaded.Diagnostics, Is.Empty);
        return loaded.Solution!;
    }

    private static LoadedSolution Load(string objects, string more = "", string loop = "")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Crm, platform: Sqlite}
              - {connection: Erp, platform: Sqlite, maxConcurrency: 2}
              - {connection: Staging, platform: Sqlite, reloadable: true, delayedDurability: {mode: forced} }
              - connection: Dwh
                platform: Sqlite
                maxConcurrency: 3
                reloadable: true
                delayedDurability: {mode: forced}
              - {connection: Marts, platform: Sqlite}
              - {connection: Out, platform: Files, folder: out, formats: {tabs: {field: "\t"} } }
              - {connection: Feed, platform: Files, folder: feed}
            batches: [{batch: Nightly, projects: [Staging]}]
            projects:
              - project: Staging
                source: Crm
                target: Staging
                containers:
                  - {container: Rest, default: true}
                  {{{loop}}}
                objects:
                  {{{objects}}}
              {{{more}}}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}

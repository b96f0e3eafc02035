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
            """, loop: "- {container: Per, forEach: {values: [DE, FR], variable: Region}}").Projects[0].Objects;

        Assert.That(objects.Select(one => (one.Name, one.Target.Connection)), Is.EqualTo(new[]
        {
            ("note[DE]", "Erp"), ("note[FR]", "Erp"), ("city[DE]", "Staging"), ("city[FR]", "Staging"),
        }));
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
              - {connection: Erp, platform: Sqlite}
              - {connection: Staging, platform: Sqlite}
              - {connection: Dwh, platform: Sqlite}
              - {connection: Marts, platform: Sqlite}
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

using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>The same objects for each value of a variable.</summary>
internal sealed class ForEachTests
{
    private const string Each =
        "forEach: {variable: Tenant, in: [A, B], connections: {source: \"Crm_${var:Tenant}\"}}";

    private const string Objects = """
        - {object: country, target: {name: "country_${var:Tenant}"}}
              - object: customer
                target: {schema: "s${var:Tenant}", name: c}
                dependsOn: [country]
                columns: [{column: T, dataType: varchar(5), value: "${var:Tenant}"}]
        """;

    [Test]
    public void Each_object_is_there_for_each_value_with_its_connection_names_and_constants()
    {
        var objects = Good(Each, Objects).Projects[0].Objects;

        Assert.That(objects.Select(one => one.Name),
            Is.EqualTo(new[] { "country[A]", "country[B]", "customer[A]", "customer[B]" }));
        var last = objects[3];
        Assert.That((last.Source!.Connection, last.Source.Name, last.Target.Schema, last.Target.Name),
            Is.EqualTo(("Crm_B", "customer", "sB", "c")));
        Assert.That((last.Columns[0].Constant!.Text, last.Instance!.Key), Is.EqualTo(("B", "B")));
        Assert.That(last.DependsOn.Select(on => on.Object), Is.EqualTo(new[] { "country[B]" }));
    }

    [TestCase("variable: Tenant, in: [A, B, A]", "'A' makes the objects of 'A' twice, first at ")]
    [TestCase("variable: Number, in: [1, 2, 01]", "'01' makes the objects of '1' twice, first at ")]
    public void A_value_that_is_listed_twice_is_refused_at_the_second(string values, string message)
    {
        var loaded = Load($"source: Crm_A\n    forEach: {{{values}}}", "- {object: c}");

        var found = loaded.Diagnostics.Single(one => one.Code == "ORC1332");
        Assert.That(found.At.Line, Is.EqualTo(16));
        Assert.That(found.Message, Does.StartWith(message));
        Assert.That(found.At.Column, Is.EqualTo($"    forEach: {{{values}".LastIndexOf(' ') + 2));
    }

    [Test]
    public void Inherit_repeats_each_and_what_overrides_the_object_overrides_all()
    {
        var solution = Good(Each, Objects, """
            - project: Later
                inherit: Staging
                target: Dwh
                objects:
                  - {object: customer, tags: [x]}
                  - {object: own, source: {query: "select 1"}, dependsOn: [Staging/customer]}
            """);

        var later = solution.Projects[1].Objects;
        Assert.That(later.Select(one => (one.Name, one.Source!.Name, one.InheritedFrom)), Is.EqualTo(new[]
        {
            ("country[A]", "country_A", "Staging/country[A]"), ("country[B]", "country_B", "Staging/country[B]"),
            ("customer[A]", "c", "Staging/customer[A]"), ("customer[B]", "c", "Staging/customer[B]"),
            ("own", null, null),
        }));
        Assert.That(later.Where(one => one.Tags.Contains("x")).Select(one => one.Name),
            Is.EqualTo(new[] { "customer[A]", "customer[B]" }));
        Assert.That(later[4].DependsOn.Select(on => on.Object),
            Is.EqualTo(new[] { "Staging/customer[A]", "Staging/customer[B]" }));
    }

    [Test]
    public void The_name_of_the_object_selects_all_and_the_name_of_one_selects_that()
    {
        var solution = Good(Each, Objects);

        Assert.That(Selected(solution, "customer"),
            Is.EqualTo(new[] { "Staging/customer[A]", "Staging/customer[B]" }));
        Assert.That(Selected(solution, "Staging/customer[B]"), Is.EqualTo(new[] { "Staging/customer[B]" }));
        Assert.That(Selected(solution, "+customer[B]"),
            Is.EqualTo(new[] { "Staging/country[B]", "Staging/customer[B]" }));
    }

    [TestCase("TruncateInsert", "ORC2010")]
    [TestCase("Append", "")]
    [TestCase("Append, commitRows: 5", "ORC2010")]
    public void One_table_for_two_is_refused_unless_they_add_to_it(string pattern, string codes)
    {
        var solution = Good(Each, $"- {{object: customer, load: {{pattern: {pattern}}}}}");

        Assert.That(string.Join(' ', Compiler.Compile(solution, "Nightly", (_, _) => []).Diagnostics
            .Select(found => found.Code)), Is.EqualTo(codes));
    }

    [Test]
    public void What_statements_write_is_not_held_against_each_other()
    {
        var solution = Good(Each, "- {object: customer, kind: sql, sql: select 1}");

        Assert.That(Compiler.Compile(solution, "Nightly", (_, _) => []).Diagnostics, Is.Empty);
    }

    [Test]
    public void The_value_is_part_of_the_hash()
    {
        var one = Compiler.Compile(Good(Each, Objects), "Nightly", (_, _) => []).Plan!;

        Assert.That(one.Nodes.Where(node => node.Payload is not null).Select(node => node.Hash), Is.Unique);
    }

    [TestCase("[\"a/b\"]", "- {object: c}", "ORC1332")]
    [TestCase("[]", "- {object: c}", "ORC1332")]
    [TestCase("[sixchr]", "- {object: c}", "ORC1061")]
    [TestCase("[C]", "- {object: c}", "ORC1021")]
    [TestCase("[A]", "- {object: c, target: {name: \"c_${var:Number}\"}}", "ORC1033")]
    [TestCase("[A]", "- {object: c, dependsOn: [d]}", "ORC1023")]
    public void What_cannot_be_made_is_one_diagnostic(string values, string objects, string code)
    {
        var loaded = Load("source: Crm_A\n    " + Each.Replace("[A, B]", values, StringComparison.Ordinal), objects);

        Assert.That(loaded.Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { code }));
    }

    private static IEnumerable<string> Selected(Solution solution, string expression)
    {
        var plan = Compiler.Compile(solution, "Nightly", (_, _) => []).Plan!;
        var request = new SelectionRequest { Select = [expression] };
        var result = Selector.Select(request, plan, solution, new SelectionSources
        {
            ChangedSince = _ => new SelectionAnswer([]),
            ResultsOf = (_, _) => new SelectionAnswer([]),
        });
        return result.Packages!.Select(index => plan.Nodes[index].Name);
    }

    private static Solution Good(string each, string objects, string more = "")
    {
        var loaded = Load(each, objects, more);
        Assert.That(loaded.Diagnostics, Is.Empty);
        return loaded.Solution!;
    }

    private static LoadedSolution Load(string each, string objects, string more = "")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $"""
            formatVersion: 1
            solution: Shop
            variables:
              - {"{variable: Tenant, dataType: varchar(5), required: true}"}
              - {"{variable: Number, dataType: int, default: 1}"}
            connections:
              - {"{connection: Crm_A, platform: Sqlite}"}
              - {"{connection: Crm_B, platform: Sqlite}"}
              - {"{connection: Staging, platform: Sqlite}"}
              - {"{connection: Dwh, platform: Sqlite}"}
            batches: [{"{batch: Nightly, projects: [Staging]}"}]
            projects:
              - project: Staging
                target: Staging
                {each}
                objects:
                  {objects}
              {more}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}

using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>The loops of containers whose turns are known before the run.</summary>
internal sealed class LoopTests
{
    private const string Region = "forEach: {values: [DE, FR], variable: Region}";

    private const string Counted =
        "- {object: count, kind: sql, container: Per, sql: select 1 as n, sets: {Left: n}}";

    private const string Objects = """
        - {object: country, container: Per, target: {name: "country_${var:Region}"}}
              - {object: city, container: Per, target: {name: "city_${var:Region}"}, dependsOn: [country]}
              - {object: all, container: Rest, source: {query: "select 1 as a"}, dependsOn: [city]}
        """;

    [Test]
    public void Each_turn_is_a_container_with_its_packages_in_the_one_that_is_written()
    {
        var plan = Compiled(Region, Objects);

        Assert.That(Tree(plan, "Staging/Per"), Is.EqualTo(new[]
        {
            "Staging/Per[DE]", "Staging/country[DE]", "Staging/city[DE]",
            "Staging/Per[FR]", "Staging/country[FR]", "Staging/city[FR]",
        }));
        Assert.That(Of(plan, "Staging/city[FR]").Target.Name, Is.EqualTo("city_FR"));
        Assert.That(plan.Nodes.Select(node => node.Hash), Is.Unique);
    }

    [Test]
    public void Who_depends_on_another_means_the_one_of_its_turn_and_from_outside_all()
    {
        var plan = Compiled(Region, Objects);

        Assert.That(WaitsFor(plan, "Staging/city[FR]"), Is.EqualTo(new[] { "Staging/country[FR]" }));
        Assert.That(WaitsFor(plan, "Staging/all"), Is.EqualTo(new[] { "Staging/city[DE]", "Staging/city[FR]" }));
    }

    [Test]
    public void Mode_is_that_of_the_packages_of_a_turn_and_turns_that_of_the_turns()
    {
        var plan = Compiled("mode: Linear, " + Region.Replace("}", ", turns: Parallel}"), Objects);
        var inLine = Compiled(Region.Replace("}", ", turns: Linear}"), Objects);

        Assert.That((Node(plan, "Staging/Per").Mode, Node(plan, "Staging/Per[DE]").Mode),
            Is.EqualTo((ContainerMode.Parallel, ContainerMode.Linear)));
        Assert.That((Node(inLine, "Staging/Per").Mode, Node(inLine, "Staging/Per[DE]").Mode),
            Is.EqualTo((ContainerMode.Linear, ContainerMode.Parallel)));
    }

    [Test]
    public void Numbers_are_turns_too()
    {
        var plan = Compiled("forEach: {from: -1, to: 2, variable: Region}", Objects);

        Assert.That(Tree(plan, "Staging/Per").Where(name => name.Contains("Per", StringComparison.Ordinal)),
            Is.EqualTo(new[] { "Staging/Per[-1]", "Staging/Per[0]", "Staging/Per[1]", "Staging/Per[2]" }));
    }

    [TestCase("[\"a[b]\", \"x.y\", \"\", \" \", \"ü\"]", "a%5Bb%5D|x.y||%20|%C3%BC")]
    [TestCase("[A, A, A]", "A|A#2|A#3")]
    [TestCase("[\"A#2\", A, A]", "A%232|A|A#2")]
    [TestCase("[\"a,b\", \"%N\", \"*\"]", "a%2Cb|%25N|%2A")]
    public void An_odd_value_has_a_key_that_no_other_has(string values, string keys)
    {
        var plan = Compiled($"forEach: {{values: {values}, variable: Region, turns: Linear}}",
            "- {object: city, container: Per}");

        Assert.That(Tree(plan, "Staging/Per").Where(name => name.StartsWith("Staging/city", StringComparison.Ordinal)),
            Is.EqualTo(keys.Split('|').Select(key => $"Staging/city[{key}]")));
        Assert.That(plan.Nodes.Select(node => (node.Kind, node.Name)), Is.Unique);
    }

    [Test]
    public void Ten_thousand_turns_are_taken_and_one_more_is_not()
    {
        var plan = Compiled("forEach: {from: 1, to: 10000, variable: Region}", Objects);
        var refused = Load("forEach: {from: 0, to: 10000, variable: Region}", Objects);

        Assert.That(plan.Nodes.Count(node => node.Kind == NodeKind.Package), Is.EqualTo(20_002));
        Assert.That(refused.Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { "ORC1187" }));
    }

    [Test]
    public void A_loop_may_stand_in_each_turn_of_another()
    {
        var plan = Compiled(Region, Objects.Replace("container: Rest", "container: Months", StringComparison.Ordinal)
            .Replace("- {object: all", "- {object: month, container: Months, target: {name: "
                + "\"m_${var:Region}_${var:Number}\"}, dependsOn: [city]}\n      - {object: all",
                StringComparison.Ordinal)
            .Replace("object: all, container: Months", "object: all, container: Rest", StringComparison.Ordinal),
            "- {container: Months, forEach: {from: 1, to: 2, within: Per}}");

        Assert.That(Tree(plan, "Staging/Per[DE]"), Is.EqualTo(new[]
        {
            "Staging/country[DE]", "Staging/city[DE]", "Staging/Months[DE]", "Staging/Months[DE,1]",
            "Staging/month[DE,1]", "Staging/Months[DE,2]", "Staging/month[DE,2]",
        }));
        Assert.That(Of(plan, "Staging/month[FR,2]").Target.Name, Is.EqualTo("m_FR_2"));
        Assert.That(WaitsFor(plan, "Staging/month[FR,2]"), Is.EqualTo(new[] { "Staging/city[FR]" }));
    }

    [TestCase("city", "city[DE] city[FR]")]
    [TestCase("city[FR]", "city[FR]")]
    [TestCase("container:Per[DE]", "country[DE] city[DE]")]
    [TestCase("container:Staging/Per[FR]", "country[FR] city[FR]")]
    [TestCase("container:Per", "country[DE] city[DE] country[FR] city[FR]")]
    [TestCase("+city[FR]", "country[FR] city[FR]")]
    public void A_turn_is_selected_by_its_name(string expression, string names)
    {
        var loaded = Load(Region, Objects);
        var plan = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Plan!;

        var result = Selector.Select(new SelectionRequest { Select = [expression] }, plan, loaded.Solution!,
            new SelectionSources
            {
                ChangedSince = _ => new SelectionAnswer([]),
                ResultsOf = (_, _) => new SelectionAnswer([]),
            });

        Assert.That(result.Packages!.Order().Select(index => plan.Nodes[index].Name["Staging/".Length..]),
            Is.EquivalentTo(names.Split(' ')));
    }

    [TestCase("TruncateInsert", "Parallel", "ORC2010")]
    [TestCase("Append", "Parallel", "")]
    [TestCase("TruncateInsert", "Linear", "ORC2011")]
    public void Two_turns_that_write_one_table_are_refused_unless_they_follow_each_other_or_add_to_it(
        string pattern, string turns, string codes)
    {
        var loaded = Load(Region.Replace("}", $", turns: {turns}}}"),
            $"- {{object: city, container: Per, load: {{pattern: {pattern}}}}}");

        Assert.That(Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Select(found => found.Code).Distinct(), Is.EqualTo(codes.Length == 0 ? [] : new[] { codes }));
    }

    [TestCase("select count(*) from city", "")]
    [TestCase("select 1", "ORC2011")]
    public void Turns_that_follow_each_other_may_replace_what_each_has_read_itself(string sql, string codes)
    {
        var loaded = Load(Region.Replace("}", ", turns: Linear}"),
            "- {object: city, container: Per, load: {pattern: TruncateInsert}}\n"
            + $"      - {{object: told, kind: sql, container: Per, dependsOn: [city], sql: \"{sql}\"}}");

        Assert.That(string.Join(' ', Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Select(found => found.Code).Distinct()), Is.EqualTo(codes));
    }

    [TestCase("forEach: {variable: Region}", "ORC1180")]
    [TestCase("forEach: {values: [A], from: 1, to: 2}", "ORC1180")]
    [TestCase("forEach: {from: 1}", "ORC1180")]
    [TestCase("forEach: {while: \"1 = 1\"}", "ORC1180")]
    [TestCase("forEach: {query: \"select 1 as A\"}", "ORC1180")]
    [TestCase("forEach: {rows: {A: int}}", "ORC1180")]
    [TestCase("forEach: {from: 2, to: 1}", "ORC1181")]
    [TestCase("forEach: {values: [], onNone: fail}", "ORC1181")]
    [TestCase("forEach: {values: [A], key: [Value]}", "ORC1182")]
    [TestCase("forEach: {from: 1, to: 2, onNone: fail}", "ORC1182")]
    [TestCase("forEach: {values: [A], atMost: 2}", "ORC1182")]
    [TestCase("forEach: {rows: Nowhere}", "ORC1183")]
    [TestCase("forEach: {rows: Tenant}", "ORC1183")]
    [TestCase("forEach: {rows: Regions, key: [Cod]}", "ORC1184")]
    [TestCase("forEach: {rows: Regions, key: []}", "ORC3660")]
    [TestCase("forEach: {rows: Regions, key: [Code, Code]}", "ORC1020")]
    [TestCase("forEach: {query: \"select 1 as A\", rows: {A: int}, connection: Staging, key: []}", "ORC3660")]
    [TestCase("forEach: {values: [A], within: Nowhere}", "ORC1185")]
    [TestCase("forEach: {values: [A], within: Per}", "ORC1185")]
    [TestCase("forEach: {values: [A], within: Rest}", "ORC1185")]
    [TestCase("forEach: {rows: Pins, key: [Pin]}", "ORC1182")]
    [TestCase("forEach: {rows: Clashing}", "ORC1186")]
    [TestCase("forEach: {values: [A], variable: Regions}", "ORC1186")]
    [TestCase("forEach: {query: \"select 1 as A\", rows: {A: int}, connection: Nowhere}", "ORC1021")]
    [TestCase("forEach: {query: \"select 1\", rows: {orchestrator_run_number: int}}", "ORC1060")]
    [TestCase("forEach: {files: \"*.csv\", connection: Staging}", "ORC1189")]
    [TestCase("forEach: {values: [sixchr], variable: Tenant}", "ORC1061")]
    public void What_cannot_be_a_loop_is_one_diagnostic(string loop, string code)
    {
        var loaded = Load(loop, "- {object: city, container: Per}");

        Assert.That(loaded.Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { code }));
    }

    [Test]
    public void A_container_that_is_no_loop_is_not_called_unknown()
    {
        var found = Load("forEach: {values: [A], within: Rest}", "- {object: city, container: Per}")
            .Diagnostics.Single();

        Assert.That(found.Message, Does.StartWith("the container 'Rest' has no 'forEach'"));
    }

    [Test]
    public void A_value_that_is_set_in_a_turn_is_read_in_that_turn()
    {
        var plan = Compiled(Region, Counted + """

                  - {object: note, kind: sql, container: Per, sql: "insert into t values (@Left)"}
            """);

        Assert.That(WaitsFor(plan, "Staging/note[FR]"), Is.EqualTo(new[] { "Staging/count[FR]" }));
        Assert.That(Node(plan, "Staging/note[DE]").ReadsValues.Single().Setters,
            Is.EqualTo(new[] { Node(plan, "Staging/count[DE]").Index }));
    }

    [TestCase("", "ORC2028")]
    [TestCase(", turns: Linear", "")]
    public void From_outside_it_is_read_only_where_one_turn_is_the_last(string turns, string code)
    {
        var loaded = Load(Region.Replace("}", $"{turns}}}", StringComparison.Ordinal), Counted + """

                  - {object: note, kind: sql, container: Rest, sql: "insert into t values (@Left)"}
            """);

        Assert.That(string.Join(' ', Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Select(found => found.Code)), Is.EqualTo(code));
    }

    [Test]
    public void A_fact_of_a_package_in_the_outer_turn_is_that_of_the_same_one()
    {
        var plan = Compiled(Region, """
            - {object: city, container: Per, target: {name: "city_${var:Region}"}}
                  - object: month
                    kind: sql
                    container: Months
                    sql: insert into t values (@Loaded)
                    facts: {Loaded: "${rows:city.inserted}"}
                    when: "${state:city} = 'Succeeded'"
            """, "- {container: Months, forEach: {from: 1, to: 2, within: Per}}");

        Assert.That(WaitsFor(plan, "Staging/month[FR,2]"), Is.EqualTo(new[] { "Staging/city[FR]" }));
    }

    [Test]
    public void An_empty_list_is_a_loop_without_turns()
    {
        var plan = Compiled("forEach: {values: []}", """
            - {object: city, container: Per}
                  - {object: all, container: Rest, source: {query: "select 1 as a"}, dependsOn: [city]}
            """);

        Assert.That(Tree(plan, "Staging/Per"), Is.Empty);
        Assert.That(WaitsFor(plan, "Staging/all"), Is.Empty);
    }

    [Test]
    public void An_object_that_is_called_as_a_turn_is_refused()
    {
        var loaded = Load(Region, Objects + "\n      - {object: \"city[DE]\", container: Rest}");

        Assert.That(loaded.Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { "ORC1188" }));
    }

    [Test]
    public void Who_inherits_has_the_loop_again()
    {
        var solution = Load(Region, Objects, more: """
            - project: Later
                inherit: Staging
                target: Dwh
            """);

        Assert.That(solution.Diagnostics, Is.Empty);
        Assert.That(solution.Solution!.Projects[1].Objects.Select(one => (one.Name, one.InheritedFrom)),
            Has.Member(("city[FR]", "Staging/city[FR]")));
    }

    private static ObjectDefinition Of(Plan plan, string name) => (ObjectDefinition)Node(plan, name).Payload!;

    private static PlanNode Node(Plan plan, string name) => plan.Nodes.Single(node => node.Name == name);

    private static IEnumerable<string> WaitsFor(Plan plan, string name) =>
        Node(plan, name).Constraints.Select(constraint => plan.Nodes[constraint.Node].Name);

    /// <summary>What stands in a group, each group before what it holds.</summary>
    private static List<string> Tree(Plan plan, string group)
    {
        var below = new HashSet<int> { Node(plan, group).Index };
        return plan.Nodes.Where(node => below.Contains(node.Parent) && below.Add(node.Index))
            .Select(node => node.Name).ToList();
    }

    private static Plan Compiled(string loop, string objects, string containers = "")
    {
        var loaded = Load(loop, objects, containers);
        Assert.That(loaded.Diagnostics, Is.Empty);
        var compiled = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []);
        Assert.That(compiled.Diagnostics.Where(found => found.Severity == Severity.Error), Is.Empty);
        return compiled.Plan!;
    }

    private static LoadedSolution Load(string loop, string objects, string containers = "", string more = "")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Tenant, dataType: varchar(5), default: A}
              - {variable: Regions, scope: run, rows: {Code: char(2), Name: nvarchar(40)}}
              - {variable: Left, scope: run, dataType: int}
              - {variable: Pins, scope: run, sensitive: true, rows: {Pin: char(4)} }
              - {variable: Clashing, scope: run, rows: {Tenant: char(2)}}
            connections:
              - {connection: Crm, platform: Sqlite}
              - {connection: Staging, platform: Sqlite}
              - {connection: Dwh, platform: Sqlite}
            batches: [{batch: Nightly, projects: [Staging]}]
            projects:
              - project: Staging
                source: Crm
                target: Staging
                containers:
                  - {container: Per, {{{loop}}}}
                  - {container: Rest, level: 20, default: true}
                  {{{containers}}}
                objects:
                  {{{objects}}}
                  - {object: last}
              {{{more}}}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}

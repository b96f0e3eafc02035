using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Loops whose turns the run finds out: what the plan says of them.</summary>
internal sealed class RunLoopTests
{
    private const string Rows = "forEach: {rows: Regions, key: [Name, Code], onNone: fail}";

    private const string Objects = """
        - {object: regions, kind: sql, container: First, sql: "select 1", sets: {Regions: rows}}
              - {object: left, kind: sql, container: First, sql: "select 9 as n", sets: {Left: n}}
              - {object: city, container: Per, target: {name: "city_${var:Code}"}}
              - {object: street, kind: sql, container: Per, sql: "select @Code, @Left - 1 as n", dependsOn: [city]}
              - {object: all, kind: sql, container: Rest, sql: select 1, dependsOn: [street]}
        """;

    [Test]
    public void A_loop_over_rows_waits_for_whoever_sets_them_and_is_waited_for()
    {
        var plan = Compiled(Rows);

        var loop = Node(plan, "Staging/Per");
        Assert.That(loop.Loop!.Rows, Is.EqualTo(Variable(plan, "Regions")));
        Assert.That((loop.Loop.FailsOnNone, loop.Loop.Turns), Is.EqualTo((true, ContainerMode.Parallel)));
        Assert.That(loop.Loop.Key, Is.EqualTo(new[] { 1, 0 }));
        Assert.That(loop.Loop.Gives.Select(column => column.Name), Is.EqualTo(new[] { "Code", "Name" }));
        Assert.That(WaitsFor(plan, "Staging/Per"), Is.EqualTo(new[] { "Staging/regions" }));
        Assert.That(loop.ReadsValues.Single().Setters, Is.EqualTo(new[] { Node(plan, "Staging/regions").Index }));
        Assert.That(WaitsFor(plan, "Staging/street"), Is.EquivalentTo(new[] { "Staging/left", "Staging/city" }));
        Assert.That(WaitsFor(plan, "Staging/all"), Is.EqualTo(new[] { "Staging/Per" }));
        Assert.That(Node(plan, "Staging/all").Reads, Is.EqualTo(new[] { Node(plan, "Staging/street").Index }));
    }

    [Test]
    public void Who_tells_the_turns_of_a_query_is_a_package_before_the_loop()
    {
        var plan = Compiled("forEach: {query: \"select 'DE' as Code\", rows: {Code: char(2)}, connection: Crm}");

        var loop = Node(plan, "Staging/Per");
        var setter = plan.Nodes.Single(node => node is { Kind: NodeKind.Package, Name: "Staging/Per#turns" });
        var definition = (ObjectDefinition)setter.Payload!;
        Assert.That((setter.PackageKind, definition.Target.Connection, definition.Sql!.Text),
            Is.EqualTo(("sql", "Crm", "select 'DE' as Code")));
        Assert.That(plan.Variables[loop.Loop!.Rows].Type.Columns.Single().Name, Is.EqualTo("Code"));
        Assert.That(setter.Sets, Is.EqualTo(new[] { loop.Loop.Rows }));
        Assert.That(WaitsFor(plan, "Staging/Per"), Is.EqualTo(new[] { "Staging/Per#turns" }));
    }

    [Test]
    public void Who_tells_the_turns_is_needed_where_the_loop_is()
    {
        var plan = Compiled("when: Left > 0, "
            + "forEach: {query: \"select 'DE' as Code\", rows: {Code: char(2)}, connection: Crm}");

        Assert.That(Node(plan, "Staging/Per#turns", NodeKind.Container).When?.Text, Is.EqualTo("Left > 0"));
        Assert.That(Node(plan, "Staging/Per").When?.Text, Is.EqualTo("Left > 0"));
    }

    [TestCase("", "")]
    [TestCase(", sensitive: true", "ORC1195")]
    public void No_file_is_named_by_what_is_given_of_sensitive_rows(string sensitive, string code)
    {
        var loaded = Load("forEach: {rows: Regions}", Objects, more: "- {object: gone, container: Per, kind: file, "
            + "file: {delete: \"${var:Code}.csv\", connection: Files}}", regions: sensitive);
        Assert.That(loaded.Diagnostics, Is.Empty);

        Assert.That(string.Join(' ', Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Select(one => one.Code).Distinct()), Is.EqualTo(code));
    }

    [TestCase("", "")]
    [TestCase(", sensitive: true", "ORC1195")]
    public void No_table_is_named_by_what_is_given_of_sensitive_rows(string sensitive, string code)
    {
        var loaded = Load("forEach: {rows: Regions}", Objects, more: "- {object: gone, container: Per, kind: sql, "
            + "sql: \"delete from ${name:Code}\"}", regions: sensitive);
        Assert.That(loaded.Diagnostics, Is.Empty);

        Assert.That(string.Join(' ', Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Select(one => one.Code).Distinct()), Is.EqualTo(code));
    }

    [TestCase("../*.csv", "ORC1032")]
    [TestCase("/in/*.csv", "ORC1032")]
    [TestCase("in*/a.csv", "ORC1122")]
    public void Files_lie_in_one_folder_below_that_of_the_connection(string files, string code)
    {
        var loaded = Load($"forEach: {{files: \"{files}\", connection: Files, variable: Code}}", Objects);

        Assert.That(loaded.Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { code }));
    }

    [TestCase("forEach: {query: \"select 'DE' as Code\", rows: {Code: char(2)}, connection: Crm}")]
    [TestCase("forEach: {rows: Regions}")]
    public void Nobody_finds_out_the_turns_of_a_loop_in_which_nothing_is_enabled(string loop)
    {
        var plan = Compiled(loop, Behind("sql: select 1")
            .Replace("container: Per,", "container: Per, enabled: false,", StringComparison.Ordinal)
            .Replace("sets: {Regions: rows}}", "sets: {Regions: rows}, enabled: false}", StringComparison.Ordinal));

        var enabled = plan.Nodes.Where(node => node is { Kind: NodeKind.Package, Enabled: true });
        Assert.That(enabled.Select(node => node.Name), Is.EquivalentTo(new[] { "Staging/left", "Staging/all" }));
    }

    [Test]
    public void What_a_turn_is_given_is_asked_for_by_when_and_not_by_enabled()
    {
        string With(string key) => Objects.Replace(
            "container: Per, target", $"container: Per, {key}: \"Code = 'DE'\", target", StringComparison.Ordinal);

        Assert.That(Node(Compiled(Rows, With("when")), "Staging/city").When?.Text, Is.EqualTo("Code = 'DE'"));
        Assert.That(Load(Rows, With("enabled")).Diagnostics.Select(found => found.Code),
            Is.EqualTo(new[] { "ORC1065" }));
    }

    [Test]
    public void A_container_with_loops_alone_is_not_empty_and_nobody_is_told_to_enable_who_finds_out_turns()
    {
        var loaded = Load("forEach: {query: \"select 'DE' as Code\", rows: {Code: char(2)}, connection: Crm}", """
            - {object: left, container: First}
                  - {object: part, container: Inner, enabled: false}
                  - {object: all, container: Rest}
            """, "- {container: Inner, forEach: {from: 1, to: 2, variable: Part, within: Per}}");

        Assert.That(Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Select(found => (found.Code, found.Message)), Is.EqualTo(
            new[] { ("ORC2009", "every object of container Staging/Inner is disabled") }));
    }

    [Test]
    public void A_condition_asks_for_nothing_that_is_set_in_each_turn_of_a_loop_within_it()
    {
        var loaded = Load("forEach: {while: \"Left > 0\", atMost: 5, variable: Code}", Objects.Replace(
            "select @Code, @Left - 1 as n\"", "select @Code\"", StringComparison.Ordinal),
            "- {container: Inner, forEach: {from: 1, to: 2, variable: Part, within: Per}}",
            "- {object: part, kind: sql, container: Inner, sql: \"select @Part as n\", sets: {Left: n}}");
        Assert.That(loaded.Diagnostics, Is.Empty);

        Assert.That(Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics.Select(one => one.Code),
            Has.Some.EqualTo("ORC2028"));
    }

    [Test]
    public void Files_are_told_by_a_package_as_well_and_another_pattern_is_another_package()
    {
        var plan = Compiled("forEach: {files: \"in/*.csv\", connection: Files, variable: Code}");
        var other = Compiled("forEach: {files: \"*.csv\", connection: Files, variable: Code}");

        var task = ((ObjectDefinition)Node(plan, "Staging/Per#turns", NodeKind.Package).Payload!).FileTask!;
        Assert.That((task.Action, task.Files, task.Connection), Is.EqualTo((FileAction.List, "in/*.csv", "Files")));
        Assert.That(Node(other, "Staging/Per#turns", NodeKind.Package).Hash,
            Is.Not.EqualTo(Node(plan, "Staging/Per#turns", NodeKind.Package).Hash));
    }

    [TestCase("Staging/main?street[DE]", "Staging/main street")]
    [TestCase("main?street[DE,1]", "Staging/main street")]
    [TestCase("Staging/city[%N]", "Staging/city")]
    [TestCase("Staging/main*street[DE]", "")]
    [TestCase("Staging/main?street[D?]", "")]
    public void A_package_is_named_in_a_turn_also_where_a_selection_cannot_hold_its_name(string name, string expected)
    {
        var plan = Compiled(Rows, Objects.Replace("street", "main street", StringComparison.Ordinal));

        var named = Selector.Named([name], plan).Select(index => plan.Nodes[index].Name);

        Assert.That(string.Join(' ', named), Is.EqualTo(expected));
    }

    [Test]
    public void A_query_in_a_turn_knows_what_the_turn_knows()
    {
        var plan = Compiled(Rows, Objects, "- {container: Inner, forEach: {query: \"select @Code as Part\", "
            + "rows: {Part: int}, connection: Crm, within: Per}}", "- {object: part, kind: sql, container: Inner, "
            + "sql: \"select @Code, @Part\", dependsOn: [street]}");

        var setter = Node(plan, "Staging/Inner#turns", NodeKind.Package);
        Assert.That(((ObjectDefinition)setter.Payload!).Given.Select(value => value.Variable),
            Is.EqualTo(new[] { "Code", "Name" }));
        Assert.That(((ObjectDefinition)Node(plan, "Staging/part").Payload!).Given.Select(value => value.Variable),
            Is.EqualTo(new[] { "Code", "Name", "Part" }));
        Assert.That(plan.Nodes[Node(plan, "Staging/Inner").Parent].Name, Is.EqualTo("Staging/Per"));
        Assert.That(WaitsFor(plan, "Staging/part"), Is.EqualTo(new[] { "Staging/street" }));
        Assert.That(plan.Nodes.Where(node => node.Loop is not null).Select(node => node.Name),
            Is.EqualTo(new[] { "Staging/Per", "Staging/Inner" }));
    }

    [Test]
    public void A_condition_waits_for_the_first_value_and_reads_the_one_of_the_latest_turn()
    {
        var plan = Compiled("forEach: {while: \"Left > 0\", atMost: 5, variable: Code}", Objects.Replace(
            "select @Code, @Left - 1 as n\"", "select @Left - 1 as n\", sets: {Left: n}", StringComparison.Ordinal));

        var loop = Node(plan, "Staging/Per");
        Assert.That((loop.Loop!.While!.Text, loop.Loop.AtMost, loop.Loop.Turns),
            Is.EqualTo(("Left > 0", 5, ContainerMode.Linear)));
        Assert.That(WaitsFor(plan, "Staging/Per"), Is.EqualTo(new[] { "Staging/left" }));
        Assert.That(loop.Loop.WhileReads.Single().Setters, Is.EqualTo(new[] { Node(plan, "Staging/street").Index }));
    }

    [TestCase("select @Left - 1 as n", "ORC1381")]
    [TestCase("select 9 - @Code as n", "")]
    [TestCase("select 9 - @Code as n\", when: \"Left > 1", "ORC1381")]
    public void What_one_turn_sets_the_next_one_does_not_count_on(string sql, string code)
    {
        var loaded = Load("forEach: {while: \"Left > 0\", atMost: 5, variable: Code}", Objects.Replace(
            "select @Code, @Left - 1 as n\"", $"{sql}\", sets: {{Left: n}}", StringComparison.Ordinal));

        var found = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Where(one => one.Code.StartsWith("ORC13", StringComparison.Ordinal)).Select(one => one.Code);

        Assert.That(string.Join(' ', found), Is.EqualTo(code));
    }

    [TestCase("forEach: {rows: Regions}", "city_${var:Code}", "")]
    [TestCase("forEach: {rows: Regions}", "city", "ORC2027")]
    [TestCase("forEach: {rows: Regions, turns: Linear}", "city", "ORC2011")]
    [TestCase("forEach: {while: \"1 = 1\", atMost: 3}", "city_${var:Turn}", "")]
    [TestCase("forEach: {while: \"Left >\", atMost: 3}", "city_${var:Turn}", "ORC1064")]
    public void What_turns_do_to_each_other_is_said(string loop, string target, string code)
    {
        var loaded = Load(loop, Objects.Replace("city_${var:Code}", target, StringComparison.Ordinal)
            .Replace("select @Code, @Left", "select @Left", StringComparison.Ordinal));
        Assert.That(loaded.Diagnostics, Is.Empty);

        var found = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Where(one => one.Code is not ("ORC2017" or "ORC2021")).Select(one => one.Code);

        Assert.That(string.Join(' ', found), Is.EqualTo(code));
    }

    [TestCase("sql: select 1, dependsOn: [{any: [street, city]}]", "Staging/Per Staging/Per")]
    [TestCase("sql: select 1, dependsOn: [{any: [{object: street, outcome: Failure}, left]}]",
        "Staging/Per Staging/left")]
    public void One_of_some_outside_of_a_loop_waits_for_the_loop(string written, string expected)
    {
        var plan = Compiled(Rows, Behind(written));

        Assert.That(string.Join(' ', Node(plan, "Staging/all").Any.Single()
            .Select(constraint => plan.Nodes[constraint.Node].Name)), Is.EqualTo(expected));
    }

    [Test]
    public void The_condition_of_what_depends_on_a_package_in_a_loop_is_that_of_its_constraint_on_the_loop()
    {
        var plan = Compiled(Rows, Behind("sql: select 1, dependsOn: [{object: street, when: Left > 1}]"));

        var constraint = Node(plan, "Staging/all").Constraints
            .Single(one => one.Node == Node(plan, "Staging/Per").Index);
        Assert.That(constraint.When?.Text, Is.EqualTo("Left > 1"));
    }

    [TestCase("sql: select 1, when: \"${state:Per} = 'Succeeded'\"", "")]
    [TestCase("sql: select 1, when: \"${state:street} = 'Succeeded'\"", "ORC2024")]
    [TestCase("sql: select @N, facts: {N: \"${rows:street.inserted}\"}", "ORC3607")]
    public void Nobody_outside_of_a_loop_asks_for_a_fact_of_what_is_there_in_each_turn(string asks, string code)
    {
        var loaded = Load(Rows, Behind(asks));
        Assert.That(loaded.Diagnostics, Is.Empty);

        Assert.That(string.Join(' ', Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics
            .Select(one => one.Code).Distinct()), Is.EqualTo(code));
    }

    [Test]
    public void A_value_that_is_set_in_each_turn_is_not_read_outside()
    {
        var loaded = Load(Rows, Objects.Replace("sql: \"select @Code, @Left - 1 as n\"",
                "sql: \"select @Code as n\", sets: {Left: n}", StringComparison.Ordinal)
            .Replace("sql: \"select 9 as n\", sets: {Left: n}", "sql: \"select 9 as n\"", StringComparison.Ordinal)
            .Replace("sql: select 1, dependsOn", "sql: \"select @Left\", dependsOn", StringComparison.Ordinal));

        Assert.That(Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Diagnostics.Select(one => one.Code),
            Is.EqualTo(new[] { "ORC2028" }));
    }

    [TestCase("D/E", "city_D/E")]
    [TestCase("a'b", "city_a'b")]
    [TestCase(null, "'Code' is NULL, which cannot stand in a name")]
    public void A_package_is_made_again_for_a_turn_with_its_values_in_names(string? code, string expected)
    {
        var template = (ObjectDefinition)Node(Compiled(Rows), "Staging/city").Payload!;
        var type = new SqlType(SqlTypeKind.NVarChar, 10);
        var value = code is not null && TypedValue.TryParse(type, code, out var typed, out _) ? typed : null;

        var made = TurnObject.Of(template, [new GivenTurn(1, "Per", 1, "K", [new RunColumn("Code", type)], [value])]);

        Assert.That(made.Definition?.Target.Name ?? made.Problem, Is.EqualTo(expected));
        Assert.That(made.Definition?.Name, Is.EqualTo(code is null ? null : "city[K]"));
    }

    [Test]
    public void A_package_of_a_turn_reads_what_is_written_by_whoever_the_solution_says()
    {
        var template = (ObjectDefinition)Node(Compiled(Rows), "Staging/city").Payload!;
        var writer = new TableWriter("Crm", "Core", "city");
        var type = new SqlType(SqlTypeKind.NVarChar, 10);
        Assert.That(TypedValue.TryParse(type, "DE", out var code, out _), Is.True);

        var source = new ObjectSource { Connection = "Crm", WrittenBy = writer };
        var made = TurnObject.Of(template with { Source = source },
            [new GivenTurn(1, "Per", 1, "K", [new RunColumn("Code", type)], [code])]);

        Assert.That(made.Definition!.Source!.WrittenBy, Is.EqualTo(writer));
    }

    [TestCase("", "city[1] city[1]")]
    [TestCase(", turns: Linear", "")]
    public void Turns_whose_rows_say_the_same_target_are_told_unless_they_follow_each_other(
        string turns, string expected)
    {
        var loaded = Load($"forEach: {{rows: Regions{turns}}}", Objects);
        var plan = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []).Plan!;
        var targets = new TurnTargets(loaded.Solution!.Connections, plan);
        var loop = Node(plan, "Staging/Per").Index;
        GrownTurn[] made = [.. new[] { "DE", "FR", "DE", "de" }.Select((code, row) => Made(plan, loop, row + 1, code))];
        var nodes = plan.Nodes.Concat(made.Select(turn => turn.Nodes[0].Node)).ToList();

        targets.Take(plan with { Nodes = nodes }, new RecordExpansion(TimeSpan.Zero, loop, made));

        Assert.That(string.Join(' ', made.Select(turn => targets.RivalOf(turn.Nodes[0].Node.Index)).OfType<string>()
            .Select(name => name["Staging/".Length..])), Is.EqualTo(expected));
    }

    private static GrownTurn Made(Plan plan, int loop, int number, string code)
    {
        var type = new SqlType(SqlTypeKind.NVarChar, 10);
        Assert.That(TypedValue.TryParse(type, code, out var value, out var problem), Is.True, problem);
        var given = new GivenTurn(loop, "Per", number, $"{number}", [new RunColumn("Code", type)], [value]);
        var template = Node(plan, "Staging/city");
        return new GrownTurn(given, [new GrownNode(template with
        {
            Index = plan.Nodes.Count + number - 1,
            Name = $"Staging/city[{number}]",
            Turns = [given],
        }, template.Index)]);
    }

    private static string Behind(string written) =>
        Objects.Replace("sql: select 1, dependsOn: [street]", written, StringComparison.Ordinal);

    private static int Variable(Plan plan, string name) =>
        plan.Variables.Index().First(variable => variable.Item.Name == name).Index;

    private static PlanNode Node(Plan plan, string name) => plan.Nodes.First(node => node.Name == name);

    private static PlanNode Node(Plan plan, string name, NodeKind kind) =>
        plan.Nodes.Single(node => node.Kind == kind && node.Name == name);

    private static IEnumerable<string> WaitsFor(Plan plan, string name) =>
        Node(plan, name).Constraints.Select(constraint => plan.Nodes[constraint.Node].Name);

    private static Plan Compiled(string loop, string objects = Objects, string container = "", string more = "")
    {
        var loaded = Load(loop, objects, container, more);
        Assert.That(loaded.Diagnostics, Is.Empty);
        var compiled = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []);
        Assert.That(compiled.Plan, Is.Not.Null, string.Join('\n', compiled.Diagnostics));
        return compiled.Plan!;
    }

    private static LoadedSolution Load(
        string loop, string objects, string container = "", string more = "", string regions = "")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Regions, scope: run, rows: {Code: char(2), Name: nvarchar(40)}{{{regions}}}}
              - {variable: Left, scope: run, dataType: int}
            connections:
              - {connection: Crm, platform: Sqlite}
              - {connection: Staging, platform: Sqlite}
              - {connection: Files, platform: Files, folder: data}
            batches: [{batch: Nightly, projects: [Staging]}]
            projects:
              - project: Staging
                source: Crm
                target: Staging
                containers:
                  - {container: First, level: 10}
                  - {container: Per, level: 20, {{{loop}}}}
                  - {container: Rest, level: 30}
                  {{{container}}}
                objects:
                  {{{objects}}}
                  {{{more}}}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}

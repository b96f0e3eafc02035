using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Who reads a value waits for whoever sets it, and is bound to the last of them by the plan alone.</summary>
internal sealed class ValueEdgesTests
{
    [Test]
    public void A_reader_waits_for_the_setter_and_reads_it()
    {
        var plan = Plan([Sets("read_it", "X"), Sets("other", "Y"), Reads("use", "X"), Reads("use_y", "Y")]);

        var (setter, reader) = (Node(plan, "read_it"), Node(plan, "use"));
        Assert.That(plan.Variables.Select(variable => variable.Name), Is.EqualTo(new[] { "X", "Y", "T" }));
        Assert.That(setter.Sets, Is.EqualTo(new[] { 0 }));
        Assert.That(reader.Constraints, Is.EqualTo(
            new[] { new PrecedenceConstraint(setter.Index, Outcome.Success) }));
        Assert.That(reader.Reads, Is.EqualTo(new[] { setter.Index }));
        Assert.That(Told(plan, reader), Is.EqualTo("X: read_it"));
    }

    [Test]
    public void A_reader_is_bound_to_the_setters_before_it_the_latest_first()
    {
        var plan = Plan(
            [
                Sets("first", "X", "Early"), Reads("between", "X", "Middle") with { DependsOn = [Needs("second")] },
                Sets("second", "X", "Middle"), Sets("third", "X", "Late"), Reads("early", "X", "Middle"),
                Reads("late", "X", "Late"),
            ],
            [Container("Early"), Container("Middle", 20), Container("Late", 30)]);

        Assert.That(Told(plan, Node(plan, "between")), Is.EqualTo("X: second first"));
        Assert.That(Told(plan, Node(plan, "early")), Is.EqualTo("X: second first"));
        Assert.That(Told(plan, Node(plan, "late")), Is.EqualTo("X: third second first"));
    }

    [Test]
    public void One_that_is_over_before_a_setter_starts_is_bound_to_the_earlier_ones_alone()
    {
        var plan = Plan([
            Sets("first", "X"), Reads("use", "X"),
            Sets("second", "X") with { DependsOn = [Needs("use")] },
            Reads("use_again", "X"),
        ]);

        Assert.That(Told(plan, Node(plan, "use")), Is.EqualTo("X: first"));
        Assert.That(Told(plan, Node(plan, "use_again")), Is.EqualTo("X: second first"));
    }

    [Test]
    public void A_setter_that_reads_is_bound_to_those_before_it_and_not_to_itself()
    {
        var plan = Plan([Sets("first", "X"), Sets("more", "X") with { Sql = Sql("select @X + 1 as N") }]);

        Assert.That(Told(plan, Node(plan, "more")), Is.EqualTo("X: first"));
    }

    [Test]
    public void Also_behind_a_barrier_it_waits_for_the_success()
    {
        var plan = Plan(
            [Sets("first", "X", "Early"), Reads("use", "X", "Late")], [Container("Early"), Container("Late", 20)]);

        Assert.That(Node(plan, "use").Constraints, Is.EqualTo(
            new[] { new PrecedenceConstraint(Node(plan, "first").Index, Outcome.Success) }));
    }

    [Test]
    public void A_dependency_on_completion_becomes_one_on_success()
    {
        var plan = Plan([
            Sets("first", "X"), Reads("use", "X") with { DependsOn = [Needs("first", Outcome.Completion)] },
        ]);

        Assert.That(Node(plan, "use").Constraints.Single().Outcome, Is.EqualTo(Outcome.Success));
    }

    [Test]
    public void An_argument_of_a_procedure_reads_it_as_SQL_does()
    {
        var plan = Plan([
            Sets("first", "X"),
            Statement("use", "", "Core") with
            {
                Sql = null,
                Procedure = new Procedure
                {
                    Name = "p",
                    Arguments = [new ProcedureArgument("n", "${var:X}", null) { Open = "${var:X}" }],
                },
            },
        ]);

        Assert.That(Told(plan, Node(plan, "use")), Is.EqualTo("X: first"));
    }

    [Test]
    public void A_hook_behind_a_container_reads_what_is_set_in_it()
    {
        var hook = new Hook
        {
            Name = "note",
            When = HookTime.After,
            Sql = Sql("insert into t values (@X)"),
            Connection = "Staging",
        };
        var plan = Plan([Sets("first", "X")], [Container("Core") with { Hooks = [hook] }]);

        Assert.That(Told(plan, plan.Nodes.Single(node => node.IsHook)), Is.EqualTo("X: first"));
    }

    [Test]
    public void A_disabled_setter_is_bound_and_waited_for_by_nobody_else()
    {
        var plan = Plan([
            Sets("first", "X"), Sets("other", "X") with { Enabled = false }, Reads("use", "X"),
        ]);

        Assert.That(Told(plan, Node(plan, "use")), Is.EqualTo("X: other first"));
    }

    [Test]
    public void Nobody_sets_it_is_an_error_with_the_nearest_name()
    {
        var found = Found([Sets("first", "X"), Reads("use", "Y")]);

        Assert.That(found, Does.Contain("ORC2017 Staging/use reads 'Y', which nothing in batch Nightly sets"));
    }

    [Test]
    public void Only_a_disabled_one_or_itself_sets_it()
    {
        Assert.That(Found([Sets("first", "X") with { Enabled = false }, Reads("use", "X")]),
            Is.EqualTo(new[] { "ORC2017 Staging/use reads 'X', which only Staging/first sets, and that is disabled" }));
        Assert.That(Found([Sets("more", "X") with { Sql = Sql("select @X + 1 as N") }]),
            Is.EqualTo(new[] { "ORC2017 Staging/more reads 'X', which nobody but itself sets" }));
    }

    [TestCase("delete from ${name:X}", "Staging/use names a table by 'X', which is sensitive")]
    [TestCase("insert into t values (@X)", "")]
    public void What_is_sensitive_names_no_table_and_may_be_a_value(string sql, string refusal)
    {
        var solution = WithVariables(Builder([Sets("first", "X"), Statement("use", sql, "Core")]).Build());
        var hidden = solution with
        {
            RunVariables =
            [
                new(solution.RunVariables[0].Is with { IsSensitive = true }, default),
                .. solution.RunVariables.Skip(1),
            ],
        };

        var (found, open) = (Compiler.Compile(hidden, "Nightly", (_, _) => []).Diagnostics,
            Compiler.Compile(solution, "Nightly", (_, _) => []).Diagnostics);

        Assert.That(string.Join('|', found.Where(one => one.Code == "ORC1195").Select(one => one.Message)),
            Is.EqualTo(refusal));
        Assert.That(open.Select(one => one.Code), Has.None.EqualTo("ORC1195"));
    }

    [Test]
    public void A_name_is_not_proposed_in_its_own_place()
    {
        var itself = Compile([Sets("more", "X") with { Sql = Sql("select @X + 1 as N") }], null).Diagnostics
            .Single(found => found.Code == "ORC2017");
        var other = Compile([Sets("first", "X"), Reads("use", "Y")], null).Diagnostics
            .Single(found => found.Code == "ORC2017");

        Assert.That((itself.Suggestion, itself.Hint),
            Is.EqualTo(((string?)null, "Let another object of kind sql set it before: sets: {X: COLUMN}.")));
        Assert.That((other.Suggestion, other.Hint),
            Is.EqualTo(("X", "Let an object of kind sql set it before: sets: {Y: COLUMN}.")));
    }

    [Test]
    public void Two_side_by_side_are_an_error_unless_one_of_them_is_disabled()
    {
        Assert.That(Found([Sets("first", "X"), Sets("second", "X"), Reads("use", "X")]), Is.EqualTo(new[]
        {
            "ORC2018 Staging/first and Staging/second may set 'X' side by side, so that nobody knows whose value is "
            + "read",
        }));
        Assert.That(Found([Sets("first", "X"), Sets("second", "X") with { Enabled = false }, Reads("use", "X")]),
            Is.Empty);
    }

    [Test]
    public void A_value_that_is_set_too_late_is_an_error()
    {
        ObjectDefinition[] late = [Reads("use", "X", "Early"), Sets("first", "X", "Late")];
        var levels = Found(late, [Container("Early"), Container("Late", 20)]);
        var handler = Found([
            Sets("first", "X"), Reads("use", "X") with { DependsOn = [Needs("first", Outcome.Failure)] },
        ]);

        Assert.That(levels, Is.EqualTo(
            new[] { "ORC2019 Staging/use reads 'X', and is always over before Staging/first sets it" }));
        Assert.That(handler, Does.Contain("ORC2019 Staging/use reads 'X', and runs only where Staging/first failed "
            + "and so has set nothing"));
    }

    [Test]
    public void Two_that_read_what_the_other_sets_wait_for_each_other()
    {
        var found = Found([
            Sets("first", "X") with { Sql = Sql("select @Y as N") },
            Sets("second", "Y") with { Sql = Sql("select @X as N") },
        ]);

        Assert.That(found.Single(), Does.StartWith("ORC2004"));
    }

    [Test]
    public void Rows_are_no_parameter_and_what_nobody_reads_is_a_warning()
    {
        Assert.That(Found([Sets("first", "T"), Reads("use", "T")]),
            Is.EqualTo(new[] { "ORC2020 Staging/use takes 'T' as a parameter, and it is rows" }));
        Assert.That(Found([Sets("first", "X")]),
            Is.EqualTo(new[] { "ORC2021 Staging/first sets 'X', which nobody reads" }));
    }

    [Test]
    public void A_solution_without_variables_of_the_run_has_the_plan_that_it_had()
    {
        var builder = Builder([Load("customer")]);

        var (before, after) = (Compiler.Compile(builder.Build(), "Nightly", (_, _) => []),
            Compiler.Compile(builder.Build() with { RunVariables = [] }, "Nightly", (_, _) => []));

        Assert.That(after.Plan!.Hash, Is.EqualTo(before.Plan!.Hash));
        Assert.That(after.Document!.Nodes.SelectMany(node => node.Properties).Select(property => property.Key),
            Has.None.Contains("sets").And.None.Contains("scope").And.None.Contains("onNone"));
    }

    [Test]
    public void What_is_said_of_a_variable_changes_the_plan()
    {
        var solution = WithVariables(Builder([Sets("first", "X"), Reads("use", "X")]).Build());
        RunVariableDefinition[][] others =
        [
            [Variable("X", "int"), .. solution.RunVariables.Skip(1)],
            [new(solution.RunVariables[0].Is with { IsSensitive = true }, default), .. solution.RunVariables.Skip(1)],
            [.. solution.RunVariables.Take(2)],
        ];

        var hashes = others.Select(variables => solution with { RunVariables = variables }).Prepend(solution)
            .Select(one => Compiler.Compile(one, "Nightly", (_, _) => []).Plan!.Hash);

        Assert.That(hashes, Is.Unique);
    }

    private static ObjectDefinition Sets(string name, string variable, string container = "Core") =>
        Statement(name, "select 1 as N", container) with
        {
            Sets = new ValueSets
            {
                Each = [new ValueSet(variable, Variables.Single(one => one.Name == variable).Type,
                variable == "T" ? "rows" : "N", default)]
            },
        };

    private static ObjectDefinition Reads(string name, string variable, string container = "Core") =>
        Statement(name, $"insert into t values (@{variable})", container);

    private static ObjectDefinition Statement(string name, string sql, string container) =>
        Load(name, container) with { Kind = "sql", Source = null, Sql = Sql(sql) };

    private static SqlText Sql(string text) => new(text, null, default);

    private static RunVariableDefinition[] Variables =>
    [
        Variable("X", "bigint"), Variable("Y", "bigint"),
        new(new RunVariable("T", RunValueType.TryRows(
            [new RunColumn("N", new SqlType(SqlTypeKind.Int))], out var rows, out _) ? rows : null!), default),
    ];

    private static RunVariableDefinition Variable(string name, string type) => new(
        new RunVariable(name, RunValueType.TryParse(type, out var of, out _) ? of : null!), default);

    private static SolutionBuilder Builder(ObjectDefinition[] objects, IReadOnlyList<Container>? containers = null) =>
        new SolutionBuilder().Project("Staging", objects, containers);

    private static Solution WithVariables(Solution solution) => solution with { RunVariables = Variables };

    private static CompiledPlan Compile(ObjectDefinition[] objects, IReadOnlyList<Container>? containers) =>
        Compiler.Compile(WithVariables(Builder(objects, containers).Build()), "Nightly", (_, _) => []);

    private static Plan Plan(ObjectDefinition[] objects, IReadOnlyList<Container>? containers = null)
    {
        var compiled = Compile(objects, containers);
        Assert.That(compiled.Diagnostics.Where(found => found.Severity == Severity.Error), Is.Empty);
        return compiled.Plan!;
    }

    private static string[] Found(ObjectDefinition[] objects, IReadOnlyList<Container>? containers = null) =>
        [.. Compile(objects, containers).Diagnostics.Where(found => found.Code != "ORC2012")
            .Select(found => $"{found.Code} {found.Message}")];

    private static PlanNode Node(Plan plan, string name) => plan.Nodes.Single(node => node.Name == $"Staging/{name}");

    private static string Told(Plan plan, PlanNode reader) => string.Join(", ", reader.ReadsValues.Select(read =>
        $"{plan.Variables[read.Variable].Name}: "
        + string.Join(' ', read.Setters.Select(setter => plan.Nodes[setter].Name["Staging/".Length..]))));
}

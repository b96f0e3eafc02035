using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

internal sealed class GraphChecksTests
{
    [Test]
    public void An_unknown_batch_is_refused_with_the_nearest_name()
    {
        var compiled = Compiler.Compile(new SolutionBuilder().Build(), "Nihgtly", (_, _) => []);

        Assert.That(compiled.Plan, Is.Null);
        Assert.That(compiled.Diagnostics.Single().Code, Is.EqualTo("ORC2001"));
        Assert.That(compiled.Diagnostics.Single().Suggestion, Is.EqualTo("Nightly"));
    }

    [Test]
    public void Projects_that_wait_for_each_other_are_printed_as_a_circle()
    {
        var found = Single(new SolutionBuilder()
            .Project("A", [Load("a")], dependsOn: ["C"])
            .Project("B", [Load("b")], dependsOn: ["A"])
            .Project("C", [Load("c")], dependsOn: ["B"]));

        Assert.That(found.Code, Is.EqualTo("ORC2003"));
        Assert.That(found.Message, Does.Contain("A → C → B → A"));
        Assert.That(found.At, Is.EqualTo(new Origin("batches/Nightly.yaml", 2, 3)));
    }

    [Test]
    public void A_project_that_depends_on_one_outside_the_batch_is_refused()
    {
        var found = Single(new SolutionBuilder()
            .Project("Source", [Load("a")])
            .Project("Staging", [Load("b")], dependsOn: ["Sourse"]));

        Assert.That((found.Code, found.Suggestion), Is.EqualTo(("ORC2002", "Source")));
    }

    [Test]
    public void Packages_that_wait_for_each_other_are_printed_as_a_circle()
    {
        var found = Single(new SolutionBuilder().Project("Source",
            [Load("a", "Core", "b"), Load("b", "Core", "c"), Load("c", "Core", "a"), Load("d", "Core", "a")]));

        Assert.That(found.Code, Is.EqualTo("ORC2004"));
        Assert.That(found.Message, Does.Contain("Source/a → Source/b → Source/c → Source/a"));
        Assert.That(found.At, Is.EqualTo(new Origin("objects/x.yaml", 7, 3)));
    }

    [Test]
    public void A_package_that_waits_for_itself_is_a_circle()
    {
        var found = Single(new SolutionBuilder().Project("Source", [Load("a", "Core", "a")]));

        Assert.That(found.Message, Does.Contain("Source/a → Source/a"));
    }

    [Test]
    public void Linear_order_counts_in_a_circle()
    {
        var found = Single(new SolutionBuilder().Project("Source", [Load("a", "Core", "b"), Load("b")],
            [Container("Core", 10, ContainerMode.Linear)]));

        Assert.That(found.Code, Is.EqualTo("ORC2004"));
    }

    [Test]
    public void Barriers_count_in_a_circle_of_projects_side_by_side()
    {
        Container[] containers = [Container("One", 10), Container("Two", 20)];
        var found = Single(new SolutionBuilder()
            .Project("A", [Load("a1", "One", "B/b2"), Load("a2", "Two")], containers)
            .Project("B", [Load("b1", "One", "A/a2"), Load("b2", "Two")], containers, dependsOn: []));

        Assert.That(found.Code, Is.EqualTo("ORC2004"));
        Assert.That(found.Message, Does.Contain("level A:10"));
    }

    [Test]
    public void A_dependency_on_a_later_level_or_project_is_refused()
    {
        Container[] containers = [Container("One", 10), Container("Two", 20)];
        var found = new SolutionBuilder()
            .Project("Source", [Load("a", "One", "b", "Staging/c"), Load("b", "Two")], containers)
            .Project("Staging", [Load("c")])
            .Compile().Diagnostics;

        Assert.That(found.Select(diagnostic => diagnostic.Code), Is.EqualTo(new[] { "ORC2005", "ORC2005" }));
        Assert.That(found[0].Message, Does.Contain("Source:20 starts only after Source:10 has ended"));
    }

    [Test]
    public void A_dependency_on_an_unknown_object_is_refused_with_the_nearest_name()
    {
        var found = Single(new SolutionBuilder().Project("Source", [Load("customer"), Load("b", "Core", "custmer")]));

        Assert.That((found.Code, found.Suggestion), Is.EqualTo(("ORC2006", "Source/customer")));
    }

    [Test]
    public void A_dependency_outside_the_batch_is_a_warning()
    {
        var builder = new SolutionBuilder()
            .Project("Source", [Load("customer")])
            .Project("Staging", [Load("b", "Core", "Source/customer")]);
        var solution = builder.Build();
        var batch = solution.Batches[0] with { Projects = [solution.Batches[0].Projects[1]] };

        var compiled = Compiler.Compile(solution with { Batches = [batch] }, "Nightly", (_, _) => []);

        Assert.That(compiled.Diagnostics.Single().Code, Is.EqualTo("ORC2007"));
        Assert.That(compiled.Plan, Is.Not.Null);
    }

    [Test]
    public void Empty_and_fully_disabled_containers_are_warnings()
    {
        var found = new SolutionBuilder()
            .Project("Source", [Load("a", "Off") with { Enabled = false }], [Container("None"), Container("Off")])
            .Compile().Diagnostics;

        Assert.That(found.Select(diagnostic => (diagnostic.Code, diagnostic.Severity)),
            Is.EqualTo(new[] { ("ORC2008", Severity.Warning), ("ORC2009", Severity.Warning) }));
    }

    [Test]
    public void What_depends_on_something_disabled_is_named()
    {
        var found = Single(new SolutionBuilder()
            .Project("Source", [Load("a") with { Enabled = false }, Load("b", "Core", "a")]));

        Assert.That((found.Code, found.Severity), Is.EqualTo(("ORC2012", Severity.Warning)));
        Assert.That(found.Message, Does.Contain("Source/b"));
    }

    [Test]
    public void Two_writers_of_one_table_side_by_side_are_refused()
    {
        var twin = Load("twin") with { Target = new ObjectTarget("", null, "CUSTOMER") };

        var found = Single(new SolutionBuilder().Project("Source", [Load("customer"), twin]));

        Assert.That((found.Code, found.Severity), Is.EqualTo(("ORC2010", Severity.Error)));
        Assert.That(found.At.File, Is.EqualTo("objects/twin.yaml"));
    }

    [TestCase(LoadPattern.Append, 0, 0)]
    [TestCase(LoadPattern.Append, 5, 1)]
    [TestCase(LoadPattern.TruncateInsert, 0, 1)]
    public void Two_that_add_to_one_table_take_turns_by_themselves(LoadPattern pattern, int commitRows, int refusals)
    {
        var adding = new LoadOptions { Pattern = new(LoadPattern.Append, Origin.Default) };
        var twin = Load("twin") with
        {
            Target = new ObjectTarget("", null, "customer"),
            Load = adding with { Pattern = new(pattern, Origin.Default), CommitRows = new(commitRows, Origin.Default) },
        };

        var found = new SolutionBuilder().Project("Source", [Load("customer") with { Load = adding }, twin]).Compile();

        Assert.That(found.Diagnostics.Select(one => one.Code), Is.EqualTo(Enumerable.Repeat("ORC2010", refusals)));
    }

    [TestCase("sql", 0)]
    [TestCase("load", 1)]
    public void Statements_of_two_projects_that_have_one_name_are_not_held_against_each_other(string kind, int refusals)
    {
        var load = Load("tidy");
        var one = load with
        {
            Kind = kind,
            Source = kind == "sql" ? null : load.Source,
            Target = new ObjectTarget("One", null, "tidy"),
        };

        var found = new SolutionBuilder().Project("One", [one]).Project("Two", [one], dependsOn: []).Compile();

        Assert.That(found.Diagnostics.Select(each => each.Code), Is.EqualTo(Enumerable.Repeat("ORC2010", refusals)));
    }

    [Test]
    public void Two_writers_in_order_warn_where_the_later_one_replaces_all_rows()
    {
        var twin = Load("twin", "Core", "customer") with { Target = new ObjectTarget("", null, "customer") };
        var append = twin with
        {
            Load = new LoadOptions { Pattern = new(LoadPattern.Append, Origin.Default) },
        };

        var dropping = twin with
        {
            Load = new LoadOptions { Pattern = new(LoadPattern.DropAndReload, Origin.Default) },
        };

        var replacing = new SolutionBuilder().Project("Source", [Load("customer"), twin]).Compile();
        var anew = new SolutionBuilder().Project("Source", [Load("customer"), dropping]).Compile();
        var appending = new SolutionBuilder().Project("Source", [Load("customer"), append]).Compile();

        Assert.That(replacing.Diagnostics.Single().Code, Is.EqualTo("ORC2011"));
        Assert.That(anew.Diagnostics.Single().Code, Is.EqualTo("ORC2011"));
        Assert.That(replacing.Plan, Is.Not.Null);
        Assert.That(appending.Diagnostics, Is.Empty);
    }

    [Test]
    public void Writers_in_a_Linear_container_are_in_order()
    {
        var step = Load("step") with
        {
            Kind = "sql",
            Source = null,
            Target = new ObjectTarget("", null, "customer"),
        };

        var compiled = new SolutionBuilder()
            .Project("Source", [Load("customer"), step], [Container("Core", 10, ContainerMode.Linear)]).Compile();

        Assert.That(compiled.Diagnostics, Is.Empty);
    }

    [Test]
    public void Same_name_in_files_of_their_own_is_no_clash()
    {
        var builder = new SolutionBuilder();
        builder.Connections.Add(
            new Connection { Name = "Source", Platform = Platform.Sqlite, File = "{container}.db" });
        var other = Load("other", "B") with { Target = new ObjectTarget("", null, "customer") };

        var compiled = builder
            .Project("Source", [Load("customer", "A"), other], [Container("A"), Container("B")]).Compile();

        Assert.That(compiled.Diagnostics, Is.Empty);
    }

    [Test]
    public void Reading_what_is_being_written_beside_it_is_a_warning()
    {
        var found = Single(new SolutionBuilder()
            .Project("Source", [Load("customer"), LoadFrom("Source", "customer", "client")]));

        Assert.That((found.Code, found.Severity), Is.EqualTo(("ORC2013", Severity.Warning)));
    }

    [Test]
    public void Reading_what_is_written_later_is_a_warning_unless_the_writer_waits_for_it_or_somebody_writes_before()
    {
        Container[] containers = [Container("Early"), Container("Late", 20)];
        var reader = LoadFrom("Source", "customer", "client") with { Container = "Early" };
        var waiting = Load("customer", "Late") with { DependsOn = [Needs("client", Outcome.Success)] };

        var found = Single(new SolutionBuilder().Project("Source", [Load("customer", "Late"), reader], containers));
        var meant = new SolutionBuilder().Project("Source", [waiting, reader], containers).Compile();
        Container[] three = [Container("First", 5), .. containers];
        var before = Load("before", "First") with { Target = new ObjectTarget("", null, "customer") };
        var added = Load("customer", "Late") with
        {
            Load = new LoadOptions { Pattern = new(LoadPattern.Append, Origin.Default) },
        };
        var filled = new SolutionBuilder().Project("Source", [before, added, reader], three).Compile();

        Assert.That((found.Code, found.Severity), Is.EqualTo(("ORC2016", Severity.Warning)));
        Assert.That(found.Message, Does.Contain("Source/client reads what Source/customer writes"));
        Assert.That(meant.Diagnostics, Is.Empty);
        Assert.That(filled.Diagnostics, Is.Empty);
    }

    [Test]
    public void A_handler_behind_the_barrier_that_its_failure_closes_is_a_warning()
    {
        var handler = Load("rescue", "Late") with { DependsOn = [Needs("a", Outcome.Failure)] };
        Container[] containers = [Container("Core"), Container("Late", 20)];
        Container[] open = [containers[0], containers[1] with { RunsAfterFailure = true }];

        var closed = Single(new SolutionBuilder().Project("Source", [Load("a"), handler], containers));
        var passing = new SolutionBuilder().Project("Source", [Load("a"), handler], open).Compile();

        Assert.That(closed.Code, Is.EqualTo("ORC2014"));
        Assert.That(passing.Diagnostics, Is.Empty);
    }

    [Test]
    public void What_a_kind_finds_is_reported_with_the_rest()
    {
        var solution = new SolutionBuilder().Project("Source", [Load("a", "Core", "zzzzzz")]).Build();

        var compiled = Compiler.Compile(solution, "Nightly",
            (definition, _) => [new Diagnostic("ORC1999", Severity.Error, definition.At, "refused")]);

        Assert.That(compiled.Diagnostics.Select(found => found.Code), Is.EqualTo(new[] { "ORC2006", "ORC1999" }));
        Assert.That(compiled.Plan, Is.Null);
    }

    private static Diagnostic Single(SolutionBuilder builder)
    {
        var found = builder.Compile().Diagnostics;
        Assert.That(found, Has.Count.EqualTo(1), string.Join('\n', found));
        return found[0];
    }
}

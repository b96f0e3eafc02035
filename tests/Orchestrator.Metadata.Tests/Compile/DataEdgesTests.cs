using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

internal sealed class DataEdgesTests
{
    [Test]
    public void A_package_reads_the_one_that_writes_its_source_table()
    {
        var solution = new SolutionBuilder()
            .Project("Source", [Load("customer")])
            .Project("Staging", [LoadFrom("Source", "customer", "client")]);

        var plan = solution.Plan();

        Assert.That(Reads(plan, "Staging/client"), Is.EqualTo(new[] { "Source/customer" }));
        Assert.That(StructureTests.Constraints(plan, "Staging/client"), Is.Empty);
    }

    [Test]
    public void Names_of_tables_fold_as_SQLite_folds_them()
    {
        var customer = Load("customer") with { Target = new ObjectTarget("", "Crm", "Customer") };
        var solution = new SolutionBuilder()
            .Project("Source", [customer])
            .Project("Staging", [LoadFrom("Source", "CRM_customer", "client")]);

        var plan = solution.Plan();

        Assert.That(Reads(plan, "Staging/client"), Is.EqualTo(new[] { "Source/customer" }));
    }

    [Test]
    public void Two_connections_to_one_file_are_one_store()
    {
        var solution = new SolutionBuilder()
            .Project("Source", [Load("customer")])
            .Project("Staging", [LoadFrom("Copy", "customer", "client")]);
        solution.Connections.Add(new Connection { Name = "Copy", Platform = Platform.Sqlite, File = "source.db" });

        var plan = solution.Plan();

        Assert.That(Reads(plan, "Staging/client"), Is.EqualTo(new[] { "Source/customer" }));
    }

    [Test]
    public void Where_the_store_is_split_by_container_the_container_decides()
    {
        var reader = LoadFrom("Source", "customer", "client");
        var writer = new TableWriter("Source", "B", "other");
        var solution = new SolutionBuilder();
        solution.Connections.Add(
            new Connection { Name = "Source", Platform = Platform.Sqlite, File = "{container}.db" });
        solution
            .Project("Source", [Load("customer", "A"), Load("other", "B") with
                { Target = new ObjectTarget("", null, "customer") }], [Container("A"), Container("B")])
            .Project("Staging", [reader with { Source = reader.Source! with { WrittenBy = writer } }]);

        var plan = solution.Plan();

        Assert.That(Reads(plan, "Staging/client"), Is.EqualTo(new[] { "Source/other" }));
    }

    [TestCase("Source", "Source/customer")]
    [TestCase("Archive", "")]
    public void An_inherited_object_reads_what_it_repeats_unless_it_reads_another_connection(
        string connection, string read)
    {
        var query = new ObjectSource { Connection = connection, Query = new SqlText("select 1", null, default) };
        var archive = new Connection { Name = "Archive", Platform = Platform.Sqlite };
        var solution = new SolutionBuilder { Connections = { archive } }
            .Project("Source", [Load("customer")])
            .Project("Staging", [Load("customer") with { InheritedFrom = "Source/customer", Source = query }]);

        var plan = solution.Plan();

        Assert.That(string.Join(' ', Reads(plan, "Staging/customer")), Is.EqualTo(read));
    }

    [Test]
    public void A_check_reads_what_it_checks()
    {
        var check = Load("count", "Late") with
        {
            Kind = "check",
            Source = null,
            Target = new ObjectTarget("", null, "customer"),
        };
        var solution = new SolutionBuilder()
            .Project("Source", [Load("customer"), check], [Container("Core"), Container("Late", 20)]);

        var compiled = solution.Compile();

        Assert.That(Reads(compiled.Plan!, "Source/count"), Is.EqualTo(new[] { "Source/customer" }));
        Assert.That(compiled.Diagnostics, Is.Empty);
    }

    [Test]
    public void What_is_written_behind_a_barrier_is_not_read()
    {
        var solution = new SolutionBuilder()
            .Project("First", [LoadFrom("Last", "state", "seen")])
            .Project("Last", [Load("state")]);

        var plan = solution.Plan();

        Assert.That(Reads(plan, "First/seen"), Is.Empty);
    }

    [Test]
    public void Only_Success_is_a_data_edge_and_a_handler_reads_nothing_of_what_failed()
    {
        var handler = LoadFrom("Source", "customer", "rescue") with
        {
            DependsOn = [Needs("customer", Outcome.Failure)],
        };
        var solution = new SolutionBuilder()
            .Project("Source", [Load("customer"), handler, Load("next", "Core", "customer")]);

        var plan = solution.Plan();

        Assert.That(Reads(plan, "Source/rescue"), Is.Empty);
        Assert.That(StructureTests.Constraints(plan, "Source/rescue"),
            Is.EqualTo(new[] { ("Source/customer", Outcome.Failure) }));
        Assert.That(Reads(plan, "Source/next"), Is.EqualTo(new[] { "Source/customer" }));
    }

    [Test]
    public void With_ordering_dependencies_a_package_waits_for_what_it_reads()
    {
        var solution = new SolutionBuilder().Project("Source",
            [LoadFrom("Source", "customer", "client"), Load("customer")],
            with: project => project with { Ordering = Ordering.Dependencies });

        var plan = solution.Plan();

        Assert.That(StructureTests.Constraints(plan, "Source/client"),
            Is.EqualTo(new[] { ("Source/customer", Outcome.Success) }));
    }

    [Test]
    public void A_dependency_may_name_an_object_of_an_earlier_project()
    {
        var solution = new SolutionBuilder()
            .Project("Source", [Load("customer")])
            .Project("Staging", [Load("client", "Core", "Source/customer")]);

        var plan = solution.Plan();

        Assert.That(StructureTests.Constraints(plan, "Staging/client"),
            Is.EqualTo(new[] { ("Source/customer", Outcome.Success) }));
    }

    private static string[] Reads(Plan plan, string name) =>
        [.. plan.Nodes.Single(node => node.Name == name).Reads.Select(index => plan.Nodes[index].Name)];
}

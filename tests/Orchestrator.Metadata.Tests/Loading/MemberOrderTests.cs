using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>In which order a container has its packages: as its `members` say, whatever files are called.</summary>
internal sealed class MemberOrderTests
{
    private const string Head = """
        formatVersion: 1
        solution: S
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Db, platform: Sqlite, stage: STG}
          - {connection: Next, platform: Sqlite, stage: STG}
          - {connection: Third, platform: Sqlite, stage: STG}
        batches:
          - {batch: Nightly, projects: [P]}

        """;

    [TestCase("[third, first, second]", "third first second last other")]
    [TestCase("['*d', first]", "second third first last other")]
    [TestCase("['*', first]", "last other second third first")]
    [TestCase("[first, '*']", "first last other second third")]
    [TestCase("{tags: [late, early]}", "second third first last other")]
    [TestCase("{tags: [early, late]}", "first third second last other")]
    public void A_Linear_container_runs_its_members_as_written(string members, string expected)
    {
        var order = Order(Project("Linear", members), [
            ("third", "tags: [early, late]"), ("second", "tags: [late]"), ("first", "tags: [early]"),
            ("last", "container: C"), ("other", "container: C")]);

        Assert.That(order, Is.EqualTo(expected.Split(' ')));
    }

    [Test]
    public void The_same_order_is_the_declared_one_of_a_Parallel_container()
    {
        var order = Order(Project("Parallel", "[third, first, second]"),
            [("third", "ownThread: false"), ("second", "ownThread: false"), ("first", "ownThread: false")]);

        Assert.That(order, Is.EqualTo((string[])["third", "first", "second"]));
    }

    [Test]
    public void A_project_that_inherits_runs_them_in_the_same_order_or_in_that_of_its_own_members()
    {
        var text = Project("Linear", "[third, first, second]").Replace("[P]", "[P, Q, R]", StringComparison.Ordinal)
            + "  - {project: Q, inherit: P, target: Next}\n"
            + "  - project: R\n    inherit: Q\n    target: Third\n"
            + "    containers: [{container: C, members: [first, third, second]}]\n";

        var plan = Compile(text, [("third", ""), ("second", ""), ("first", "")]);

        Assert.That(Packages(plan, "Q"), Is.EqualTo((string[])["third", "first", "second"]));
        Assert.That(Packages(plan, "R"), Is.EqualTo((string[])["first", "third", "second"]));
    }

    [Test]
    public void Objects_of_one_list_that_name_their_container_stand_as_written()
    {
        var order = Order(Project("Linear", null)
            + "    objects:\n      - {object: b, container: C, source: {file: b.csv}}\n"
            + "      - {object: a, container: C, source: {file: a.csv}}\n", []);

        Assert.That(order, Is.EqualTo((string[])["b", "a"]));
    }

    [Test]
    public void Objects_made_for_each_value_stand_where_their_object_is_named()
    {
        var order = Order(Project("Linear", "[b, a]") + "    forEach: {variable: T, in: [y, x]}\n",
            [("a", ""), ("b", "")], variable: true);

        Assert.That(order, Is.EqualTo((string[])["b[y]", "b[x]", "a[y]", "a[x]"]));
    }

    [Test]
    public void Listed_files_stand_by_name_also_where_one_of_them_says_something_of_its_own()
    {
        var order = Order(Project("Linear", null) + "    objects: \"*\"\n", [("b", "ownThread: false")],
            files: ["a.csv", "b.csv", "c.csv"]);

        Assert.That(order, Is.EqualTo((string[])["a", "b", "c"]));
    }

    private static string Project(string mode, string? members) => Head + $$"""
        projects:
          - project: P
            source: Files
            target: Db
            containers: [{container: C, mode: {{mode}}{{(members is null ? "" : $", members: {members}")}}}]

        """;

    private static string[] Order(
        string text, (string Name, string Keys)[] objects, string[]? files = null, bool variable = false) =>
        Packages(Compile(variable ? text.Replace("connections:", "variables: [{variable: T, dataType: nvarchar(9), "
            + "default: x}]\nconnections:", StringComparison.Ordinal) : text, objects, files), "P");

    private static string[] Packages(Plan plan, string project) =>
    [
        .. plan.Nodes.Where(node => node.Kind == NodeKind.Package).Select(node => node.Name.Split('/'))
            .Where(name => name[0] == project).Select(name => name[1]),
    ];

    private static Plan Compile(string text, (string Name, string Keys)[] objects, string[]? files = null)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), text);
        var below = Directory.CreateDirectory(Path.Combine(folder.Path, "projects", "P", "objects")).FullName;
        foreach (var (name, keys) in objects)
        {
            File.WriteAllText(Path.Combine(below, name + ".yaml"),
                $"object: {name}\nsource: {{file: {name}.csv}}\n{keys}\n");
        }

        var listing = new SourceListing { Files = _ => files };
        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });
        Assert.That(loaded.Solution, Is.Not.Null, DiagnosticText.FormatAll(loaded.Diagnostics));
        var compiled = Compiler.Compile(loaded.Solution!, "Nightly", (_, _) => []);
        Assert.That(compiled.Plan, Is.Not.Null, DiagnosticText.FormatAll(compiled.Diagnostics));
        return compiled.Plan!;
    }
}

using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

internal sealed class PlanHashTests
{
    [Test]
    public void The_hash_stays_what_it_is_over_versions_and_systems()
    {
        var document = new SolutionBuilder().Project("Source", [Load("customer")]).Compile().Document!;

        Assert.That(document.Hash, Is.EqualTo("e6c6b04112184511e5df58ce8a1727e5e54c26b7e0a77122877ae88f34e56615"));
    }

    [Test]
    public void Compiling_twice_gives_the_same_bytes()
    {
        string Written() => PlanJson.Write(new SolutionBuilder()
            .Project("Source", [Load("customer"), Load("country")])
            .Project("Staging", [LoadFrom("Source", "customer", "client")]).Compile().Document!);

        var (first, second) = (Written(), Written());

        Assert.That(second, Is.EqualTo(first));
    }

    [Test]
    public void Line_ends_of_a_statement_mean_nothing()
    {
        Assert.That(Hash(Sql("select 1\r\nfrom x")), Is.EqualTo(Hash(Sql("select 1\nfrom x"))));
        Assert.That(Hash(Sql("select 1\n\nfrom x")), Is.Not.EqualTo(Hash(Sql("select 1\nfrom x"))));
    }

    [Test]
    public void A_statement_means_the_same_in_a_script_and_at_another_place()
    {
        var moved = Sql("select 1") with
        {
            Sql = new SqlText("select 1", "sql/x.sql", new Origin("sql/x.sql", 1, 1)),
            At = new Origin("objects/elsewhere.yaml", 9, 9),
        };

        Assert.That(Hash(moved), Is.EqualTo(Hash(Sql("select 1"))));
    }

    [Test]
    public void Paths_of_Windows_mean_the_same()
    {
        ObjectDefinition Reading(string file) => Load("a") with
        {
            Source = new ObjectSource { Connection = "Files", File = file },
        };

        Assert.That(Hash(Reading("in\\a.csv")), Is.EqualTo(Hash(Reading("in/a.csv"))));
        Assert.That(HashOfFolder("data\\in"), Is.EqualTo(HashOfFolder("data/in")));
    }

    [Test]
    public void The_order_of_tags_and_a_default_that_is_written_out_mean_nothing()
    {
        var written = Load("a") with
        {
            Tags = ["y", "x"],
            Load = new LoadOptions { FastLoad = new(true, new Origin("objects/a.yaml", 4, 3)) },
        };

        Assert.That(Hash(written), Is.EqualTo(Hash(Load("a") with { Tags = ["x", "y"] })));
    }

    [Test]
    public void A_dependency_means_the_same_with_and_without_its_project()
    {
        var full = Load("b", "Core", "Source/a");
        var bare = Load("b", "Core", "a");

        Assert.That(Hash(Load("a"), full), Is.EqualTo(Hash(Load("a"), bare)));
    }

    [Test]
    public void Placeholders_are_hashed_as_written_and_the_environment_is_not()
    {
        var builder = new SolutionBuilder().Project("Source", [Load("a")]);
        builder.Connections[1] = builder.Connections[1] with { ConnectionString = "Password=${secret:CRM}" };
        var solution = builder.Build();

        var here = Compiler.Compile(solution, "Nightly", (_, _) => []).Document!;
        var there = Compiler.Compile(solution with { Environment = "prod" }, "Nightly", (_, _) => []).Document!;

        Assert.That(PlanJson.Write(here), Does.Contain("${secret:CRM}"));
        Assert.That(there.Hash, Is.EqualTo(here.Hash));
    }

    [Test]
    public void The_order_of_packages_and_the_rules_of_groups_change_the_hash()
    {
        string[] hashes =
        [
            Hash(Load("a"), Load("b")),
            Hash(Load("b"), Load("a")),
            HashWith(container: c => c with { Mode = ContainerMode.Linear }),
            HashWith(container: c => c with { MaxConcurrency = 2 }),
            HashWith(container: c => c with { Order = StartOrder.Declared }),
            HashWith(container: c => c with { RunsAfterFailure = true }),
            HashWith(container: c => c with { Level = 20 }),
            HashWith(project: p => p with { MaxConcurrency = 2 }),
            HashWith(project: p => p with { Ordering = Ordering.Dependencies }),
            HashWith(batch: b => b with { FailureHandling = FailureHandling.Stop }),
            HashWith(batch: b => b with { Timeout = TimeSpan.FromHours(6) }),
            HashWith(batch: b => b with { MaxConcurrency = new(4, default) }),
            HashOfFolder("elsewhere"),
        ];

        Assert.That(hashes, Is.Unique);
    }

    [Test]
    public void A_stored_plan_is_read_back_as_it_was()
    {
        var document = new SolutionBuilder()
            .Project("Source", [Sql("select '\"\\\u001b\ud800ü\n'"), Load("customer")]).Compile().Document!;
        var json = PlanJson.Write(document);

        var read = PlanJson.Read(json);

        Assert.That(PlanJson.Write(read), Is.EqualTo(json));
        Assert.That(read.Nodes.Select(node => node.Hash), Is.EqualTo(document.Nodes.Select(node => node.Hash)));
    }

    [TestCase("{", "cannot be read")]
    [TestCase("{}", "cannot be read")]
    [TestCase("{\"formatVersion\":99}", "use a newer one")]
    public void A_stored_plan_that_is_none_is_refused(string json, string reason)
    {
        Assert.That(() => PlanJson.Read(json), Throws.TypeOf<FormatException>().With.Message.Contains(reason));
    }

    private static ObjectDefinition Sql(string text) => Load("step") with
    {
        Kind = "sql",
        Source = null,
        Sql = new SqlText(text, null, new Origin("objects/step.yaml", 4, 6)),
    };

    private static string Hash(params ObjectDefinition[] objects) =>
        new SolutionBuilder().Project("Source", objects).Compile().Document!.Hash;

    private static string HashOfFolder(string folder)
    {
        var builder = new SolutionBuilder().Project("Source", [Load("a")]);
        builder.Connections[0] = builder.Connections[0] with { Folder = folder };
        return builder.Compile().Document!.Hash;
    }

    private static string HashWith(Func<Container, Container>? container = null, Func<Project, Project>? project = null,
        Func<Batch, Batch>? batch = null)
    {
        var core = Container("Core");
        var builder = new SolutionBuilder()
            .Project("Source", [Load("a"), Load("b")], [container?.Invoke(core) ?? core], with: project);
        builder.Batch = batch?.Invoke(builder.Batch) ?? builder.Batch;
        return builder.Compile().Document!.Hash;
    }
}

using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Who reads a fact of a package waits until that has ended, and runs again with it.</summary>
internal sealed class FactEdgesTests
{
    [TestCase("first")]
    [TestCase("Staging/first")]
    public void A_reader_waits_for_the_end_whatever_it_is(string subject)
    {
        var plan = Plan([Load("first"), Reads("note", $"rows:{subject}.read")]);

        var (first, note) = (Node(plan, "first"), Node(plan, "note"));
        Assert.That(note.Constraints, Is.EqualTo(
            new[] { new PrecedenceConstraint(first.Index, Outcome.Completion) }));
        Assert.That(note.Reads, Is.EqualTo(new[] { first.Index }));
        Assert.That(note.ReadsFacts, Is.EqualTo(new[] { new FactSubject(subject, first.Index) }));
    }

    [TestCase(Outcome.Success)]
    [TestCase(Outcome.Failure)]
    public void A_dependency_that_is_written_stays(Outcome outcome)
    {
        var plan = Plan([
            Load("first"), Reads("note", "error:first.text") with { DependsOn = [Needs("first", outcome)] },
        ]);

        Assert.That(Node(plan, "note").Constraints.Single().Outcome, Is.EqualTo(outcome));
    }

    [Test]
    public void Facts_of_the_run_draw_no_edge()
    {
        var plan = Plan([Load("first"), Reads("note", "run:number")]);

        Assert.That((Node(plan, "note").Constraints.Count, Node(plan, "note").ReadsFacts.Count), Is.EqualTo((0, 0)));
    }

    [Test]
    public void A_handler_knows_the_failure_and_nobody_else_does()
    {
        Assert.That(Found([
            Load("first"), Reads("note", "error:message") with { DependsOn = [Needs("first", Outcome.Failure)] },
        ]), Is.Empty);
        Assert.That(Found([Load("first"), Reads("note", "error:message") with { DependsOn = [Needs("first")] }]),
            Is.EqualTo(new[] { "ORC3606 Staging/note reads ${error:message}, and is no handler of a failure" }));
    }

    [TestCase(Outcome.Failure, 0)]
    [TestCase(Outcome.Completion, 1)]
    public void A_failure_of_which_another_end_is_enough_is_known_as_well(Outcome outcome, int refusals) => Assert.That(
        Found([
            Load("first"), Load("second"), Reads("note", "error:message") with
            {
                AnyOf = [[Needs("second"), Needs("first", outcome)]],
            },
        ]), Has.Length.EqualTo(refusals));

    [Test]
    public void What_is_not_known_in_time_is_refused()
    {
        Assert.That(Found([Load("first"), Reads("note", "rows:frist.read")]), Is.EqualTo(new[]
        {
            "ORC3607 Staging/note reads ${rows:frist.read}, and batch Nightly has no package Staging/frist",
        }));
        Assert.That(Found([Reads("note", "state:note")]), Is.EqualTo(new[]
        {
            "ORC3607 Staging/note reads ${state:note}, a fact of its own, which is known when it has ended",
        }));
        Assert.That(Found([Reads("note", "state:first"), Load("first") with { DependsOn = [Needs("note")] }]),
            Is.EqualTo(new[]
            {
                "ORC3607 Staging/note reads ${state:first}, and is always over before Staging/first has ended",
            }));
        Assert.That(Found([Reads("note", "state:first", "Early"), Load("first", "Late")],
            [Container("Early"), Container("Late", 20)]).Single(), Does.StartWith("ORC3607 "));
        Assert.That(Found([Reads("note", "state:other"), Reads("other", "state:note")]),
            Has.Some.StartsWith("ORC2004 "));
    }

    private static ObjectDefinition Reads(string name, string fact, string container = "Core")
    {
        var colon = fact.IndexOf(':', StringComparison.Ordinal);
        Assert.That(FactName.TryParse(fact[..colon], fact[(colon + 1)..], out var read), Is.True);
        return Load(name, container) with
        {
            Kind = "sql",
            Source = null,
            Sql = new SqlText("insert into t values (@N)", null, default),
            Facts = [new FactRead("N", read!, default)],
        };
    }

    private static Plan Plan(ObjectDefinition[] objects)
    {
        var compiled = new SolutionBuilder().Project("Staging", objects).Compile();
        Assert.That(compiled.Diagnostics.Where(found => found.Severity == Severity.Error), Is.Empty);
        return compiled.Plan!;
    }

    private static string[] Found(ObjectDefinition[] objects, IReadOnlyList<Container>? containers = null) =>
        [.. new SolutionBuilder().Project("Staging", objects, containers).Compile().Diagnostics
            .Where(found => found.Severity == Severity.Error).Select(found => $"{found.Code} {found.Message}")];

    private static PlanNode Node(Plan plan, string name) => plan.Nodes.Single(node => node.Name == $"Staging/{name}");
}

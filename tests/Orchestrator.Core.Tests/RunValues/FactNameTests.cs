using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Tests.RunValues;

/// <summary>Names of facts: which there are, and what they come to.</summary>
internal sealed class FactNameTests
{
    [TestCase("run", "number", "", "number")]
    [TestCase("run", "asOf", "", "asOf")]
    [TestCase("rows", "customer.read", "customer", "read")]
    [TestCase("rows", "Staging/a.b.inserted", "Staging/a.b", "inserted")]
    [TestCase("state", "Staging/a.b", "Staging/a.b", "")]
    [TestCase("error", "Staging/customer[DE].text", "Staging/customer[DE]", "text")]
    [TestCase("error", "message", "", "message")]
    [TestCase("error", "attempt", "", "attempt")]
    public void A_name_is_read_and_written_alike(string word, string name, string subject, string part)
    {
        Assert.That(FactName.TryParse(word, name, out var fact), Is.True);

        Assert.That((fact!.Subject, fact.Part), Is.EqualTo((subject, part)));
        Assert.That(fact.ToString(), Is.EqualTo($"${{{word}:{name}}}"));
    }

    [TestCase("run", "")]
    [TestCase("run", "night")]
    [TestCase("run", "P.number")]
    [TestCase("rows", "read")]
    [TestCase("rows", ".read")]
    [TestCase("rows", "P.")]
    [TestCase("rows", "P.all")]
    [TestCase("state", "")]
    [TestCase("error", "P.message")]
    [TestCase("error", "text")]
    [TestCase("var", "X")]
    [TestCase("Rows", "P.read")]
    public void What_is_none_is_refused(string word, string name) =>
        Assert.That(FactName.TryParse(word, name, out _), Is.False);

    [Test]
    public void Of_a_package_it_is_what_is_known_and_else_nothing()
    {
        var known = new AttemptFacts(Read: 3, Inserted: 2, Rejected: 1, ErrorCode: "ORC1",
            ErrorText: new string('x', 9000), State: NodeState.Failed, ErrorClass: ErrorClass.Data, Attempt: 7)
        {
            Package = "P/a",
        };

        Assert.That(Told(known, "rows", "P/a.read"), Is.EqualTo("3"));
        Assert.That(Told(known, "rows", "P/a.updated"), Is.Null);
        Assert.That(Told(known, "state", "P/a"), Is.EqualTo("Failed"));
        Assert.That(Told(known, "error", "P/a.class"), Is.EqualTo("Data"));
        Assert.That(Told(known, "error", "P/a.text"), Has.Length.EqualTo(4000));
        Assert.That(Told(known, "error", "object"), Is.EqualTo("P/a"));
        Assert.That(Told(known, "error", "attempt"), Is.EqualTo("7"));
        Assert.That(Told(AttemptFacts.None, "error", "message"), Is.Null);
    }

    [Test]
    public void What_is_too_long_is_cut_between_two_characters()
    {
        var known = new AttemptFacts(ErrorText: $"{new string('x', 3999)}\U0001F600 and more");

        Assert.That(Told(known, "error", "message"), Is.EqualTo(new string('x', 3999)));
    }

    [Test]
    public void A_run_knows_each_of_its_facts_and_SQL_has_a_parameter_for_each()
    {
        var run = new RunIdentity(12, Guid.Empty, new DateTimeOffset(2026, 1, 31, 2, 0, 0, TimeSpan.FromHours(1)),
            new DateOnly(2026, 1, 30), "prod", "etl1", "night");

        Assert.That(FactName.OfRuns.Select(fact => run.Of(fact)?.Text), Is.EqualTo(new[]
        {
            "12", "00000000-0000-0000-0000-000000000000", "2026-01-31 01:00:00.000", "2026-01-30", "prod", "etl1",
            "night",
        }));
        Assert.That(FactName.Parameters.Keys, Has.Some.EqualTo("orchestrator_run_asOf")
            .And.Some.EqualTo("orchestrator_error_message"));
    }

    private static string? Told(AttemptFacts facts, string word, string name) =>
        FactName.TryParse(word, name, out var fact) ? fact.Of(facts)?.Text : throw new ArgumentException(name);
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>Each file of deviations belongs to somebody, and each of its lines says what no other place says.</summary>
internal sealed class DeviationsTests
{
    private static IEnumerable<string> Names => Deviations.Names;

    [TestCaseSource(nameof(Names))]
    public void Each_file_is_called_like_a_platform_or_a_format(string name) => Assert.That(
        Enum.GetNames<Platform>().Concat(Enum.GetNames<FileStyle>()), Does.Contain(name));

    [TestCaseSource(nameof(Names))]
    public void Each_line_says_of_a_value_that_is_there_what_the_table_does_not_say(string name)
    {
        var hazards = Hazard.All.ToDictionary(hazard => hazard.Name, hazard => hazard.Outcome);
        var expressions = ExpressionHazard.All.ToDictionary(hazard => hazard.Name, hazard => hazard.Outcome);
        var found = Deviations.Of(name);

        Assert.That(found.Hazards.Count + found.Expressions.Count, Is.Positive);
        Assert.That(found.Hazards.Where(line => IsIdle(hazards, line)).Select(line => line.Key), Is.Empty);
        Assert.That(found.Expressions.Where(line => IsIdle(expressions, line)).Select(line => line.Key), Is.Empty);
    }

    [Test]
    public void Who_has_no_file_does_all_as_it_is_said() => Assert.That(
        (Deviations.Of("Nobody").Hazards.Count, Deviations.Of("Nobody").Expressions.Count), Is.EqualTo((0, 0)));

    private static bool IsIdle<T>(Dictionary<string, T> said, KeyValuePair<string, T> line) =>
        !said.TryGetValue(line.Key, out var outcome) || Equals(outcome, line.Value);
}

namespace Orchestrator.Data.Tests;

internal sealed class ConditionsTests
{
    [Test]
    public void A_few_stand_side_by_side()
    {
        Assert.That(Conditions.All(["a", "b", "c"]), Is.EqualTo("a AND b AND c"));
        Assert.That(Conditions.Any(["a"]), Is.EqualTo("a"));
        Assert.That(Conditions.Any(Enumerable.Repeat("a", Conditions.FlatMax)), Does.Not.Contain("("));
    }

    [TestCase(101)]
    [TestCase(2000)]
    public void Many_are_joined_in_halves_each_once_and_in_order(int count)
    {
        string[] names = [.. Enumerable.Range(0, count).Select(place => $"c{place}")];

        var text = Conditions.Any(names);

        Assert.That(text.Split(" OR ").Select(one => one.Trim('(', ')')), Is.EqualTo(names));
        Assert.That(text.TakeWhile(letter => letter == '(').Count(), Is.InRange(1, 5));
        Assert.That(text.Count(letter => letter == '('), Is.EqualTo(text.Count(letter => letter == ')')));
        Assert.That(
            text.Split('(', ')').Max(part => part.Split(" OR ").Length), Is.LessThanOrEqualTo(Conditions.FlatMax));
    }
}

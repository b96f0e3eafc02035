using Orchestrator.Lab.Monitoring;

namespace Orchestrator.Runner.Tests.Monitoring;

internal sealed class PlanMemoryTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Again = TimeSpan.FromMinutes(10);

    [Test]
    public void A_statement_is_news_where_it_is_unknown_has_another_signature_or_was_asked_for_long_ago()
    {
        var memory = new PlanMemory(Again);
        var isNewsFirst = memory.IsNews("k", "1", Now);
        memory.Learn("k", new KnownPlan("1", 1, 1, "", Now));

        Assert.That(isNewsFirst, Is.True);
        Assert.That(memory.IsNews("k", "1", Now), Is.False);
        Assert.That(memory.IsNews("k", "2", Now), Is.True);
        Assert.That(memory.IsNews("k", "1", Now + Again), Is.True);
    }

    [Test]
    public void It_is_bounded_and_what_was_not_seen_for_longest_goes_first()
    {
        var memory = new PlanMemory(Again);
        for (var i = 0; i < 3 * PlanMemory.Max; i++)
        {
            memory.Of("k0");
            memory.Learn($"k{i}", new KnownPlan("1", 1, 1, "", Now));
        }

        Assert.That(memory.Count, Is.LessThanOrEqualTo(PlanMemory.Max));
        Assert.That(memory.Of("k0"), Is.Not.Null, "it is seen all the time");
        Assert.That(memory.Of("k1"), Is.Null);
    }

    [Test]
    public void Two_texts_of_one_statement_may_have_a_plan_each_and_neither_changes()
    {
        var sightings = new Sightings(_ => []);

        var first = sightings.See(1, 0, 10, [], Now);
        var second = sightings.See(1, 0, 20, [], Now);
        var later = Enumerable.Range(1, 5).SelectMany(i => new[]
        {
            sightings.See(1, 10, 10, [], Now.AddSeconds(i)), sightings.See(1, 20, 20, [], Now.AddSeconds(i)),
        }).ToArray();

        Assert.That((first, second), Is.EqualTo(((long?)0, (long?)0)));
        Assert.That(later, Has.All.Null);
        Assert.That(sightings.Changed.Select(one => one.Seen), Is.EqualTo(new[] { 6, 6 }));
    }

    [Test]
    public void A_plan_that_comes_back_begins_a_new_time()
    {
        var sightings = new Sightings(_ => []);
        sightings.See(1, 0, 10, [], Now);

        var there = sightings.See(1, 10, 20, [], Now);
        var back = sightings.See(1, 20, 10, [], Now);

        Assert.That((there, back), Is.EqualTo(((long?)10, (long?)20)));
        Assert.That(sightings.Changed, Has.Count.EqualTo(3));
    }
}

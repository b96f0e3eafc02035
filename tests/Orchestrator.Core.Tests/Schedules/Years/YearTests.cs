namespace Orchestrator.Core.Tests.Schedules.Years;

internal sealed class YearTests
{
    // With a day that one of the zones left out, with one whose zone changed for good, and an ordinary one.
    private static readonly int[] Years = [2026, 2011, 2018];

    [Test]
    public void No_firing_is_lost_and_none_is_carried_out_twice() => Live(TestSeed.Value, 30);

    [Test]
    [Category("Full")]
    public void No_firing_of_three_thousand_years_is_lost_or_carried_out_twice() => Live(TestSeed.Value, 3000);

    private static void Live(int first, int count)
    {
        var (fired, passedOver, atChanges) = (0, 0, 0);
        for (var seed = first; seed < first + count; seed++)
        {
            var world = new World(new Random(seed), new Machine(), Years[seed % Years.Length]);
            try
            {
                world.Live();
            }
            catch (WrongFiringException wrong)
            {
                Assert.Fail($"seed {seed}: {wrong.Message}");
            }

            fired += world.Accounts.Fired;
            passedOver += world.Accounts.PassedOver;
            atChanges += world.Accounts.AtChanges;
        }

        TestContext.Out.WriteLine($"{count} years: {fired:N0} carried out, {passedOver:N0} passed over, {atChanges:N0} "
            + "of them where clocks were changed");
        Assert.That(Math.Min(atChanges, Math.Min(fired, passedOver)), Is.Positive);
    }
}

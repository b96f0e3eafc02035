namespace Orchestrator.Core.Tests;

/// <summary>Which turns a selection means.</summary>
internal sealed class TurnSelectionTests
{
    [TestCase("DE", "DE", true)]
    [TestCase("DE", "DEU", false)]
    [TestCase("D?", "DE", true)]
    [TestCase("DE", "DE,1", true)]
    [TestCase("DE,1", "DE", true)]
    [TestCase("DE,1", "DE,11", false)]
    [TestCase("DE,1", "FR", false)]
    [TestCase("*,1", "FR,1", true)]
    [TestCase("*,1", "FR", true)]
    [TestCase("*,1", "FR,2", false)]
    [TestCase("D?,1", "DE", true)]
    [TestCase("D?,1", "FR", false)]
    [TestCase("D?,1", "DE,2", false)]
    [TestCase("D*", "FR", false)]
    [TestCase("", "", true)]
    [TestCase("", "DE", false)]
    public void A_key_means_a_turn_and_what_stands_in_it_or_around_it(string meant, string keys, bool isMeant) =>
        Assert.That(TurnSelection.IsAmong([meant], keys), Is.EqualTo(isMeant));

    [Test]
    public void Turns_that_are_looked_up_are_those_that_each_key_means()
    {
        string[] parts = ["", "D", "DE", "D?", "*", "1"];
        for (var seed = TestSeed.First; seed < TestSeed.First + 300; seed++)
        {
            var random = new Random(seed);
            string Key(int most) =>
                string.Join(',', Enumerable.Range(0, 1 + random.Next(3)).Select(_ => parts[random.Next(most)]));
            string[] meant = [.. Enumerable.Range(0, random.Next(6)).Select(_ => Key(parts.Length))];
            var turns = new MeantTurns(meant);
            foreach (var keys in Enumerable.Range(0, 40).Select(_ => Key(3)))
            {
                Assert.That(turns.IsAmong(keys), Is.EqualTo(TurnSelection.IsAmong(meant, keys)),
                    $"ORCHESTRATOR_TEST_SEED={seed}: {string.Join(' ', meant)} of '{keys}'");
            }
        }
    }

    [TestCase("P/x", "DE")]
    [TestCase("P/x[1]", "DE,2")]
    [TestCase("P/x]]", "DE")]
    [TestCase("P/x", "")]
    [TestCase("P/x[]", "%N#2")]
    public void The_keys_of_a_name_are_those_with_which_it_was_made(string template, string keys) =>
        Assert.That(LoopTemplates.KeysIn(template, LoopTemplates.NameIn(template, keys)), Is.EqualTo(keys));
}

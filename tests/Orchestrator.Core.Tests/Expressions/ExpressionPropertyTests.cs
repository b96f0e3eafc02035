using Orchestrator.Core.Expressions;

namespace Orchestrator.Core.Tests.Expressions;

/// <summary>Expressions of seeds against rules that know nothing of the product's.</summary>
internal sealed class ExpressionPropertyTests
{
    private static readonly string[] Pieces =
    [
        "a", "b", "t", "7", "1.5", "'x'", "''", "true", "null", "and", "or", "not", "is", "(", ")", ",", "+", "-", "*",
        "/", "%", "||", "=", "<>", "<=", "${var:a}", "${run:x}", "if(", "coalesce(", "year(", "text(", "number(", "'",
        "$", "{", "}", ".", "é", "1e400", "addDays(", "replace(", ";", "\0",
    ];

    [Test]
    public void Random_expressions_come_to_what_other_rules_say()
    {
        var (compared, faults, nulls) = (0, 0, 0);
        for (var seed = TestSeed.First; seed < TestSeed.First + 20_000; seed++)
        {
            var random = new RandomExpressions(seed);
            var sample = random.Any();
            if (sample.Text.Length > Expression.LengthMax)
            {
                continue;
            }

            var read = random.Values.Read(sample.Text);
            var result = random.Values.Evaluate(read);

            var isFault = ReferenceEquals(sample.Value, Sample.Fault);
            var expected = isFault || sample.Value is null ? null : Sample.Shown(sample.Value);
            Assert.That((read.Kind, result.Fault is not null, result.Text),
                Is.EqualTo((sample.Kind, isFault, expected)), $"ORCHESTRATOR_TEST_SEED={seed}: {sample.Text}");
            compared++;
            faults += isFault ? 1 : 0;
            nulls += sample.Value is null ? 1 : 0;
        }

        // Else the rules would hold for nothing.
        Assert.That((compared > 10_000, faults > 300, nulls > 1_000), Is.EqualTo((true, true, true)),
            $"{compared} compared, {faults} faults, {nulls} NULL");
    }

    [Test]
    public void Whatever_is_written_is_refused_with_a_place_in_it_or_comes_to_something()
    {
        var taken = 0;
        for (var seed = TestSeed.First; seed < TestSeed.First + 50_000; seed++)
        {
            var random = new Random(seed);
            var text = string.Join(random.Next(2) == 0 ? " " : "", Enumerable.Range(0, random.Next(1, 9))
                .Select(_ => Pieces[random.Next(Pieces.Length)]));
            var values = new KnownValues().With("a", "int", "3").With("b", "bit", null).With("t", "nvarchar(9)", "x");
            try
            {
                var result = values.Evaluate(values.Read(text));

                Assert.That(result.Fault?.Place ?? 0, Is.InRange(0, text.Length - 1), text);
                taken++;
            }
            catch (ExpressionException wrong)
            {
                Assert.That(wrong.Place, Is.InRange(0, text.Length), text);
                Assert.That(wrong.Message, Is.Not.Empty, text);
            }
        }

        Assert.That(taken, Is.GreaterThan(500));
    }
}

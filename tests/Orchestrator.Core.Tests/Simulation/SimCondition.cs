using Orchestrator.Core.Tests.Expressions;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// A condition with rules of the tests' own for what it comes to: true, false, null for unknown, or <see
/// cref="Sample.Fault"/>.
/// </summary>
/// <param name="Text">As the product reads it.</param>
/// <param name="Reads">What it reads, as it writes that.</param>
/// <param name="Of">What it comes to with values: decimal, text, or null.</param>
internal sealed record SimCondition(
    string Text, IReadOnlyList<string> Reads, Func<Func<string, object?>, object?> Of)
{
    private static readonly string[] Signs = ["=", "<>", "<", "<=", ">", ">="];
    private static readonly string[] Texts = ["a", "b", "", "Succeeded", "Failed"];

    /// <summary>Makes one over numbers and texts, of which there is at least one.</summary>
    public static SimCondition Make(Random random, string[] numbers, string[] texts, int depth)
    {
        switch (depth == 0 ? random.Next(2, 6) : random.Next(6))
        {
            case 0:
                var (left, right) = (Make(random, numbers, texts, depth - 1), Make(random, numbers, texts, depth - 1));
                return random.Next(2) == 0
                    ? Both(left, right, "and", SampleRules.And) : Both(left, right, "or", SampleRules.Or);
            case 1:
                var inner = Make(random, numbers, texts, depth - 1);
                return new SimCondition($"not ({inner.Text})", inner.Reads,
                    values => inner.Of(values) is bool flag ? !flag : inner.Of(values));
            case 2:
                string[] all = [.. numbers, .. texts];
                var tested = all[random.Next(all.Length)];
                return new SimCondition($"{tested} is null", [tested], values => values(tested) is null);
            case 3 when texts.Length > 0:
                var (read, wanted) = (texts[random.Next(texts.Length)], Texts[random.Next(Texts.Length)]);
                return new SimCondition($"{read} = '{wanted}'", [read],
                    values => values(read) is string text ? text == wanted : null);
            case 4 when numbers.Length > 0:
                var divisor = numbers[random.Next(numbers.Length)];
                return new SimCondition($"10 / {divisor} > 4", [divisor], values => values(divisor) switch
                {
                    decimal number => number == 0 ? Sample.Fault : (object)(10 / number > 4),
                    _ => null,
                });
            default:
                return numbers.Length > 0 ? Comparison(random, numbers[random.Next(numbers.Length)])
                    : Make(random, numbers, texts, depth);
        }
    }

    private static SimCondition Comparison(Random random, string read)
    {
        var (sign, number) = (Signs[random.Next(Signs.Length)], random.Next(0, 3));
        return new SimCondition($"{read} {sign} {number}", [read], values => values(read) is decimal value
            ? SampleRules.Compare(sign, value, (decimal)number) : null);
    }

    private static SimCondition Both(
        SimCondition left, SimCondition right, string word, Func<object?, object?, object?> of) =>
        new($"({left.Text}) {word} ({right.Text})", [.. left.Reads.Union(right.Reads)],
            values => of(left.Of(values), right.Of(values)));
}

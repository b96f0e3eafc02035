using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisExpressions;

/// <summary>What holds of every expression. ORCHESTRATOR_TEST_SEED says where the numbers begin.</summary>
internal sealed class SsisPropertyTests
{
    private static readonly int Seed =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 1;

    [Test]
    public void What_is_printed_reads_as_the_same_tree()
    {
        SsisRandomTrees trees = new(new Random(Seed));

        for (var number = 0; number < 5000; number++)
        {
            var tree = trees.Tree(number % 5);
            var text = SsisExpression.Print(tree);
            var again = SsisExpression.Parse(text);

            Assert.That(again.Fault, Is.Null, text);
            Assert.That(again.Result!.Root, Is.EqualTo(tree), text);
            Assert.That(SsisExpression.Print(again.Result.Root), Is.EqualTo(text));
        }
    }

    [Test]
    public void Tree_of_any_shape_has_a_value_or_a_fault_within_its_text()
    {
        SsisRandomTrees trees = new(new Random(Seed));
        var sandbox = SsisSandbox.With("Name = \"x\"", "[my col] = 5", "@Name = 1.5", "[DT_I4] = (DT_I4) 7");

        for (var number = 0; number < 5000; number++)
        {
            AssertWhole(sandbox, SsisExpression.Print(trees.Tree(number % 4)));
        }
    }

    [Test]
    public void Expression_whose_types_go_together_has_a_value_of_its_type_or_a_fault()
    {
        Random random = new(Seed);
        SsisRandomExpressions expressions = new(random);
        var (values, faults) = (0, 0);

        for (var number = 0; number < 5000; number++)
        {
            var text = expressions.Any((number % 4) + 1);
            var sandbox = SsisRandomRow.Make(random);
            var fault = AssertWhole(sandbox, text);
            (values, faults) = fault is null ? (values + 1, faults) : (values, faults + 1);
        }

        Assert.That(values, Is.GreaterThan(1000));
        Assert.That(faults, Is.GreaterThan(100));
    }

    [Test]
    public void Text_that_is_cut_anywhere_or_has_any_character_has_a_tree_or_a_fault_within_it()
    {
        const string Text = "LEN(\"a\\x0041\") + @[User::X] * (DT_NUMERIC,10,2) [a].[b] == 0x1F ? #12 "
            + ": #{P\\C} && 1.5E3F != .5 || \"\\n\" == NULL(DT_WSTR,5)";
        Random random = new(Seed);

        for (var at = 0; at < Text.Length; at++)
        {
            AssertRead(Text[..at]);
            AssertRead(Text[at..]);
            AssertRead(Text.Remove(at, 1));
            AssertRead(Text.Insert(at, $"{(char)random.Next(0x3000)}"));
        }
    }

    [TestCase("(", "1", ")")]
    [TestCase("-", "1", "")]
    [TestCase("!", "TRUE", "")]
    [TestCase("(DT_I4)", "1", "")]
    [TestCase("LEN(", "\"a\"", ")")]
    [TestCase("1 + ", "1", "")]
    [TestCase("TRUE ? 1 : ", "1", "")]
    [TestCase("TRUE ? ", "1", " : 1")]
    [TestCase("1 || 1 && 1 | 1 ^ 1 & 1 == 1 < 1 + 1 * (", "1", ")")]
    [TestCase("[", "a", "]")]
    public void What_is_nested_ten_thousand_times_is_refused(string before, string within, string after)
    {
        var text = string.Concat(Enumerable.Repeat(before, 10_000)) + within
            + string.Concat(Enumerable.Repeat(after, 10_000));

        var fault = SsisExpression.Parse(text).Fault;

        Assert.That(fault?.Kind, Is.EqualTo(before == "[" ? SsisFaultKind.Syntax : SsisFaultKind.TooLarge));
    }

    [Test]
    public void What_is_nested_as_deep_as_may_be_is_read_bound_evaluated_and_printed()
    {
        SsisSandbox sandbox = new();
        var sum = string.Join(" + ", Enumerable.Repeat("1", 499));
        var nested = new string('(', 190) + "1" + new string(')', 190);

        Assert.That(sandbox.Shown(sum), Is.EqualTo("499"));
        Assert.That(sandbox.Shown(nested), Is.EqualTo("1"));
        Assert.That(SsisExpression.Print(SsisExpression.Parse(sum).Result!.Root), Is.EqualTo(sum));
    }

    [Test]
    public void Text_that_would_exhaust_memory_is_a_fault()
    {
        SsisSandbox sandbox = new();

        Assert.That(sandbox.Shown("REPLICATE(\"abc\", 2147483647)"), Is.EqualTo("fault Overflow"));
        Assert.That(sandbox.Shown("REPLACE(REPLICATE(\"a\",999999),\"a\",\"bb\")"), Is.EqualTo("fault Overflow"));
        Assert.That(SsisExpression.Parse(new string(' ', 1_000_001)).Fault!.Kind, Is.EqualTo(SsisFaultKind.TooLarge));
    }

    private static SsisFault? AssertWhole(SsisSandbox sandbox, string text)
    {
        var (value, fault) = sandbox.Evaluate(text);

        Assert.That(value is null, Is.EqualTo(fault is not null), text);
        AssertWithin(fault, text);
        if (value is not null)
        {
            Assert.That(value.Type, Is.EqualTo(sandbox.Bind(text).Result!.Type), text);
            Assert.That(value.Content, Is.Null.Or.TypeOf(SsisValue.ClassOf(value.Type.Kind)), text);
        }

        return fault;
    }

    private static void AssertRead(string text) => AssertWithin(SsisExpression.Parse(text).Fault, text);

    private static void AssertWithin(SsisFault? fault, string text)
    {
        if (fault is not null)
        {
            Assert.That(fault.Place.Offset, Is.InRange(0, text.Length), text);
            Assert.That(fault.Place.Offset + fault.Place.Length, Is.InRange(0, text.Length), text);
        }
    }
}

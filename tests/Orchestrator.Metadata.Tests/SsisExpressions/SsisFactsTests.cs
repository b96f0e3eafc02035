using System.Globalization;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisExpressions;

internal sealed class SsisFactsTests
{
    private const string TypeSign = " : DT_";

    [TestCaseSource(typeof(SsisFact), nameof(SsisFact.All))]
    public void What_the_reference_says_is_so(SsisFact fact)
    {
        var sandbox = SsisSandbox.With([.. fact.Lets]);
        var at = fact.Expected.LastIndexOf(TypeSign, StringComparison.Ordinal);
        var (expected, type) = at < 0 ? (fact.Expected, "") : (fact.Expected[..at], fact.Expected[(at + 3)..]);

        if (expected.StartsWith('~'))
        {
            AssertNear(sandbox.Result(fact.Expression), expected[1..]);
        }
        else
        {
            Assert.That(sandbox.Shown(fact.Expression), Is.EqualTo(Canonical(expected)));
        }

        if (type.Length > 0)
        {
            var found = sandbox.Result(fact.Expression).Type.ToString();
            Assert.That(type.Contains(',', StringComparison.Ordinal) ? found : found.Split(',')[0], Is.EqualTo(type));
        }
    }

    [Test]
    public void There_are_at_least_300_facts_of_all_pages()
    {
        Assert.That(SsisFact.All, Has.Count.GreaterThanOrEqualTo(300));
        Assert.That(SsisFact.All.Select(fact => fact.Page).Distinct().Count(), Is.GreaterThanOrEqualTo(60));
    }

    [Test]
    public void No_fact_stands_twice_on_a_page() => Assert.That(
        SsisFact.All.Select(fact => $"{fact.Page} {string.Join(';', fact.Lets)} {fact.Expression}"), Is.Unique);

    private static void AssertNear(SsisValue value, string expected)
    {
        var number = Convert.ToDouble(value.Content, CultureInfo.InvariantCulture);
        var share = value.Type.Kind == SsisKind.R4 ? 1e-6 : 1e-12;
        var wanted = double.Parse(expected, CultureInfo.InvariantCulture);
        Assert.That(number, Is.EqualTo(wanted).Within(Math.Abs(wanted * share)));
    }

    // A text may be written with escapes that we would not write.
    private static string Canonical(string expected) => expected.StartsWith('"')
        && SsisExpression.Parse(expected).Result?.Root is SsisLiteralNode { Value.Content: string text }
            ? SsisStringLiteral.Write(text) : expected;
}

using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows.Dialects;

namespace Orchestrator.Metadata.Tests.SsisGeneration;

/// <summary>What a statement says where it ends by a condition of ours.</summary>
internal sealed class FaultTextTests
{
    [TestCase("", "the text is no date")]
    [TestCase("Make, SaleDate", "Make, SaleDate: the text is no date")]
    [TestCase("It's */ [${var:A}] @B;", "It_s __ ___var_A__ _B_: the text is no date")]
    public void It_names_the_place_by_characters_that_end_neither_a_literal_nor_a_comment(string place, string text) =>
        Assert.That(FaultText.Of(place, "the text is no date"), Is.EqualTo(text));

    [TestCase(SsisSqlDialect.SqlServer)]
    [TestCase(SsisSqlDialect.PostgreSql)]
    [TestCase(SsisSqlDialect.Sqlite)]
    [TestCase(SsisSqlDialect.MariaDb)]
    public void What_stops_a_statement_has_the_component_in_each_dialect(SsisSqlDialect dialect) =>
        Assert.That(new FlowDialect(dialect).Fail("Names", "no match"), Does.Contain("Names: no match"));

    [Test]
    public void What_fails_in_an_expression_has_the_column()
    {
        var made = SsisSqlText.Of(SsisElements.Bound("(DT_I4)Name"), SsisSqlDialect.PostgreSql,
            SsisSqlNames.Same(SsisSqlDialect.PostgreSql) with { Place = "Make, Number" });

        Assert.That(made.Text, Does.Contain("'Make, Number: "));
    }
}

using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>What a csv file without quotes can hold.</summary>
internal sealed class BareTextsTests
{
    [TestCase(true, 0, "a;b", false)]
    [TestCase(true, 0, "a\nb", false)]
    [TestCase(true, 0, "a\r", false)]
    [TestCase(true, 0, "a\0", false)]
    [TestCase(true, 0, "\uFEFFa", false)]
    [TestCase(true, 1, "\uFEFFa", true)]
    [TestCase(true, 0, "sep=a", true)]
    [TestCase(false, 0, "SEP=a", false)]
    [TestCase(false, 1, "sep=a", true)]
    [TestCase(true, 0, "\"a\", it's", true)]
    [TestCase(true, 0, "", true)]
    public void Csv_without_quotes_keeps_what_nothing_cuts(bool hasHeader, int place, string text, bool keeps)
    {
        var format = new TextFormat { Field = ";", HasHeader = hasHeader, Quote = "" };
        var rule = new FileRules(format).LimitsAt(new RowColumn("a", GuardType.Text), place, 2).Texts!;

        Assert.That(rule.Keeps(Encoding.UTF8.GetBytes(text)), Is.EqualTo(keeps));
        Assert.That(rule.Keeps(rule.Repaired(Encoding.UTF8.GetBytes(text))), Is.True);
    }

    [TestCase("a;b", "separated")]
    [TestCase("a|b", "separated")]
    [TestCase("a\nb", "line end")]
    [TestCase("\"a\"", null)]
    public void A_name_that_only_quotes_could_hold_is_in_no_header_without_them(string name, string? why)
    {
        var refusal = new FileRules(new TextFormat { Field = ";", Quote = "" }).ColumnRefusal(name);

        Assert.That(refusal, why is null ? Is.Null : Does.Contain(why));
        Assert.That(new FileRules(new TextFormat { Field = ";" }).ColumnRefusal(name), Is.Null);
    }

    [TestCase("7", false, "stands in numbers")]
    [TestCase("'", true, "apostrophe")]
    [TestCase("'", false, null)]
    public void A_separator_that_stands_in_values_is_none_without_quotes(string field, bool defuses, string? why) =>
        Assert.That(
            FileRules.Refusal(new TextFormat { Field = field, Quote = "", DefusesFormulas = defuses }),
            why is null ? Is.Null : Does.Contain(why));
}

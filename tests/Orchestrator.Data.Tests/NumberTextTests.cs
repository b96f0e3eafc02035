using System.Text;

namespace Orchestrator.Data.Tests;

internal sealed class NumberTextTests
{
    [TestCase("1", true)]
    [TestCase(" -1.50 ", true)]
    [TestCase("+.5", true)]
    [TestCase("5.", true)]
    [TestCase("1E+20", true)]
    [TestCase("1e-3", true)]
    [TestCase("nan", true)]
    [TestCase("-Infinity", true)]
    [TestCase("", false)]
    [TestCase(".", false)]
    [TestCase("-", false)]
    [TestCase("-NaN", false)]
    [TestCase("1.2.3", false)]
    [TestCase("1e", false)]
    [TestCase("1e1.5", false)]
    [TestCase("e5", false)]
    [TestCase("0x10", false)]
    [TestCase("1 2", false)]
    public void A_number_is_what_every_server_reads_as_one(string text, bool isNumber)
    {
        Assert.That(NumberText.IsNumber(Encoding.UTF8.GetBytes(text)), Is.EqualTo(isNumber));
    }

    [TestCase("1.2345", 3, "1.234")]
    [TestCase("1.2340", 3, "1.2340")]
    [TestCase("{1.25,2.5,3.755}", 1, "{1.2,2.5,3.7}")]
    [TestCase("-1.9", 0, "-1")]
    [TestCase("1.0", 0, "1.0")]
    [TestCase("12:00:00.1234567+00", 6, "12:00:00.123456+00")]
    [TestCase("no point", 0, "no point")]
    public void Digits_that_are_too_many_are_found_and_cut(string text, int digitsMax, string cut)
    {
        var bytes = Encoding.UTF8.GetBytes(text);

        Assert.That(NumberText.HasMoreDigits(bytes, digitsMax), Is.EqualTo(text != cut));
        Assert.That(Encoding.UTF8.GetString(NumberText.Cut(bytes, digitsMax)), Is.EqualTo(cut));
    }

    [Test]
    public void Too_many_digits_in_text_are_a_loss_of_scale_with_its_policy()
    {
        var limits = new ColumnLimits { FractionDigitsMax = 2 };
        var column = GuardHarness.Column("c", "nvarchar(max)", policy: GuardPolicy.Truncate) with { Limits = limits };
        using var harness = new GuardHarness(column);
        using var cut = harness.Check(["1.239"]);

        Assert.That(GuardHarness.Text(cut, 0, 0), Is.EqualTo("1.23"));
        using var strict = new GuardHarness(column with { OnScaleLoss = GuardPolicy.Redirect });
        using var rejected = strict.Check(["1.239"]);
        Assert.That(
            rejected.Rejected[0].Message, Is.EqualTo("has 3 digits behind the point, the column keeps 2"));
    }
}

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
    [TestCase("12345", -2, "12300")]
    [TestCase("-49", -2, "-00")]
    [TestCase("12300.5", -2, "12300")]
    [TestCase("12300.0", -2, "12300.0")]
    [TestCase("NaN", -2, "NaN")]
    [TestCase("{12300,150}", -2, "{12300,100}")]
    [TestCase("[2:3]={12300,200}", -2, "[2:3]={12300,200}")]
    [TestCase("[2:3]={12300,150}", -2, "[2:3]={12300,100}")]
    public void Digits_that_are_too_many_are_found_and_cut(string text, int digitsMax, string cut)
    {
        var bytes = Encoding.UTF8.GetBytes(text);

        Assert.That(NumberText.HasMoreDigits(bytes, digitsMax), Is.EqualTo(text != cut));
        Assert.That(Encoding.UTF8.GetString(NumberText.Cut(bytes, digitsMax)), Is.EqualTo(cut));
    }

    [TestCase("{1.2345e5}", 1)]
    [TestCase("{123E+2,1}", -2)]
    public void Of_an_array_with_an_exponent_no_digit_is_cut(string text, int digitsMax)
    {
        Assert.That(
            Encoding.UTF8.GetString(NumberText.Cut(Encoding.UTF8.GetBytes(text), digitsMax)), Is.EqualTo(text));
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

    [TestCase("12345")]
    [TestCase("12300.5")]
    public void Digits_that_are_too_many_before_the_point_are_named_as_such(string value)
    {
        var column = GuardHarness.Column("c", "nvarchar(max)", policy: GuardPolicy.Redirect) with
        {
            Limits = new ColumnLimits { FractionDigitsMax = -2 },
        };
        using var harness = new GuardHarness(column);
        using var rejected = harness.Check([value]);

        Assert.That(
            rejected.Rejected[0].Message,
            Is.EqualTo("has digits that the column would round: it keeps none behind the point, and zeros alone in the "
                + "2 places before it"));
    }

    [TestCase("1.5e-3", "0.0015")]
    [TestCase(" -12.5E+2 ", "-1250")]
    [TestCase("+1.25e1", "+12.5")]
    [TestCase(".5e0", "0.5")]
    [TestCase("5.e0", "5")]
    [TestCase("1e50", "100000000000000000000000000000000000000000000000000")]
    [TestCase("0e9", "0000000000")]
    [TestCase("1.5", "1.5")]
    [TestCase("-Infinity", "-Infinity")]
    public void An_exponent_moves_the_point_and_no_digit_is_lost(string text, string plain)
    {
        Assert.That(
            Encoding.UTF8.GetString(NumberText.Plain(Encoding.UTF8.GetBytes(text))), Is.EqualTo(plain));
    }

    [TestCase("1e-9", GuardPolicy.Redirect, "ScaleLoss")]
    [TestCase("1.2345e2", GuardPolicy.Redirect, "1.2345e2")]
    [TestCase("1.2345e1", GuardPolicy.Truncate, "12.34")]
    public void What_a_server_would_round_is_found_behind_an_exponent_too(
        string text, GuardPolicy policy, string arrived)
    {
        var limits = new ColumnLimits { FractionDigitsMax = 2, IsNumberText = true };
        var column = GuardHarness.Column("c", "nvarchar(max)", policy: policy) with { Limits = limits };
        using var harness = new GuardHarness(column);
        using var guarded = harness.Check([text]);

        Assert.That(
            guarded.Count == 1 ? GuardHarness.Text(guarded, 0, 0) : guarded.Rejected[0].Reason.ToString(),
            Is.EqualTo(arrived));
    }
}

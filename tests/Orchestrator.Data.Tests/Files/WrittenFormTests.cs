using System.Text;
using Orchestrator.Data.Files;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Tests.Files;

/// <summary>What a file in a form of its own would not give back is found before it is written.</summary>
internal sealed class WrittenFormTests
{
    private static readonly ValueForms Minutes = FormHarness.All("dd.MM.yyyy HH:mm");

    private static readonly ValueForms Short = FormHarness.All("dd.MM.yy(1950)");

    [TestCase("2026-01-31 10:30:00", "2026-01-31 10:30:00.0000000")]
    [TestCase("2026-01-31 10:30:01", "ScaleLoss")]
    [TestCase("2026-01-31 10:30:00.0000001", "ScaleLoss")]
    [TestCase("0001-01-01 00:00:00", "0001-01-01 00:00:00.0000000")]
    public void A_time_with_more_than_its_pattern_writes_is_a_loss_of_scale(string value, string arrived) =>
        Assert.That(One(Csv(Minutes), "datetime2(7)", value), Is.EqualTo(arrived));

    [Test]
    public void Where_that_is_wanted_it_is_cut_to_what_the_pattern_writes() => Assert.That(
        One(Csv(Minutes), "datetime2(7)", "2026-01-31 10:30:59.5", GuardPolicy.Truncate),
        Is.EqualTo("2026-01-31 10:30:00.0000000"));

    [TestCase("1950-01-01", "1950-01-01")]
    [TestCase("2049-12-31", "2049-12-31")]
    [TestCase("1949-12-31", "RangeLoss")]
    [TestCase("2050-01-01", "RangeLoss")]
    [TestCase("1850-01-01", "RangeLoss")]
    public void A_year_of_another_century_is_a_loss_of_range(string value, string arrived) =>
        Assert.That(One(Csv(Short), "date", value), Is.EqualTo(arrived));

    [TestCase(TextStyle.Csv, "int", "0", "0")]
    [TestCase(TextStyle.Csv, "nvarchar(9)", "0", "0")]
    [TestCase(TextStyle.Bcp, "int", "0", "RangeLoss")]
    [TestCase(TextStyle.Bcp, "int", "10", "10")]
    [TestCase(TextStyle.Bcp, "nvarchar(9)", "0", "EncodingLoss")]
    [TestCase(TextStyle.Bcp, "nvarchar(9)", "00", "00")]
    [TestCase(TextStyle.Fixed, "int", "0", "RangeLoss")]
    [TestCase(TextStyle.Fixed, "nchar(3)", "0  ", "EncodingLoss")]
    public void A_value_that_is_a_word_for_null_is_refused_where_no_quotes_keep_it_apart(
        TextStyle style, string type, string value, string arrived)
    {
        var format = new TextFormat { Style = style, Nulls = ["0"], Widths = [9], Field = "|" };

        Assert.That(One(format, type, value), Is.EqualTo(arrived));
    }

    [TestCase(12, "1234567.50")]
    [TestCase(11, "RangeLoss")]
    public void A_column_of_fixed_width_holds_the_value_in_its_form(int width, string arrived)
    {
        var format = new TextFormat { Style = TextStyle.Fixed, Widths = [width], Forms = FormHarness.German };

        Assert.That(One(format, "decimal(9,2)", "1234567.5"), Is.EqualTo(arrived));
    }

    [TestCase("int", "12345", "column C: the value '12345' is 5 characters wide in the file, its column 4. Widen the "
        + "column in `widths` of the format, or set `onRangeLoss: redirect`.")]
    [TestCase("date", "2026-01-31", "is 10 characters wide in the file, its column 4.")]
    [TestCase("decimal(9,2)", "123.45", "is 6 characters wide in the file, its column 4.")]
    [TestCase("varbinary(9)", "0A0B0C", "is 6 characters wide in the file, its column 4.")]
    [TestCase("varbinary(9)", "", "is empty, which would not read back from a column of fixed width. Correct the data")]
    [TestCase("tinyint", "300", "is no value of tinyint (0 to 255).")]
    public void A_value_wider_than_its_column_is_refused_with_both_widths(string type, string value, string message)
    {
        var format = new TextFormat { Style = TextStyle.Fixed, Widths = [4] };

        var refused = Assert.Throws<DataRefusedException>(() => One(format, type, value, GuardPolicy.Fail))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3004"));
        Assert.That(refused.Message, Does.Contain(message));
    }

    [Test]
    public void A_text_wider_than_its_column_is_refused_with_the_width_and_not_with_what_its_type_takes()
    {
        var format = new TextFormat { Style = TextStyle.Fixed, Widths = [4] };

        var refused = Assert.Throws<DataRefusedException>(
            () => One(format, "nvarchar(20)", "Annabel", GuardPolicy.Fail))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3001"));
        Assert.That(refused.Message, Does.Contain("has 7 characters, its column in the file takes 4"));
    }

    [TestCase("varchar(4)", "ä ä", "has 5 bytes, varchar(4) takes 4")]
    [TestCase("nvarchar(4)", "abcde", "has 5 characters, nvarchar(4) takes 4")]
    public void A_text_that_is_longer_than_its_type_is_told_in_what_the_type_counts(
        string type, string value, string message)
    {
        var format = new TextFormat { Style = TextStyle.Fixed, Widths = [4] };

        var refused = Assert.Throws<DataRefusedException>(() => One(format, type, value, GuardPolicy.Fail))!;

        Assert.That(refused.Message, Does.Contain(message));
    }

    [TestCase("|", true)]
    [TestCase(",", false)]
    [TestCase(",.", false)]
    [TestCase("/", false)]
    public void Bcp_needs_a_terminator_that_stands_in_no_value(string field, bool isFree)
    {
        var format = new TextFormat
        {
            Style = TextStyle.Bcp,
            Field = field,
            Forms = FormHarness.German,
            ColumnForms = new Dictionary<string, ColumnForm>
            {
                ["d"] = new() { Times = FormHarness.Times("dd/MM/yyyy") },
            },
        };

        Assert.That(FileRules.Refusal(format) is null, Is.EqualTo(isFree));
    }

    private static TextFormat Csv(ValueForms forms) => new() { Forms = forms };

    private static string? One(
        TextFormat format, string type, string value, GuardPolicy policy = GuardPolicy.Redirect)
    {
        RowColumn[] source = [new RowColumn("C", GuardType.Text)];
        var target = GuardHarness.Column("C", type, policy: policy);
        var limits = new FileRules(format).LimitsAt(new RowColumn("C", target.Type), 0, 1);
        var resources = new RunResources();
        using var pool = new RowBatchPool(resources.Memory, source);
        using var guard = new Guard(source, [target with { Limits = limits }], resources);
        var batch = pool.Rent(CancellationToken.None);
        batch.Count = 1;
        batch.Columns[0].SetBytes(0, Encoding.UTF8.GetBytes(value));
        using var guarded = guard.Check(batch);
        return guarded.Count == 1 ? GuardHarness.Text(guarded, 0, 0) : guarded.Rejected.Single().Reason.ToString();
    }
}

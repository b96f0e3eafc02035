namespace Orchestrator.Data.Tests;

/// <summary>What a platform's column holds beyond or short of its neutral type.</summary>
internal sealed class ColumnLimitsTests
{
    private static readonly ColumnLimits Characters =
        new() { LengthUnit = LengthUnit.Characters, LengthMax = 2, RefusesNul = true };

    [TestCase("€𝄞", "€𝄞")]
    [TestCase("𝄞𝄞", "𝄞𝄞")]
    [TestCase("€𝄞x", "Truncation")]
    [TestCase("a\0", "EncodingLoss")]
    public void A_length_counts_what_the_column_counts(string value, string arrived)
    {
        Assert.That(Text("nvarchar(2)", value, Characters, GuardPolicy.Redirect), Is.EqualTo(arrived));
    }

    [TestCase("€𝄞x", "€𝄞")]
    [TestCase("a\0", "a\uFFFD")]
    public void Truncating_keeps_whole_characters_and_marks_what_cannot_stand(string value, string arrived)
    {
        Assert.That(Text("nvarchar(2)", value, Characters, GuardPolicy.Truncate), Is.EqualTo(arrived));
    }

    [TestCase("a\0", 0, "holds U+0000")]
    [TestCase("Ω", 1252, "code page 1252")]
    public void What_text_cannot_hold_is_named(string value, int codePage, string named)
    {
        var limits = new ColumnLimits { RefusesNul = true, CodePage = codePage };

        Assert.That(() => Text("varchar(7)", value, limits, GuardPolicy.Fail),
            Throws.TypeOf<DataRefusedException>().With.Message.Contains(named));
    }

    [TestCase("2017-12-13 13:58:03 +00:00", "2017-12-13 13:58:03 +00:00")]
    [TestCase("2017-12-13 13:58:03 +01:00", "ScaleLoss")]
    public void An_offset_is_lost_only_as_its_policy_says(string value, string arrived)
    {
        var limits = new ColumnLimits { DropsOffset = true };

        Assert.That(Text("datetimeoffset(0)", value, limits, GuardPolicy.Redirect), Is.EqualTo(arrived));
    }

    [TestCase(false, "RangeLoss")]
    [TestCase(true, "NaN")]
    public void Not_a_number_passes_where_the_column_takes_it(bool takes, string arrived)
    {
        var limits = new ColumnLimits { TakesNonFinite = takes };

        Assert.That(Text("float", "NaN", limits, GuardPolicy.Redirect), Is.EqualTo(arrived));
        Assert.That(Pass("float", "float", limits, x => x.Doubles[0] = double.NaN), Is.EqualTo(arrived));
    }

    [TestCase(1252, "Zürich€", "Zürich€")]
    [TestCase(1252, "Zürich €", "Truncation")]
    [TestCase(1252, "Ω", "EncodingLoss")]
    [TestCase(1252, "Ａ", "EncodingLoss")]
    [TestCase(1251, "Москва", "Москва")]
    [TestCase(1251, "é", "EncodingLoss")]
    [TestCase(932, "日本x", "日本x")]
    [TestCase(932, "日本語x", "日本語x")]
    [TestCase(932, "日本語xy", "Truncation")]
    [TestCase(437, "€", "EncodingLoss")]
    public void Text_in_a_code_page_has_its_characters_and_its_bytes(int codePage, string value, string arrived)
    {
        var limits = new ColumnLimits { CodePage = codePage };

        Assert.That(Text("varchar(7)", value, limits, GuardPolicy.Redirect), Is.EqualTo(arrived));
    }

    [TestCase(1252, "aΩb", "a?b")]
    [TestCase(1252, "aéééééééb", "aéééééé")]
    [TestCase(932, "日本語語", "日本語")]
    public void Truncating_in_a_code_page_keeps_what_it_has(int codePage, string value, string arrived)
    {
        var limits = new ColumnLimits { CodePage = codePage };

        Assert.That(Text("varchar(7)", value, limits, GuardPolicy.Truncate), Is.EqualTo(arrived));
    }

    [TestCase("2026-02-28 12:00:00.003", "2026-02-28 12:00:00.003")]
    [TestCase("2026-02-28 12:00:00.997", "2026-02-28 12:00:00.997")]
    [TestCase("2026-02-28 12:00:00.001", "ScaleLoss")]
    [TestCase("2026-02-28 12:00:00.9999", "ScaleLoss")]
    public void A_time_in_steps_of_a_three_hundredth_loses_only_as_its_policy_says(string value, string arrived)
    {
        var limits = new ColumnLimits { KeepsThreeHundredths = true };
        var ticks = DateTime.Parse(value).Ticks / TimeSpan.TicksPerMillisecond * TimeSpan.TicksPerMillisecond;

        Assert.That(Text("datetime", value, limits, GuardPolicy.Redirect), Is.EqualTo(arrived));
        Assert.That(
            Pass("datetime", "datetime", limits, x => x.Int64s[0] = ticks), Is.EqualTo(arrived));
    }

    [TestCase("2026-02-28 12:00:00.001", "2026-02-28 12:00:00.000")]
    [TestCase("2026-02-28 12:00:00.9999", "2026-02-28 12:00:00.997")]
    [TestCase("2026-02-28 12:00:00.006", "2026-02-28 12:00:00.003")]
    public void Truncating_such_a_time_goes_to_the_step_before(string value, string arrived)
    {
        var limits = new ColumnLimits { KeepsThreeHundredths = true };

        Assert.That(Text("datetime", value, limits, GuardPolicy.Truncate), Is.EqualTo(arrived));
    }

    [TestCase(0, "0")]
    [TestCase(99, "RangeLoss")]
    [TestCase(1901, "1901")]
    [TestCase(2156, "RangeLoss")]
    public void A_whole_number_passes_where_the_column_keeps_it(int value, string arrived)
    {
        var limits = new ColumnLimits { Numbers = [(0, 0), (1901, 2155)] };

        Assert.That(Text("smallint", $"{value}", limits, GuardPolicy.Redirect), Is.EqualTo(arrived));
        Assert.That(Pass("smallint", "smallint", limits, x => x.Int64s[0] = value), Is.EqualTo(arrived));
    }

    [TestCase(1, "1")]
    [TestCase(-1, "RangeLoss")]
    public void A_rule_of_texts_is_asked_of_what_is_written_as_text_as_well(int value, string arrived)
    {
        var limits = new ColumnLimits { Texts = new NoSigns() };

        Assert.That(Text("nvarchar(20)", $"{value}", limits, GuardPolicy.Redirect), Is.EqualTo(arrived));
        Assert.That(Pass("bigint", "nvarchar(20)", limits, x => x.Int64s[0] = value), Is.EqualTo(arrived));
    }

    [Test]
    public void A_number_that_the_column_does_not_keep_fails_the_load_behind_a_value_that_is_redirected()
    {
        using var harness = new GuardHarness(
            GuardHarness.Column("a", "int", policy: GuardPolicy.Redirect),
            GuardHarness.Column("b", "smallint", source: 1) with
            {
                Limits = new ColumnLimits { Numbers = [(0, 0), (1901, 2155)] },
            });

        Assert.That(() => harness.Check([["x", "99"]]), Throws.TypeOf<DataRefusedException>());
    }

    [Test]
    public void Numbers_that_a_column_keeps_are_named()
    {
        var limits = new ColumnLimits { Numbers = [(0, 0), (1901, 2155)] };

        Assert.That(() => Text("smallint", "99", limits, GuardPolicy.Fail),
            Throws.TypeOf<DataRefusedException>().With.Message.Contains("(0, 1901 to 2155)"));
    }

    [Test]
    public void A_number_that_is_too_large_is_not_taken_for_infinity()
    {
        var limits = new ColumnLimits { TakesNonFinite = true };

        Assert.That(Text("float", "1e999", limits, GuardPolicy.Redirect), Is.EqualTo("RangeLoss"));
        Assert.That(Text("real", "1e300", limits, GuardPolicy.Redirect), Is.EqualTo("RangeLoss"));
    }

    [TestCase("date", true, "infinity")]
    [TestCase("date", false, "RangeLoss")]
    [TestCase("nvarchar(8)", false, "infinity")]
    [TestCase("nvarchar(7)", false, "RangeLoss")]
    [TestCase("int", true, "RangeLoss")]
    public void A_value_beyond_its_type_is_text_or_known_to_the_target_or_refused(string to, bool takes, string arrived)
    {
        var limits = new ColumnLimits { TakesNonFinite = takes };

        Assert.That(Pass("datetime2(6)", to, limits, x => x.SetBeyond(0, "infinity"u8)), Is.EqualTo(arrived));
    }

    [Test]
    public void A_value_beyond_its_type_is_not_taken_for_NULL()
    {
        var limits = new ColumnLimits { TakesNonFinite = true };

        Assert.That(
            Pass("date", "date", limits, x => x.SetBeyond(0, "-infinity"u8), nullable: false),
            Is.EqualTo("-infinity"));
    }

    private static string? Text(string type, string value, ColumnLimits limits, GuardPolicy policy)
    {
        var column = GuardHarness.Column("c", type, policy: policy) with { Limits = limits };
        using var harness = new GuardHarness(column);
        using var batch = harness.Check([value]);
        return batch.Rejected.Count > 0 ? batch.Rejected[0].Reason.ToString() : GuardHarness.Text(batch, 0, 0);
    }

    /// <summary>One value of one type through a column of another.</summary>
    private static string? Pass(
        string from, string to, ColumnLimits limits, Action<ColumnVector> set, bool nullable = true)
    {
        RowColumn[] source = [new("c", GuardHarness.Type(from))];
        var column = GuardHarness.Column("c", to, policy: GuardPolicy.Redirect, nullable: nullable);
        var resources = new RunResources();
        using var pool = new RowBatchPool(resources.Memory, source);
        using var guard = new Guard(source, [column with { Limits = limits }], resources);
        var rows = pool.RentNow();
        rows.Count = 1;
        set(rows.Columns[0]);

        using var batch = guard.Check(rows);

        return batch.Rejected.Count > 0 ? batch.Rejected[0].Reason.ToString()
            : batch.Columns[0].TryBeyond(0, out var text) ? System.Text.Encoding.ASCII.GetString(text)
            : GuardHarness.Text(batch, 0, 0);
    }

    private sealed class NoSigns : TextRule
    {
        public override RejectReason Loss => RejectReason.RangeLoss;

        public override string Refused => "has a sign";

        public override bool Keeps(ReadOnlySpan<byte> text) => !text.Contains((byte)'-');

        public override byte[] Repaired(ReadOnlySpan<byte> text) => text.ToArray();
    }
}

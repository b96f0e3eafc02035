namespace Orchestrator.Data.Tests;

internal sealed class GuardTests
{
    [TestCase("int", "2147483647", "2147483647")]
    [TestCase("int", "-2147483648", "-2147483648")]
    [TestCase("int", " 42 ", "42")]
    [TestCase("int", "12.00", "12")]
    [TestCase("int", "+7", "7")]
    [TestCase("bigint", "-9223372036854775808", "-9223372036854775808")]
    [TestCase("bit", "True", "1")]
    [TestCase("bit", "0", "0")]
    [TestCase("decimal(4,2)", "1.2300", "1.23")]
    [TestCase("decimal(4,2)", "-.5", "-0.50")]
    [TestCase("decimal(38,10)", "1234567890123456789012345678.0123456789", "1234567890123456789012345678.0123456789")]
    [TestCase("money", "922337203685477.5807", "922337203685477.5807")]
    [TestCase("money", "-922337203685477.5808", "-922337203685477.5808")]
    [TestCase("float", "1e3", "1000")]
    [TestCase("real", "0.1", "0.1")]
    [TestCase("float", "-0.0e5", "-0")]
    [TestCase("int", "1e3", "1000")]
    [TestCase("int", "2E0", "2")]
    [TestCase("int", "1.5e1", "15")]
    [TestCase("int", "-1.5E+2", "-150")]
    [TestCase("int", "12000e-3", "12")]
    [TestCase("int", "0e0", "0")]
    [TestCase("int", "0e99999999999999999999", "0")]
    [TestCase("bigint", "9.223372036854775807E18", "9223372036854775807")]
    [TestCase("bit", "1e0", "1")]
    [TestCase("bit", "10.0E-1", "1")]
    [TestCase("bit", "0e5", "0")]
    [TestCase("decimal(18,8)", "8.26e-05", "0.00008260")]
    [TestCase("decimal(18,8)", "1e-8", "0.00000001")]
    [TestCase("decimal(18,8)", " +.5e1 ", "5.00000000")]
    [TestCase("decimal(38,10)", "1234567890123456789012345678.0123456789e0",
        "1234567890123456789012345678.0123456789")]
    [TestCase("decimal(38,0)", "0.00000000000000000000000000000000000001e75", "10000000000000000000000000000000000000")]
    [TestCase("decimal(38,38)", "-1e-38", "-0.00000000000000000000000000000000000001")]
    [TestCase("money", "8.26E-2", "0.0826")]
    [TestCase("date", "2008-04-30 00:00:00", "2008-04-30")]
    [TestCase("date", "20240229", "2024-02-29")]
    [TestCase("time(7)", "07:00:00.0000000", "07:00:00.0000000")]
    [TestCase("datetime", "2017-12-13 13:58:03.943", "2017-12-13 13:58:03.943")]
    [TestCase("datetime2(0)", "2017-12-13T13:58:03.000", "2017-12-13 13:58:03")]
    [TestCase("smalldatetime", "2017-12-13 13:58:00", "2017-12-13 13:58:00")]
    [TestCase("datetimeoffset(3)", "2017-12-13 13:58:03.9430000 +01:30", "2017-12-13 13:58:03.943 +01:30")]
    [TestCase("datetimeoffset(0)", "2017-12-13T13:58:03-00:30", "2017-12-13 13:58:03 -00:30")]
    [TestCase("uniqueidentifier", "{9aadcb0d-36cf-483f-84d8-585c2d4ec6e9}", "9AADCB0D-36CF-483F-84D8-585C2D4EC6E9")]
    [TestCase("varbinary(4)", "0xdeadBEEF", "DEADBEEF")]
    [TestCase("hierarchyid", "5AC0", "5AC0")]
    [TestCase("hierarchyid", "", "")]
    [TestCase("nvarchar(2)", "€𝄞", "Truncation")]
    [TestCase("nvarchar(3)", "€𝄞", "€𝄞")]
    [TestCase("varchar(3)", "€", "€")]
    [TestCase("varchar(2)", "€", "Truncation")]
    [TestCase("xml", "<a/>", "<a/>")]
    [TestCase("int", null, null)]
    public void A_value_that_fits_arrives(string type, string? value, string? arrived)
    {
        Assert.That(GuardHarness.One(type, value), Is.EqualTo(arrived));
    }

    [TestCase("int", "3000000000", "RangeLoss")]
    [TestCase("int", "12.5", "ScaleLoss")]
    [TestCase("int", "", "RangeLoss")]
    [TestCase("int", "-", "RangeLoss")]
    [TestCase("int", "1,000", "RangeLoss")]
    [TestCase("int", "1e", "RangeLoss")]
    [TestCase("int", "1e+", "RangeLoss")]
    [TestCase("int", "e3", "RangeLoss")]
    [TestCase("int", ".e3", "RangeLoss")]
    [TestCase("int", "1e2.0", "RangeLoss")]
    [TestCase("int", "1e2e3", "RangeLoss")]
    [TestCase("int", "12e-1", "ScaleLoss")]
    [TestCase("int", "3e9", "RangeLoss")]
    [TestCase("bigint", "1e19", "RangeLoss")]
    [TestCase("bit", "2e0", "RangeLoss")]
    [TestCase("bit", "5e-1", "RangeLoss")]
    [TestCase("money", "1e400", "RangeLoss")]
    [TestCase("decimal(18,8)", "1e-9", "ScaleLoss")]
    [TestCase("decimal(18,8)", "1e10", "RangeLoss")]
    [TestCase("decimal(18,8)", "1e99999999999999999999", "RangeLoss")]
    [TestCase("decimal(18,8)", "1e-99999999999999999999", "ScaleLoss")]
    [TestCase("decimal(38,10)", "1e-11", "ScaleLoss")]
    [TestCase("decimal(38,10)", "1e28", "RangeLoss")]
    [TestCase("decimal(38,38)", "1e-39", "ScaleLoss")]
    [TestCase("float", "1e400", "RangeLoss")]
    [TestCase("bigint", "9223372036854775808", "RangeLoss")]
    [TestCase("bigint", "99999999999999999999999999", "RangeLoss")]
    [TestCase("tinyint", "-1", "RangeLoss")]
    [TestCase("bit", "2", "RangeLoss")]
    [TestCase("decimal(4,2)", "12.345", "ScaleLoss")]
    [TestCase("decimal(4,2)", "123.00", "RangeLoss")]
    [TestCase("decimal(38,0)", "100000000000000000000000000000000000000", "RangeLoss")]
    [TestCase("decimal(10,2)", "NaN", "RangeLoss")]
    [TestCase("float", "Infinity", "RangeLoss")]
    [TestCase("float", "NaN", "RangeLoss")]
    [TestCase("real", "1e39", "RangeLoss")]
    [TestCase("real", "1e-46", "ScaleLoss")]
    [TestCase("float", "1e-400", "ScaleLoss")]
    [TestCase("date", "2023-02-29", "RangeLoss")]
    [TestCase("date", "2023-02-28 01:00", "ScaleLoss")]
    [TestCase("datetime", "1752-12-31", "RangeLoss")]
    [TestCase("datetime2(3)", "2017-12-13 13:58:03.9431", "ScaleLoss")]
    [TestCase("datetime2(7)", "2017-12-13 13:58:03.12345678", "ScaleLoss")]
    [TestCase("datetime2(7)", "2017-12-13 25:58:03", "RangeLoss")]
    [TestCase("datetime2(7)", "2017-12-13 13:58:03 +01:00", "RangeLoss")]
    [TestCase("time(0)", "13:58:03.5", "ScaleLoss")]
    [TestCase("datetimeoffset(7)", "2017-12-13 13:58:03", "RangeLoss")]
    [TestCase("datetimeoffset(7)", "2017-12-13 13:58:03 +15:00", "RangeLoss")]
    [TestCase("uniqueidentifier", "9aadcb0d", "RangeLoss")]
    [TestCase("varbinary(4)", "abc", "RangeLoss")]
    [TestCase("varbinary(1)", "abcd", "Truncation")]
    public void A_value_that_does_not_fit_is_rejected_with_its_reason(string type, string value, string reason)
    {
        Assert.That(GuardHarness.One(type, value), Is.EqualTo(reason));
    }

    [TestCase("nvarchar(3)", "ab𝄞", "ab")]
    [TestCase("varchar(4)", "ab€", "ab")]
    [TestCase("decimal(4,2)", "-12.349", "-12.34")]
    [TestCase("datetime2(3)", "2017-12-13 13:58:03.9439", "2017-12-13 13:58:03.943")]
    [TestCase("int", "12.9", "12")]
    [TestCase("varbinary(1)", "abcd", "AB")]
    public void Truncate_cuts_and_never_splits_a_character(string type, string value, string cut)
    {
        Assert.That(GuardHarness.One(type, value, GuardPolicy.Truncate), Is.EqualTo(cut));
    }

    [Test]
    public void Each_row_is_counted_once_whatever_its_values_do()
    {
        using var harness = new GuardHarness(
            GuardHarness.Column("Id", "int", 0, GuardPolicy.Redirect, key: 1, nullable: false),
            GuardHarness.Column("Name", "nvarchar(3)", 1, GuardPolicy.Truncate));

        using var batch = harness.Check(["1", "abcd"], ["x", "abcd"], [null, null], ["4", "abc"]);

        Assert.That(harness.Guard.Counts, Is.EqualTo(new RowCounts(4, 2, 0, 0, 0, 0, 2, 1)));
        Assert.That(harness.Guard.Counts.AddUp, Is.True);
        Assert.That(batch.Read, Is.EqualTo(4));
        Assert.That(Enumerable.Range(0, batch.Count).Select(batch.RowNumber), Is.EqualTo(new long[] { 1, 4 }));
        Assert.That(GuardHarness.Text(batch, 0, 1), Is.EqualTo("4"));
        Assert.That(GuardHarness.Text(batch, 1, 0), Is.EqualTo("abc"));
    }

    [Test]
    public void A_rejected_row_says_all_that_the_error_table_keeps()
    {
        using var harness = new GuardHarness(
            GuardHarness.Column("Id", "int", 0, key: 1),
            GuardHarness.Column("Name", "nvarchar(3)", 1, GuardPolicy.Redirect));

        using var batch = harness.Check(["1", "abc"], ["2", "too long"]);

        Assert.That(batch.Rejected.Single(), Is.EqualTo(new RejectedRow
        {
            Row = 2,
            File = "orders.csv",
            Column = "Name",
            Value = "too long",
            Shown = "too long",
            ActualSize = 8,
            AllowedSize = 3,
            Reason = RejectReason.Truncation,
            Code = "ORC3001",
            Message = "has 8 characters, nvarchar(3) takes 3",
            Key = "Id=2",
            SourceRow = "{\"Id\":\"2\",\"Name\":\"too long\"}",
        }));
    }

    [Test]
    public void Under_fail_the_first_row_at_fault_ends_the_load_and_is_named()
    {
        using var harness = new GuardHarness(
            GuardHarness.Column("Name", "nvarchar(3)", 0, GuardPolicy.Redirect),
            GuardHarness.Column("Amount", "decimal(4,2)", 1));

        var refused = Assert.Throws<DataRefusedException>(
            () => harness.Check(["abcd", "1"], ["abcd", "12.345"], ["a", "99.999"]));

        Assert.That(refused!.Message, Is.EqualTo("orders.csv, row 2, column Amount: the value '12.345' has 3 digits "
            + "behind the point, decimal(4,2) keeps 2. Give the column more scale, or set `onScaleLoss` to redirect "
            + "or truncate."));
        Assert.That(refused.Rejected.Select(x => x.Column), Is.EqualTo(new[] { "Name", "Amount" }));
        Assert.That(refused.RowsRead, Is.EqualTo(2));
        Assert.That((harness.Pool.Outstanding, harness.Guard.Outstanding), Is.EqualTo((0, 0)));
    }

    [Test]
    public void A_sensitive_value_shows_nowhere_but_in_the_value_for_the_error_table()
    {
        using var harness = new GuardHarness(
            GuardHarness.Column("Card", "nvarchar(3)", 0, GuardPolicy.Redirect, key: 1, sensitive: true));

        using var batch = harness.Check([["4111-1111"], ["4111-1111"], ["4111-2222"]]);

        var (first, second, third) = (batch.Rejected[0], batch.Rejected[1], batch.Rejected[2]);
        Assert.That((first.Value, first.Key), Is.EqualTo(("4111-1111", "Card=4111-1111")));
        Assert.That(first.Shown + first.Message, Does.Not.Contain("4111"));
        Assert.That(first.Shown, Does.StartWith("sensitive, 9 characters, #"));
        Assert.That(second.Shown, Is.EqualTo(first.Shown));
        Assert.That(third.Shown, Is.Not.EqualTo(first.Shown));
    }

    [Test]
    public void Under_fail_a_sensitive_value_is_not_in_the_message()
    {
        using var harness = new GuardHarness(GuardHarness.Column("Card", "int", sensitive: true));

        var refused = Assert.Throws<DataRefusedException>(() => harness.Check([["4111-1111"]]));

        Assert.That(refused!.Message, Does.Not.Contain("4111").And.Contain("sensitive, 9 characters"));
    }

    [TestCase(GuardPolicy.Redirect, null)]
    [TestCase(GuardPolicy.Truncate, "a\uFFFD\uFFFD\uFFFDb")]
    public void Bytes_that_are_no_text_are_lost_in_encoding(GuardPolicy policy, string? arrived)
    {
        using var harness = new GuardHarness(GuardHarness.Column("Name", "nvarchar(9)", policy: policy));

        using var batch = harness.Check([[(byte)'a', 0xED, 0xA0, 0x80, (byte)'b']]);

        Assert.That(batch.Count == 1 ? GuardHarness.Text(batch, 0, 0) : null, Is.EqualTo(arrived));
        Assert.That(batch.Rejected.Select(x => x.Value),
            Is.EqualTo(arrived is null ? new[] { "a\\xED\\xA0\\x80b" } : []));
    }

    [Test]
    public void Two_columns_from_one_source_do_not_cut_each_other()
    {
        var source = new[] { new RowColumn("A", GuardHarness.Type("nvarchar(max)")) };
        var resources = new RunResources();
        using var pool = new RowBatchPool(resources.Memory, source);
        using var guard = new Guard(source, [GuardHarness.Column("Short", "nvarchar(2)", 0, GuardPolicy.Truncate),
            GuardHarness.Column("Long", "nvarchar(9)")], resources);
        var batch = pool.Rent(CancellationToken.None);
        batch.Count = 1;
        batch.Columns[0].SetBytes(0, "abcdef"u8);

        using var target = guard.Check(batch);

        Assert.That(GuardHarness.Text(target, 0, 0), Is.EqualTo("ab"));
        Assert.That(GuardHarness.Text(target, 1, 0), Is.EqualTo("abcdef"));
    }

    [Test]
    public void Range_and_null_know_no_truncate()
    {
        var column = GuardHarness.Column("A", "int") with { OnRangeLoss = GuardPolicy.Truncate };

        Assert.That(() => new GuardHarness(column), Throws.ArgumentException);
    }
}

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>Values on their way into a flow and out of it: as they are, or a rejected row.</summary>
internal sealed class FlowValuesTests : FlowFixture
{
    [Test]
    public void Decimals_that_a_column_without_a_type_cannot_hold_are_rejected_and_never_others()
    {
        var result = Run(Redirecting(Flow("Cells", ("names", """
            ["40000000000000000000000000000","-20000000000000000000000000000","-9999999999999999999999999999",
             "0.00000000001","1.5000000000"]
            """.ReplaceLineEndings(" ")))) with { Source = null });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(rig.Query("select Id, cast(Value as text) from sales order by Id"), Is.EqualTo(new[]
        {
            "3|-9999999999999999999999999999.0000000000", "5|1.5000000000",
        }));
        Assert.That(rig.Query("select Message from err_sales order by rowid"), Is.EqualTo(new[]
        {
            "target: column Value has more than 28 digits before the point: give its column a `dataType`",
            "target: column Value has more than 28 digits before the point: give its column a `dataType`",
            "target: column Value has more than 10 digits behind the point: round it, or give its column a `dataType`",
        }));
    }

    [TestCase("decimal(38,0)", "40000000000000000000000000000")]
    [TestCase("nvarchar(40)", "40000000000000000000000000000")]
    [TestCase("decimal(38,20)", "0.00000000000000000001")]
    public void Decimals_of_a_column_with_a_type_keep_what_that_has(string type, string value)
    {
        var result = Run(Redirecting(Flow("Cells", ("names", $"[\"{value}\"]")) with
        {
            Source = null,
            Columns = [Rig.Column("Id", "int", 1), Rig.Column("Value", type)],
        }));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(rig.Query("select cast(Value as text) from sales"), Is.EqualTo(new[] { value }));
    }

    [Test]
    public void Half_a_character_is_rejected_and_not_replaced()
    {
        var result = Run(Redirecting(Flow("Cells", ("names", """["a!b","ok"]"""))) with { Source = null });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(rig.Query("select Text from sales"), Is.EqualTo(new[] { "ok" }));
        Assert.That(rig.Query("select Message from err_sales"), Has.One.EqualTo(
            "target: column Text has half a pair of surrogates, which is no character"));
    }

    [TestCase("at", "2026-01-01T10:00:00Z")]
    [TestCase("at", "2026-01-01T10:00:00+01:00")]
    [TestCase("at", "3.5")]
    [TestCase("at", "10:00")]
    [TestCase("at", "1/2/2026")]
    [TestCase("day", "2026-01-01 10:00")]
    [TestCase("day", "1/2/2026")]
    [TestCase("time", "3.5")]
    [TestCase("time", "2026-01-01 10:00")]
    [TestCase("instant", "2026-01-01 10:00")]
    [TestCase("instant", "10:00")]
    [TestCase("exact", "0.123456789012345678901234567890")]
    [TestCase("exact", "79228162514264337593543950335.4")]
    [TestCase("exact", "5-")]
    [TestCase("exact", "1e-29")]
    public void Text_that_is_no_such_value_is_a_rejected_row(string column, string value)
    {
        WriteTimes(column, value);

        var result = Run(Redirecting(Flow("Times")));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((1, 1)));
        Assert.That(rig.Query("select RowNumber, Message from err_sales").Single(),
            Does.StartWith("2|source: ").And.Contains(column).IgnoreCase.And.Not.Contains(value));
    }

    [TestCase("at", "2026-01-01T10:00:00", "2026-01-01 10:00:00.0000000")]
    [TestCase("at", "20260101", "2026-01-01 00:00:00.0000000")]
    [TestCase("day", "2026-01-01", "2026-01-01")]
    [TestCase("time", "10:00", "10:00:00.0000000")]
    [TestCase("instant", "2026-01-01 10:00+01:00", "2026-01-01 10:00:00.0000000 +01:00")]
    [TestCase("exact", "1.5e3", "1500.0000000000")]
    [TestCase("exact", "1.50000000000000000000000000000000", "1.5000000000")]
    public void Text_that_is_such_a_value_is_read_the_same_everywhere(string column, string value, string expected)
    {
        WriteTimes(column, value);

        var result = Run(Flow("Times"));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(rig.Query($"select cast({column} as text) from sales where Id = 2"),
            Is.EqualTo(new[] { expected }));
    }

    private void WriteTimes(string column, string value)
    {
        string[] columns = ["at", "day", "time", "instant", "exact"];
        rig.Write("sales.csv", $"id,{string.Join(',', columns)}\n1,,,,,\n"
            + $"2,{string.Join(',', columns.Select(each => each == column ? value : ""))}\n");
    }
}

using System.Text;

namespace Orchestrator.Data.Tests;

/// <summary>From the types that a database hands out into each declared type.</summary>
internal sealed class TypedGuardTests
{
    private static readonly string[] Targets =
    [
        "bit", "tinyint", "smallint", "int", "bigint", "decimal(9,2)", "decimal(38,4)", "money", "smallmoney", "real",
        "float", "date", "time(3)", "datetime", "datetime2(7)", "smalldatetime", "datetimeoffset(7)",
        "uniqueidentifier", "nvarchar(20)", "varchar(20)", "varbinary(8)",
    ];

    // R = RangeLoss, S = ScaleLoss, T = Truncation; one word for each of the targets.
    [TestCase("bigint", 1L,
        "1 1 1 1 1 1.00 1.0000 1.0000 1.0000 1 1 R R R R R R R 1 1 R")]
    [TestCase("bigint", -40000L,
        "R R R -40000 -40000 -40000.00 -40000.0000 -40000.0000 -40000.0000 -40000 -40000 "
        + "R R R R R R R -40000 -40000 R")]
    [TestCase("bigint", 9007199254740993L,
        "R R R R 9007199254740993 R 9007199254740993.0000 R R S S R R R R R R R 9007199254740993 9007199254740993 R")]
    [TestCase("float", 1.0,
        "1 1 1 1 1 1.00 1.0000 1.0000 1.0000 1 1 R R R R R R R 1 1 R")]
    [TestCase("float", 0.125,
        "R S S S S S 0.1250 0.1250 0.1250 0.125 0.125 R R R R R R R 0.125 0.125 R")]
    [TestCase("float", 1e17,
        "R R R R 100000000000000000 R 100000000000000000.0000 R R 1E+17 1E+17 R R R R R R R 1E+17 1E+17 R")]
    [TestCase("float", 1e-7,
        "R S S S S S S S S 1E-07 1E-07 R R R R R R R 1E-07 1E-07 R")]
    [TestCase("float", 1e39,
        "R R R R R R R R R R 1E+39 R R R R R R R 1E+39 1E+39 R")]
    [TestCase("nvarchar(max)", "2020-01-02",
        "R R R R R R R R R R R 2020-01-02 R 2020-01-02_00:00:00.000 2020-01-02_00:00:00.0000000 2020-01-02_00:00:00 "
        + "R R 2020-01-02 2020-01-02 R")]
    [TestCase("nvarchar(max)", "00FF",
        "R R R R R R R R R R R R R R R R R R 00FF 00FF 00FF")]
    [TestCase("varbinary(max)", "00FF", "R R R R R R R R R R R R R R R R R R 00FF 00FF 00FF")]
    public void A_value_arrives_whole_or_is_rejected_with_its_reason(string from, object value, string arrived)
    {
        var found = Targets.Select(to => One(from, value, to)?.Replace(' ', '_'));

        Assert.That(string.Join(' ', found), Is.EqualTo(arrived));
    }

    [TestCase("float", 1152921504606846976.0, "bigint", "1152921504606846976")]
    [TestCase("float", 9.2233720368547758E+18, "bigint", "R")]
    [TestCase("float", -9.2233720368547758E+18, "bigint", "-9223372036854775808")]
    [TestCase("float", 1e22, "decimal(38,0)", "10000000000000000000000")]
    [TestCase("float", 1e37, "decimal(38,0)", "9999999999999999538762658202121142272")]
    [TestCase("float", 1e38, "decimal(38,0)", "R")]
    [TestCase("float", -0.00000125, "decimal(9,8)", "-0.00000125")]
    [TestCase("float", 4.9406564584124654E-324, "decimal(38,38)", "S")]
    [TestCase("float", -0.0, "int", "0")]
    [TestCase("real", 100000000.0, "int", "100000000")]
    [TestCase("real", 123456792.0, "int", "123456792")]
    [TestCase("real", 0.10000000149011612, "decimal(9,2)", "0.10")]
    [TestCase("bigint", 16777216L, "real", "16777216")]
    [TestCase("bigint", 16777217L, "real", "S")]
    [TestCase("float", 16777217.0, "real", "S")]
    [TestCase("float", 0.1, "real", "0.1")]
    [TestCase("float", 0.10000000149011612, "real", "0.1")]
    [TestCase("float", 3.14159265358979, "real", "S")]
    [TestCase("nvarchar(max)", "16777217", "real", "S")]
    [TestCase("nvarchar(max)", "0.10000000149011612", "real", "0.1")]
    [TestCase("nvarchar(max)", "1.5e-45", "real", "S")]
    [TestCase("nvarchar(max)", "1e-45", "real", "1E-45")]
    [TestCase("nvarchar(max)", "9007199254740993", "float", "S")]
    [TestCase("nvarchar(max)", "0.30000000000000004", "float", "0.30000000000000004")]
    [TestCase("nvarchar(max)", "0.1000000000000000055511151231257827", "float", "0.1")]
    [TestCase("nvarchar(max)", "100000000000000000000000000000", "float", "1E+29")]
    public void Numbers_keep_each_digit_or_say_so(string from, object value, string to, string arrived)
    {
        Assert.That(One(from, value, to), Is.EqualTo(arrived));
    }

    [Test]
    public void What_real_cannot_keep_is_the_nearest_value_under_truncate()
    {
        Assert.That(One("bigint", 16777217L, "real", GuardPolicy.Truncate), Is.EqualTo("16777216"));
    }

    private static string? One(string from, object value, string to, GuardPolicy policy = GuardPolicy.Redirect)
    {
        var source = new[] { new RowColumn("C", GuardHarness.Type(from)) };
        var resources = new RunResources();
        using var pool = new RowBatchPool(resources.Memory, source);
        using var guard = new Guard(source, [GuardHarness.Column("C", to, policy: policy)], resources);
        var batch = pool.Rent(CancellationToken.None);
        batch.Count = 1;
        Set(batch.Columns[0], value);
        using var guarded = guard.Check(batch);
        return guarded.Count == 1
            ? GuardHarness.Text(guarded, 0, 0)
            : guarded.Rejected.Single().Reason.ToString()[..1];
    }

    private static void Set(ColumnVector column, object value)
    {
        switch (value)
        {
            case long whole: column.Int64s[0] = whole; break;
            case double real: column.Doubles[0] = real; break;
            default:
                var text = (string)value;
                column.SetBytes(0, column.Type.IsBinary ? Convert.FromHexString(text) : Encoding.UTF8.GetBytes(text));
                break;
        }
    }
}

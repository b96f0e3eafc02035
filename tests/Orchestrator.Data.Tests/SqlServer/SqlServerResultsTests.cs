using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>Results that SQL Server would convert before it compares them are refused, unless none is lost.</summary>
internal sealed class SqlServerResultsTests
{
    [TestCase("date", "varchar(16)")]
    [TestCase("decimal(9,2)", "nvarchar(max)")]
    [TestCase("bit", "varchar(1)")]
    [TestCase("uniqueidentifier", "varchar(40)")]
    [TestCase("time(0)", "varchar(16)")]
    [TestCase("date", "int")]
    [TestCase("int", "varbinary(8)")]
    [TestCase("real", "numeric(20,6)")]
    [TestCase("float", "bigint")]
    [TestCase("datetime", "time(7)")]
    [TestCase("datetime2(0)", "datetime")]
    [TestCase("datetimeoffset(0)", "datetime2(7)")]
    [TestCase("decimal(38,2)", "numeric(38,20)")]
    [TestCase("int", "geography")]
    [TestCase("int", null)]
    public void What_would_be_converted_with_a_loss_is_refused(string column, string? result) =>
        Assert.That(SqlServerResults.Refusal(Databases.Type(column), result), Is.Not.Null);

    [TestCase("nvarchar(9)", "datetime")]
    [TestCase("varchar(9)", null)]
    [TestCase("date", "datetime2(7)")]
    [TestCase("time(0)", "datetime")]
    [TestCase("datetime2(0)", "date")]
    [TestCase("decimal(9,2)", "numeric(20,6)")]
    [TestCase("decimal(9,2)", "float")]
    [TestCase("decimal(5,0)", "int")]
    [TestCase("int", "numeric(17,6)")]
    [TestCase("smallint", "int")]
    [TestCase("bigint", "int")]
    [TestCase("float", "int")]
    [TestCase("bit", "int")]
    [TestCase("uniqueidentifier", "uniqueidentifier")]
    [TestCase("varbinary(9)", "binary(4)")]
    public void What_is_compared_as_it_is_or_without_a_loss_is_taken(string column, string? result) =>
        Assert.That(SqlServerResults.Refusal(Databases.Type(column), result), Is.Null);

    [Test]
    public void The_refusal_tells_both_types() => Assert.That(
        SqlServerResults.Refusal(Databases.Type("date"), "varchar(16)"),
        Is.EqualTo("it is varchar(16), which becomes date before anybody could see what gets lost"));
}

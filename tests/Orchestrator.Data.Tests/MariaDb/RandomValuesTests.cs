namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>
/// Random values through guard, INSERT and back: equal to what went in, and to what the server itself writes as text.
/// </summary>
internal sealed class RandomValuesTests
{
    private static readonly RandomForm Form = new(HasNul: true, HasAnyUuid: false);

    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make() => _database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("bigint", "CAST(value AS CHAR)")]
    [TestCase("int", "CAST(value AS CHAR)")]
    [TestCase("decimal(9,2)", "CAST(value AS CHAR)")]
    [TestCase("decimal(13,5)", "CAST(value AS CHAR)")]
    [TestCase("decimal(18,7)", "CAST(value AS CHAR)")]
    [TestCase("decimal(19,4)", "CAST(value AS CHAR)")]
    [TestCase("decimal(28,13)", "CAST(value AS CHAR)")]
    [TestCase("decimal(38,0)", "CAST(value AS CHAR)")]
    [TestCase("decimal(38,19)", "CAST(value AS CHAR)")]
    [TestCase("decimal(38,30)", "CAST(value AS CHAR)")]
    [TestCase("float", "")]
    [TestCase("real", "")]
    [TestCase("date", "CAST(value AS CHAR)")]
    [TestCase("time(6)", "CAST(value AS CHAR)")]
    [TestCase("datetime2(6)", "CAST(value AS CHAR)")]
    [TestCase("datetime2(2)", "CAST(value AS CHAR)")]
    [TestCase("datetimeoffset(6)", "concat(value, ' +00:00')")]
    [TestCase("uniqueidentifier", "upper(value)")]
    [TestCase("varbinary(max)", "hex(value)")]
    [TestCase("nvarchar(20)", "value")]
    [TestCase("nvarchar(max)", "value")]
    public void Random_values_come_back_equal(string type, string asText)
    {
        using var target = _database.Open();

        RandomValues.AssertComeBack(target, type, asText, Form);
    }
}

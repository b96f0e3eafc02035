namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>
/// Random values through guard, COPY and back: equal to what went in, and to what the server itself writes as text.
/// </summary>
internal sealed class RandomValuesTests
{
    private static readonly RandomForm Form = new(HasNul: false, HasAnyUuid: true);

    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make() => _database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("bigint", "value::text")]
    [TestCase("int", "value::text")]
    [TestCase("decimal(9,2)", "value::text")]
    [TestCase("decimal(10,3)", "value::text")]
    [TestCase("decimal(13,5)", "value::text")]
    [TestCase("decimal(18,1)", "value::text")]
    [TestCase("decimal(18,7)", "value::text")]
    [TestCase("decimal(19,4)", "value::text")]
    [TestCase("decimal(28,13)", "value::text")]
    [TestCase("decimal(38,0)", "value::text")]
    [TestCase("decimal(38,19)", "value::text")]
    [TestCase("decimal(38,37)", "value::text")]
    [TestCase("float", "")]
    [TestCase("real", "")]
    [TestCase("date", "to_char(value, 'YYYY-MM-DD')")]
    [TestCase("time(6)", "to_char(value, 'HH24:MI:SS.US')")]
    [TestCase("datetime2(6)", "to_char(value, 'YYYY-MM-DD HH24:MI:SS.US')")]
    [TestCase("datetime2(2)", "to_char(value, 'YYYY-MM-DD HH24:MI:SS.FF2')")]
    [TestCase("datetimeoffset(6)", "to_char(value AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || ' +00:00'")]
    [TestCase("uniqueidentifier", "upper(value::text)")]
    [TestCase("varbinary(max)", "upper(encode(value, 'hex'))")]
    [TestCase("nvarchar(20)", "value")]
    [TestCase("nvarchar(max)", "value")]
    public void Random_values_come_back_equal(string type, string asText)
    {
        using var target = _database.Open();

        RandomValues.AssertComeBack(target, type, asText, Form);
    }
}

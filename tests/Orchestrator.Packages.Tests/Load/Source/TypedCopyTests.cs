using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Columns of a database that somebody else made, into each kind of declared type.</summary>
internal sealed class TypedCopyTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("INTEGER", "9007199254740993", "bigint", "integer 9007199254740993")]
    [TestCase("INTEGER", "42", "decimal(20,2)", "text 42.00")]
    [TestCase("INTEGER", "42", "nvarchar(2)", "text 42")]
    [TestCase("INTEGER", "256", "tinyint", null)]
    [TestCase("INTEGER", "16777217", "real", null)]
    [TestCase("INTEGER", "42", "varbinary(8)", null)]
    [TestCase("REAL", "1e17", "bigint", "integer 100000000000000000")]
    [TestCase("REAL", "1e17", "decimal(20,0)", "text 100000000000000000")]
    [TestCase("REAL", "0.00000125", "decimal(18,8)", "text 0.00000125")]
    [TestCase("REAL", "1.5", "int", null)]
    [TestCase("REAL", "1e300", "decimal(38,0)", null)]
    [TestCase("REAL", "1.5", "nvarchar(3)", "text 1.5")]
    [TestCase("REAL", "1.5", "real", "real 1.5")]
    [TestCase("TEXT", "'2020-01-02'", "date", "text 2020-01-02")]
    [TestCase("TEXT", "'007'", "int", "integer 7")]
    [TestCase("TEXT", "'007'", "nvarchar(3)", "text 007")]
    [TestCase("TEXT", "'x'", "int", null)]
    [TestCase("BLOB", "x'00FF'", "varbinary(2)", "blob 00FF")]
    [TestCase("BLOB", "x'00FF'", "nvarchar(4)", "text 00FF")]
    [TestCase("BLOB", "x'00FF'", "int", null)]
    public void A_value_is_copied_whole_or_the_load_fails(string kind, string value, string type, string? arrived)
    {
        _rig.Execute($"CREATE TABLE s (a {kind}); INSERT INTO s VALUES ({value})");

        var result = _rig.Run(Rig.Load("t", Rig.Column("a", type)) with
        {
            Source = new ObjectSource { Connection = "Db", Name = "s" },
        });

        Assert.That(result.Error?.Code, arrived is null ? Does.StartWith("ORC300") : Is.Null, result.Error?.Message);
        const string shown = "SELECT typeof(a) || ' ' || CASE typeof(a) WHEN 'blob' THEN hex(a) ELSE a END FROM t";
        Assert.That(arrived is null ? null : _rig.Query(shown).Single(), Is.EqualTo(arrived));
    }
}

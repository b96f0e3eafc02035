using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Types;

internal sealed class NarrowingTests
{
    [TestCase("int", "bigint")]
    [TestCase("int", "decimal(10,0)")]
    [TestCase("int", "float")]
    [TestCase("smallint", "real")]
    [TestCase("bit", "tinyint")]
    [TestCase("smallmoney", "money")]
    [TestCase("decimal(9,2)", "decimal(12,4)")]
    [TestCase("real", "float")]
    [TestCase("varchar(10)", "nvarchar(10)")]
    [TestCase("nvarchar(4000)", "nvarchar(max)")]
    [TestCase("nvarchar(max)", "ntext")]
    [TestCase("int", "varchar(11)")]
    [TestCase("date", "datetime2(0)")]
    [TestCase("datetime", "datetime2(3)")]
    [TestCase("smalldatetime", "datetime")]
    [TestCase("datetime2(3)", "datetimeoffset(7)")]
    [TestCase("binary(8)", "varbinary(8)")]
    [TestCase("rowversion", "binary(8)")]
    [TestCase("int", "sql_variant")]
    [TestCase("uniqueidentifier", "char(36)")]
    public void A_wider_type_holds_every_value(string from, string to)
    {
        Assert.That(Narrowing.Between(Type(from), Type(to)), Is.Empty);
    }

    [TestCase("nvarchar(100)", "nvarchar(50)", Loss.Truncation)]
    [TestCase("nvarchar(10)", "varchar(10)", Loss.Encoding)]
    [TestCase("int", "varchar(10)", Loss.Truncation)]
    [TestCase("varbinary(max)", "varbinary(8000)", Loss.Truncation)]
    [TestCase("bigint", "int", Loss.Range)]
    [TestCase("int", "decimal(9,0)", Loss.Range)]
    [TestCase("bigint", "float", Loss.Scale)]
    [TestCase("decimal(9,3)", "decimal(9,2)", Loss.Scale)]
    [TestCase("decimal(38,0)", "money", Loss.Range)]
    [TestCase("float", "real", Loss.Scale)]
    [TestCase("nvarchar(10)", "int", Loss.Range)]
    [TestCase("datetime2(7)", "datetime2(3)", Loss.Scale)]
    [TestCase("datetime2(0)", "date", Loss.Scale)]
    [TestCase("date", "smalldatetime", Loss.Range)]
    [TestCase("datetime2(3)", "datetime", Loss.Scale)]
    [TestCase("datetimeoffset(0)", "datetime2(0)", Loss.Scale)]
    [TestCase("binary(8)", "rowversion", Loss.Range)]
    [TestCase("int", "date", Loss.Range)]
    [TestCase("nvarchar(max)", "xml", Loss.Range)]
    public void A_narrower_type_names_what_may_be_lost(string from, string to, Loss loss)
    {
        var found = Narrowing.Between(Type(from), Type(to));

        Assert.That(found.Select(one => one.Loss), Does.Contain(loss));
        Assert.That(found.Select(one => one.Why), Has.None.Empty);
    }

    [Test]
    public void A_type_holds_its_own_values()
    {
        foreach (var kind in Enum.GetValues<SqlTypeKind>())
        {
            var type = new SqlType(kind, 10, 5, 2);

            Assert.That(Narrowing.Between(type, type), Is.Empty);
        }
    }

    private static SqlType Type(string text)
    {
        Assert.That(SqlType.TryParse(text, out var type, out var problem), Is.True, problem);
        return type;
    }
}

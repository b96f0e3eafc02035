using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Types;

internal sealed class SqlTypeTests
{
    [TestCase("int", "int")]
    [TestCase("INTEGER", "int")]
    [TestCase("decimal", "decimal(18,0)")]
    [TestCase("numeric(9, 2)", "decimal(9,2)")]
    [TestCase("dec(5)", "decimal(5,0)")]
    [TestCase("double   precision", "float")]
    [TestCase("float(24)", "real")]
    [TestCase("float(25)", "float")]
    [TestCase("nvarchar(MAX)", "nvarchar(max)")]
    [TestCase("national character varying(20)", "nvarchar(20)")]
    [TestCase("character varying (8000)", "varchar(8000)")]
    [TestCase("char", "char(1)")]
    [TestCase("binary varying(max)", "varbinary(max)")]
    [TestCase("datetime2", "datetime2(7)")]
    [TestCase("datetimeoffset(0)", "datetimeoffset(0)")]
    [TestCase("timestamp", "rowversion")]
    [TestCase("sysname", "nvarchar(128)")]
    [TestCase("money", "money")]
    [TestCase("sql_variant", "sql_variant")]
    public void A_type_is_read_and_written_by_its_canonical_name(string text, string canonical)
    {
        var isRead = SqlType.TryParse(text, out var type, out var problem);

        Assert.That(isRead, Is.True, problem);
        Assert.That(type.ToString(), Is.EqualTo(canonical));
    }

    [TestCase("", "missing")]
    [TestCase(null, "missing")]
    [TestCase("intt", "no data type")]
    [TestCase("int(4)", "nothing in parentheses")]
    [TestCase("varchar", "needs a length")]
    [TestCase("varchar(0)", "1 to 8000 or max")]
    [TestCase("varchar(8001)", "1 to 8000 or max")]
    [TestCase("nvarchar(4001)", "1 to 4000 or max")]
    [TestCase("nchar(max)", "1 to 4000")]
    [TestCase("varchar(10", "not closed")]
    [TestCase("varchar(10)x", "not closed")]
    [TestCase("varchar(-1)", "1 to 8000")]
    [TestCase("decimal(39)", "precision of 1 to 38")]
    [TestCase("decimal(4,5)", "scale of 0 to the precision")]
    [TestCase("decimal(4,2,1)", "precision of 1 to 38")]
    [TestCase("time(8)", "0 to 7 digits")]
    [TestCase("float(54)", "1 to 53 bits")]
    public void What_is_no_type_is_refused_with_a_reason(string? text, string reason)
    {
        var isRead = SqlType.TryParse(text, out _, out var problem);

        Assert.That(isRead, Is.False);
        Assert.That(problem, Does.Contain(reason));
    }

    [Test]
    public void Every_name_is_read_back_from_its_canonical_text()
    {
        foreach (var name in SqlType.Names)
        {
            var isRead = SqlType.TryParse(name, out var type, out _)
                || SqlType.TryParse(name + "(max)", out type, out _);

            Assert.That(isRead, Is.True, name);
            Assert.That(SqlType.TryParse(type.ToString(), out var again, out _), Is.True, name);
            Assert.That(again, Is.EqualTo(type), name);
        }
    }

    [Test]
    public void Every_kind_has_a_name()
    {
        var kinds = Enum.GetValues<SqlTypeKind>();

        Assert.That(kinds.Select(kind => new SqlType(kind, 1, 1).ToString()), Is.Unique);
    }

    [TestCase("int", 11)]
    [TestCase("bigint", 20)]
    [TestCase("decimal(4,2)", 6)]
    [TestCase("decimal(2,2)", 5)]
    [TestCase("datetime2(7)", 27)]
    [TestCase("uniqueidentifier", 36)]
    [TestCase("binary(4)", 8)]
    public void The_text_width_is_that_of_the_longest_value(string text, int width)
    {
        var isRead = SqlType.TryParse(text, out var type, out var problem);

        Assert.That(isRead, Is.True, problem);
        Assert.That(type.TextWidth, Is.EqualTo(width));
    }
}

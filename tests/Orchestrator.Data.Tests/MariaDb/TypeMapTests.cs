using Orchestrator.Core.Types;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class TypeMapTests
{
    [TestCase("bit", "bit(1)", "bit")]
    [TestCase("tinyint", "tinyint unsigned", "tinyint")]
    [TestCase("smallint", "smallint", "smallint")]
    [TestCase("int", "int", "int")]
    [TestCase("bigint", "bigint", "bigint")]
    [TestCase("decimal(38,10)", "decimal(38,10)", "decimal(38,10)")]
    [TestCase("money", "decimal(19,4)", "decimal(19,4)")]
    [TestCase("smallmoney", "decimal(10,4)", "decimal(10,4)")]
    [TestCase("real", "float", "real")]
    [TestCase("float", "double", "float")]
    [TestCase("char(10)", "varchar(10)", "nvarchar(10)")]
    [TestCase("nchar(10)", "varchar(10)", "nvarchar(10)")]
    [TestCase("varchar(8000)", "varchar(8000)", "nvarchar(max)")]
    [TestCase("nvarchar(4000)", "varchar(4000)", "nvarchar(4000)")]
    [TestCase("nvarchar(max)", "longtext", "nvarchar(max)")]
    [TestCase("text", "longtext", "nvarchar(max)")]
    [TestCase("xml", "longtext", "nvarchar(max)")]
    [TestCase("sql_variant", "longtext", "nvarchar(max)")]
    [TestCase("binary(16)", "varbinary(16)", "varbinary(16)")]
    [TestCase("varbinary(8000)", "varbinary(8000)", "varbinary(8000)")]
    [TestCase("varbinary(max)", "longblob", "varbinary(max)")]
    [TestCase("rowversion", "varbinary(8)", "varbinary(8)")]
    [TestCase("geometry", "longblob", "varbinary(max)")]
    [TestCase("date", "date", "date")]
    [TestCase("time(7)", "time(6)", "time(6)")]
    [TestCase("time(0)", "time", "time(0)")]
    [TestCase("datetime", "datetime(3)", "datetime2(3)")]
    [TestCase("smalldatetime", "datetime", "datetime2(0)")]
    [TestCase("datetime2(7)", "datetime(6)", "datetime2(6)")]
    [TestCase("datetimeoffset(7)", "datetime(6) COMMENT 'datetimeoffset'", "datetimeoffset(6)")]
    [TestCase("uniqueidentifier", "uuid", "uniqueidentifier")]
    public void A_neutral_type_is_declared_and_found_again(string neutral, string declared, string kept)
    {
        var type = TestDatabase.Type(neutral);

        Assert.That(MariaDbTypeMap.Declare(type), Is.EqualTo(declared));
        Assert.That(MariaDbTypeMap.Kept(type), Is.EqualTo(TestDatabase.Type(kept)));
        Assert.That(MariaDbTypeMap.Of(declared), Is.EqualTo(TestDatabase.Type(kept)));
    }

    [TestCase("bit(8)", "bigint")]
    [TestCase("bit(64)", "decimal(20,0)")]
    [TestCase("tinyint(1)", "smallint")]
    [TestCase("tinyint(3) unsigned", "tinyint")]
    [TestCase("smallint(5) unsigned", "int")]
    [TestCase("mediumint(9)", "int")]
    [TestCase("int(10) unsigned zerofill", "bigint")]
    [TestCase("bigint(20) unsigned", "decimal(20,0)")]
    [TestCase("decimal(65,30)", "nvarchar(max)")]
    [TestCase("decimal(10,0) unsigned", "decimal(10,0)")]
    [TestCase("float(7,2)", "nvarchar(max)")]
    [TestCase("double unsigned", "float")]
    [TestCase("char(255)", "nchar(255)")]
    [TestCase("varchar(5000)", "nvarchar(max)")]
    [TestCase("tinytext", "nvarchar(max)")]
    [TestCase("binary(16)", "binary(16)")]
    [TestCase("varbinary(20000)", "varbinary(max)")]
    [TestCase("point", "varbinary(max)")]
    [TestCase("timestamp(3)", "datetimeoffset(3)")]
    [TestCase("year(4)", "smallint")]
    [TestCase("enum('decimal(5,2)','unsigned')", "nvarchar(max)")]
    [TestCase("inet6", "nvarchar(max)")]
    public void What_a_table_declares_has_a_neutral_type(string declared, string neutral) =>
        Assert.That(MariaDbTypeMap.Of(declared), Is.EqualTo(TestDatabase.Type(neutral)));

    [Test]
    public void Every_type_is_declared_as_one_that_is_found_as_it_is_kept()
    {
        foreach (var kind in Enum.GetValues<SqlTypeKind>())
        {
            var type = new SqlType(kind, Length: kind is SqlTypeKind.Char or SqlTypeKind.VarChar or SqlTypeKind.NChar
                or SqlTypeKind.NVarChar or SqlTypeKind.Binary or SqlTypeKind.VarBinary ? 5 : 0,
                Precision: kind == SqlTypeKind.Decimal ? 9 : 0, Scale: kind == SqlTypeKind.Decimal ? 2 : 0);

            var found = MariaDbTypeMap.Of(MariaDbTypeMap.Declare(type));

            Assert.That(found, Is.EqualTo(MariaDbTypeMap.Kept(type)), $"{kind}");
        }
    }

    [Test]
    public void A_character_set_can_be_cut_off_and_read()
    {
        var declared = MariaDbTypeMap.WithCharset("varchar(5)", "latin1", "latin1_bin");

        Assert.That(declared, Is.EqualTo("varchar(5) CHARACTER SET latin1 COLLATE latin1_bin"));
        Assert.That(MariaDbTypeMap.WithoutCharset(declared), Is.EqualTo("varchar(5)"));
        Assert.That(MariaDbTypeMap.CharsetOf(declared), Is.EqualTo("latin1"));
        Assert.That(MariaDbTypeMap.CharsetOf("varchar(5)"), Is.Empty);
    }
}

using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class ColumnTests
{
    [TestCase("int(11)", null)]
    [TestCase("bigint(20)", null)]
    [TestCase("tinyint(3) unsigned", null)]
    [TestCase("bit(1)", null)]
    [TestCase("uuid", null)]
    [TestCase("double", null)]
    [TestCase("datetime(6)", null)]
    [TestCase("datetime(6) COMMENT 'datetimeoffset'", null)]
    [TestCase("longtext", null)]
    [TestCase("tinyint(1)", "tinyint(1)")]
    [TestCase("tinyint(4)", "tinyint")]
    [TestCase("int(10) unsigned", "int unsigned")]
    [TestCase("int(10) unsigned zerofill", "int(10) unsigned zerofill")]
    [TestCase("year(4)", "year")]
    [TestCase("timestamp", "timestamp")]
    [TestCase("binary(16)", "binary(16)")]
    [TestCase("mediumtext", "mediumtext")]
    [TestCase("enum('a','b')", "enum('a','b')")]
    public void A_declaration_is_kept_where_the_neutral_type_says_less(string declared, string? native)
    {
        var column = new MariaDbColumn("value", declared).ToRowColumn();

        Assert.That(column.Native?.Declaration, Is.EqualTo(native));
    }

    [TestCase(true, null)]
    [TestCase(false, "varchar(5) CHARACTER SET latin1 COLLATE latin1_bin")]
    public void A_collation_is_said_where_it_is_not_the_one_that_tables_are_made_with(bool isDefault, string? native)
    {
        var column = new MariaDbColumn("value", "varchar(5)")
        {
            Charset = "latin1",
            Collation = "latin1_bin",
            IsDefaultCollation = isDefault,
        };

        Assert.That(column.ToRowColumn().Native?.Declaration, Is.EqualTo(native));
    }
}

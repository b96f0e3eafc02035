using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class CopiesTests
{
    [TestCase("int", "int", true)]
    [TestCase("int", "bigint", true)]
    [TestCase("tinyint unsigned", "smallint", true)]
    [TestCase("bigint", "int", false)]
    [TestCase("int unsigned", "bigint", false)]
    [TestCase("decimal(10,2)", "decimal(12,4)", true)]
    [TestCase("decimal(10,4)", "decimal(12,2)", false)]
    [TestCase("datetime", "datetime(6)", true)]
    [TestCase("datetime(6)", "datetime", false)]
    [TestCase("datetime(6)", "date", false)]
    [TestCase("varchar(20)", "varchar(20)", true)]
    [TestCase("varchar(20)", "varchar(200)", true)]
    [TestCase("varchar(20)", "varchar(10)", false)]
    [TestCase("varchar(5) CHARACTER SET latin1 COLLATE latin1_bin", "varchar(5)", false)]
    [TestCase("varchar(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "varchar(5)", true)]
    [TestCase("varbinary(5)", "longblob", true)]
    [TestCase("binary(5)", "varbinary(5)", false)]
    [TestCase("enum('a','b')", "enum('a','b')", true)]
    [TestCase("enum('a','b')", "enum('b','a')", false)]
    [TestCase("uuid", "uuid", true)]
    [TestCase("bit(1)", "int", false)]
    public void One_statement_copies_what_it_could_not_change(string from, string to, bool isCopied)
    {
        var refusal = MariaDbCopies.Refusal(Column(from), Column(to));

        Assert.That(refusal is null, Is.EqualTo(isCopied), refusal);
    }

    private static RowColumn Column(string declared)
    {
        var bare = MariaDbTypeMap.WithoutCharset(declared);
        var isSaid = bare != declared;
        return new MariaDbColumn("value", bare)
        {
            Charset = isSaid ? MariaDbTypeMap.CharsetOf(declared) : "",
            Collation = isSaid ? declared[(declared.LastIndexOf(' ') + 1)..] : "",
            IsDefaultCollation = !isSaid,
        }.ToRowColumn();
    }
}

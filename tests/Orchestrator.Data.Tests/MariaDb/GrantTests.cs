using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class GrantTests
{
    private static readonly MariaDbDialect Dialect = new();

    [Test]
    public void Who_reads_is_given_tables()
    {
        Assert.That(
            Dialect.Grants("reader@%", "shop", [new Right(RightKind.Select, "", "customer")]),
            Is.EqualTo((string[])["GRANT SELECT ON `shop`.`customer` TO 'reader'@'%';"]));
    }

    [Test]
    public void Who_loads_is_given_the_database_as_work_tables_lie_in_it()
    {
        Right[] rights =
        [
            new(RightKind.Select, "", "customer"), new(RightKind.Insert, "", "customer"),
            new(RightKind.Select, "", "country"),
        ];

        Assert.That(Dialect.Grants("loader", "my_shop", rights), Is.EqualTo((string[])
        [
            "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, CREATE TEMPORARY TABLES, DROP, ALTER, INDEX, TRIGGER "
                + "ON `my\\_shop`.* TO 'loader';",
            "GRANT SELECT ON `my_shop`.`country` TO 'loader';",
        ]));
    }

    [TestCase(RightKind.CreateTable, "", "CREATE in the database")]
    [TestCase(RightKind.Delete, "ti", "DELETE on ti")]
    [TestCase(RightKind.Alter, "ti", "ALTER on ti")]
    public void A_right_without_a_schema_names_none(RightKind kind, string table, string words) =>
        Assert.That($"{new Right(kind, "", table)}", Is.EqualTo(words));

    [Test]
    public void Names_of_accounts_are_constants()
    {
        Assert.That(
            Dialect.Grants("o'x", null, [new Right(RightKind.Select, "", "a`b")]),
            Is.EqualTo((string[])["GRANT SELECT ON `a``b` TO 'o''x';"]));
    }
}

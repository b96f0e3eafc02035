using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.Tests.Shape;

/// <summary>What a list of all tables says of columns that no load writes.</summary>
internal sealed class AskedTableTests
{
    private static readonly SqlType Number = new(SqlTypeKind.Int);

    [Test]
    public void A_domain_may_fill_its_column_and_a_type_of_the_server_does_not()
    {
        var table = new CatalogTable(new TableName("public", "t"), CatalogTable.Table)
        {
            Columns =
            [
                new CatalogColumn("Plain", Number, Nullable: false),
                new CatalogColumn("Domain", Number, Nullable: false) { IsMadeThere = true },
                new CatalogColumn("Made", Number, Nullable: false) { Default = "7" },
            ],
        };

        var asked = AskedTable.Of(table, PostgreSqlRig.PlatformOf());

        Assert.That(asked.Filled(), Is.EqualTo(new[] { "Domain", "Made" }));
        Assert.That(asked.IsMadeElsewhere(), Is.True);
    }
}

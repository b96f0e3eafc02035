using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Tests.Loading;

internal sealed class DataPlaceTests
{
    [TestCase("Crm:customer", "Crm", "", "customer")]
    [TestCase("Crm:sales.customer", "Crm", "sales", "customer")]
    [TestCase("Crm: sales.customer ", "Crm", "sales", "customer")]
    [TestCase("Crm:sales.customer.old", "Crm", "sales", "customer.old")]
    [TestCase("Crm:.odd", "Crm", "", ".odd")]
    [TestCase("Crm:odd.", "Crm", "", "odd.")]
    public void A_table_has_a_connection_a_schema_and_a_name(string text, string connection, string schema, string name)
    {
        var place = DataPlace.Of(text)!;

        Assert.That((place.Connection, place.Query), Is.EqualTo((connection, (string?)null)));
        Assert.That((place.Table.Schema ?? "", place.Table.Name), Is.EqualTo((schema, name)));
    }

    [Test]
    public void A_query_stands_in_brackets_whatever_is_in_it()
    {
        var place = DataPlace.Of("Crm:(SELECT ':' AS a, (1) AS b FROM x.y)")!;

        Assert.That((place.Connection, place.Name), Is.EqualTo(("Crm", "")));
        Assert.That(place.Query, Is.EqualTo("SELECT ':' AS a, (1) AS b FROM x.y"));
    }

    [TestCase("")]
    [TestCase("customer")]
    [TestCase(":customer")]
    [TestCase("Crm:")]
    [TestCase("Crm:  ")]
    [TestCase("Crm:()")]
    [TestCase("Crm:( )")]
    public void What_names_no_rows_is_none(string text) => Assert.That(DataPlace.Of(text), Is.Null);
}

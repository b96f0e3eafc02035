using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Lookups in caches, which read here what a cache is filled of.</summary>
internal sealed class ImportedCacheTests
{
    private const string Codes = "Code:wstr(10) Name:wstr(50)";

    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("Fill", "Change", "Load", "UPDATE dbo.Code SET Name = ''", true)]
    [TestCase("Fill", "Change", "Load", "TRUNCATE TABLE dbo.Code", true)]
    [TestCase("Fill", "Change", "Load", "UPDATE dbo.Other SET Name = ''", false)]
    [TestCase("Change", "Fill", "Load", "UPDATE dbo.Code SET Name = ''", false)]
    [TestCase("Fill", "Load", "Change", "UPDATE dbo.Code SET Name = ''", false)]
    public void A_lookup_in_what_has_changed_since_its_cache_was_filled_is_left_to_a_person(
        string first, string second, string third, string statement, bool isLate)
    {
        _solution.Package("Nightly", Of(
            Filling().Task() + Sql("Change", statement, connection: "Source") + Looking().Task(),
            Arrow(first, second) + Arrow(second, third),
            connections: Both + PackageConnections.Of("Cached", "CACHE", "")));

        var made = _solution.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(_solution.Made(),
            isLate ? Does.Match("filled before '+Change'+ changed") : Does.Not.Contain("filled before"));
    }

    private static FlowXml Filling()
    {
        var flow = new FlowXml("Fill").Query("Read", "SELECT Code, Name FROM dbo.Code", Codes);
        return flow.Add("Keep", "Microsoft.Cache", "Cached",
            [
                flow.Input("Input",
                [
                    flow.Take("Read.Code", "", ("CacheColumnName", "Code")),
                    flow.Take("Read.Name", "", ("CacheColumnName", "Name")),
                ]),
            ], []).Arrow("Read", "Keep");
    }

    private static FlowXml Looking()
    {
        var flow = new FlowXml().Table("Read", "[dbo].[Sale]", "Id:i4 Code:wstr(10)");
        return flow.Add("Names", "Microsoft.Lookup", "Cached",
                [flow.Input("Input", [flow.Take("Read.Code", "", ("JoinToReferenceColumn", "Code"))])],
                [
                    flow.Output("Match", [FlowXml.Column("Name", "wstr(50)", ("CopyFromReferenceColumn", "Name"))]),
                    flow.Output("No Match", []),
                ], ("NoMatchBehavior", "1"), ("ConnectionType", "1")).Arrow("Read", "Names")
            .Into("Write", "[dbo].[Named]", "Names:Match", "Id=Read.Id Name=Names.Name");
    }
}

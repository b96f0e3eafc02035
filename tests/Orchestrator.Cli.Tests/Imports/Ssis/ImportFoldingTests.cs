using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>A statement that empties a table is a part of a load only where both always run together.</summary>
internal sealed class ImportFoldingTests
{
    private const string OneRow = "SQLTask:ResultType=\"ResultSetType_SingleRow\"";
    private const string IfNew =
        "DTS:EvalOp=\"3\" DTS:Expression=\"@[User::Count] &gt; 0\" DTS:LogicalAnd=\"True\"";

    private static readonly string Empty = Sql("Empty", "TRUNCATE TABLE dbo.Sale");
    private static readonly string Load = Flow("Load", "SELECT Id FROM dbo.Sale", "[dbo].[Sale]");
    private static readonly string Ask =
        Sql("Ask", "SELECT COUNT(*) AS N FROM dbo.New", Result("N", "User::Count"), OneRow);
    private static readonly string Together = Arrow("Empty", "Load");
    private static readonly string Counted = Variable("Count", 3, "0");

    private static readonly Dictionary<string, string> Apart = new()
    {
        ["the statement has a condition"] =
            Of(Ask + Empty + Load, Arrow("Ask", "Empty", IfNew) + Together, Counted),
        ["the load has a condition of its own"] =
            Of(Ask + Empty + Load, Arrow("Ask", "Load", IfNew) + Together, Counted),
        ["what comes before the load has a condition"] = Of(
            Ask + Empty + Sql("More", "UPDATE dbo.Other SET Id = 1") + Load,
            Arrow("Ask", "More", IfNew) + Arrow("More", "Load") + Together, Counted),
        ["the statement waits for a failure"] = Of(
            Sql("First", "DELETE FROM dbo.Other WHERE Id = 1") + Empty + Load,
            Arrow("First", "Empty", "DTS:Value=\"1\"") + Together),
        ["the load runs whether it went well or not"] =
            Of(Empty + Load, Arrow("Empty", "Load", "DTS:Value=\"2\"")),
        ["one of two is enough for the load"] = Of(
            Sql("First", "DELETE FROM dbo.Other WHERE Id = 1") + Empty + Load,
            Arrow("First", "Load", "DTS:LogicalAnd=\"False\"") + Arrow("Empty", "Load", "DTS:LogicalAnd=\"False\"")),
        ["the statement may be disabled"] = Of(
            Sql("Empty", "TRUNCATE TABLE dbo.Sale", more:
                "<DTS:PropertyExpression DTS:Name=\"Disable\">@[User::Count] == 0</DTS:PropertyExpression>") + Load,
            Together, Counted),
        ["the statement stands in a container"] = Of(
            Sequence("Before", Sql("Before\\Empty", "TRUNCATE TABLE dbo.Sale")) + Load, Arrow("Before", "Load")),
        ["somebody reads the empty table"] = Of(
            Empty + Sql("Read", "INSERT INTO dbo.Kept SELECT Id FROM dbo.Sale") + Load,
            Arrow("Empty", "Read") + Arrow("Read", "Load")),
        ["a procedure runs between"] = Of(
            Empty + Sql("Read", "EXEC dbo.Keep") + Load, Arrow("Empty", "Read") + Arrow("Read", "Load")),
        ["a statement of another connection goes into the database"] = Of(
            Empty + Sql("Read", "USE Dw; EXEC dbo.Keep", connection: "Source") + Load,
            Arrow("Empty", "Read") + Arrow("Read", "Load")),
        ["another flow reads the empty table"] = Of(
            Empty + Flow("Other", "SELECT Id FROM Dw.dbo.Sale", "[dbo].[Kept]") + Load,
            Arrow("Empty", "Other") + Arrow("Other", "Load")),
        ["the flow itself reads the empty table"] = Of(
            Empty + Flow("Load", "SELECT Id FROM Dw.dbo.Sale", "[dbo].[Sale]"), Together),
        ["the flow itself reads what a procedure of the database gives"] = Of(
            Empty + new FlowXml().Source("Read", "Microsoft.OLEDBSource", "Target", "Id:i4", ("AccessMode", "2"),
                ("SqlCommand", "EXEC dbo.NewSales")).Into("Write", "[dbo].[Sale]", "Read", "Id=Read.Id").Task(),
            Together),
    };

    private static IEnumerable<string> Names => Apart.Keys;

    [TestCaseSource(nameof(Names))]
    public void A_statement_stays_where_the_load_may_run_without_it(string name)
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", Apart[name]);

        var said = solution.Import();

        Assert.That(solution.Has("projects/Nightly/objects/Empty.yaml"), Is.True, said.Out + said.Error);
        Assert.That(solution.Text("projects/Nightly/objects/Load.yaml"), Does.Contain("pattern: Append"));
    }

    [TestCase("UPDATE dbo.Other SET Id = 1")]
    [TestCase("TRUNCATE TABLE dbo.Other")]
    [TestCase("INSERT INTO dbo.SaleLog VALUES (1)")]
    public void What_has_nothing_to_do_with_the_table_keeps_nobody_apart(string between)
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", Of(
            Empty + Sql("Other", between) + Load, Arrow("Empty", "Other") + Arrow("Other", "Load")));

        var said = solution.Import();

        Assert.That(solution.Has("projects/Nightly/objects/Empty.yaml"), Is.False, said.Out + said.Error);
        Assert.That(solution.Text("projects/Nightly/objects/Load.yaml"), Does.Contain("pattern: TruncateInsert"));
    }
}

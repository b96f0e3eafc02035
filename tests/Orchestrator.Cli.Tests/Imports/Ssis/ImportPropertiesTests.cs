using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What a run would change of a task, and nobody here asks for, is said.</summary>
internal sealed class ImportPropertiesTests
{
    private const string Forced =
        "<DTS:PropertyExpression DTS:Name=\"ForceExecutionResult\">@[User::Day]</DTS:PropertyExpression>";

    private static readonly Dictionary<string, string> Changed = new()
    {
        ["a forced result"] = Of(Sql("Work", "EXEC dbo.Work", more: Forced), "", Variable("Day", 3, "0")),
        ["the kind of its result"] = Of(
            Sql("Work", "EXEC dbo.Work", more: Forced.Replace(
                "ForceExecutionResult", "ResultSetType", StringComparison.Ordinal)),
            "", Variable("Day", 3, "0")),
    };

    private static IEnumerable<string> Names => Changed.Keys;

    [TestCaseSource(nameof(Names))]
    public void A_property_that_nobody_asks_for_is_open(string name)
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", Changed[name]);

        var said = solution.Import();

        Assert.That(solution.Has("projects/Nightly/objects/Work.yaml"), Is.True, said.Out + said.Error);
        Assert.That(solution.Text("projects/Nightly/objects/Work.yaml"), Does.Contain("code: ORC6084"));
    }

    [Test]
    public void A_connection_that_a_run_may_choose_is_open_whatever_it_is_chosen_by()
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", Of(
            Sql("Ask", "SELECT Host AS H FROM dbo.Hosts", Result("H", "User::Found"), OneRow, "Source")
                + Sql("Work", "EXEC dbo.Work"),
            Arrow("Ask", "Work"), Variable("Found", 8, ""), Given("Where", 8, "a"),
            PackageConnections.Database("Source", "Shop") + PackageConnections.Database("Target", "Dw",
                "\"Data Source=\" + (@[$Package::Where] == \"a\" ? @[User::Found] : \"db2\") "
                    + "+ \";Initial Catalog=Dw;Provider=SQLNCLI11.1;Integrated Security=SSPI;\"")));

        var said = solution.Import();

        Assert.That(solution.Has("projects/Nightly/objects/Work.yaml"), Is.True, said.Out + said.Error);
        Assert.That(solution.Text("projects/Nightly/objects/Work.yaml"), Does.Contain("code: ORC6073"));
    }
}

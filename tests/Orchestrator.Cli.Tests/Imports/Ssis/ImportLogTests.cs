using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Statements that only write a log are dropped; what something is called does not make it one.</summary>
internal sealed class ImportLogTests
{
    private const string Row = "INSERT INTO dbo.EtlLog VALUES (?, ?)";

    private static readonly string Facts =
        Parameter("0", "System::PackageName") + Parameter("1", "System::StartTime");

    private static readonly Dictionary<string, string> Kept = new()
    {
        ["a change of rows that no log added"] = Of(
            Sql("Log", "UPDATE dbo.Orders SET ProcessedAt = ?", Parameter("0", "System::StartTime"))),
        ["a procedure that is called like work"] = Of(
            Sql("Log", "EXEC dbo.ProcessOrders ?", Parameter("0", "System::PackageName"))),
        ["a procedure that is called like a log"] = Of(Sql("Log", "EXEC dbo.WriteLog ?, ?", Facts)),
        ["a row of which most is no fact of the run"] = Of(
            Sql("Log", "INSERT INTO dbo.BatchHistory VALUES (?, ?, ?)", Parameter("0", "System::StartTime")
                + Parameter("1", "User::Order") + Parameter("2", "User::Order")),
            "", Variable("Order", 3, "1")),
        ["a row that is read from tables"] = Of(
            Sql("Log", "INSERT INTO dbo.EtlLog SELECT ?, MAX(Day) FROM dbo.Sale", Parameter("0", "System::StartTime"))),
        ["a log that a flow reads"] = Of(
            Sql("Log", Row, Facts) + Flow("Load", "SELECT Id FROM Dw.dbo.EtlLog", "[dbo].[Kept]")),
        ["a log that another statement empties"] = Of(
            Sql("Log", Row, Facts) + Sql("Old", "DELETE FROM dbo.EtlLog WHERE Day < 1")),
    };

    private static IEnumerable<string> Names => Kept.Keys;

    [TestCaseSource(nameof(Names))]
    public void What_may_be_more_than_a_log_stays(string name)
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", Kept[name]);

        var said = solution.Import();

        Assert.That(solution.Has("projects/Nightly/objects/Log.yaml"), Is.True, said.Out + said.Error);
        Assert.That(solution.Text("projects/Nightly/objects/Log.yaml"), Does.Contain("dbo."));
    }

    [Test]
    public void A_log_that_another_package_reads_stays()
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", Of(Sql("Log", Row, Facts)));
        solution.Package("Other", Of(Sql("Read", "DELETE FROM dbo.Sale WHERE Day IN (SELECT Day FROM dbo.EtlLog)"))
            .Replace("\"Nightly\"", "\"Other\"", StringComparison.Ordinal));

        solution.Import();

        Assert.That(solution.Has("projects/Nightly/objects/Log.yaml"), Is.True);
    }

    [Test]
    public void A_log_is_dropped_whatever_it_is_called_and_the_assessment_says_why()
    {
        using var solution = new PackageSolution();
        solution.Package("Nightly", Of(
            Sql("Begin", "INSERT INTO dbo.Notes (Name, Began) VALUES (?, GETDATE());",
                Parameter("0", "System::PackageName"))
                + Sql("Work", "DELETE FROM dbo.Sale WHERE Day < 1")
                + Sql("End", "UPDATE dbo.Notes SET Ended = ? WHERE Name = ?",
                    Parameter("0", "System::ContainerStartTime") + Parameter("1", "System::PackageName")),
            Arrow("Begin", "Work") + Arrow("Work", "End")));

        var document = solution.Import("--assess", "-o", "json");
        solution.Import("--assess", "--page", "page.html");
        solution.Import();

        const string why = "it writes into the log dbo.Notes what the ledger keeps by itself";
        Assert.That(document.Out, Does.Contain(why));
        Assert.That(File.ReadAllText(Path.Combine(solution.Folder, "page.html")), Does.Contain(why));
        Assert.That(solution.Has("projects/Nightly/objects/Begin.yaml"), Is.False);
        Assert.That(solution.Has("projects/Nightly/objects/End.yaml"), Is.False);
        Assert.That(solution.Has("projects/Nightly/objects/Work.yaml"), Is.True);
    }
}

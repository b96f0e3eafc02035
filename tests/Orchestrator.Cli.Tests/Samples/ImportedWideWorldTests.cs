using System.Text.Json;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// Microsoft's package DailyETLMain, imported whole, against the sample that was written after it by hand. The package
/// lies in a folder that a variable names: ORCHESTRATOR_TEST_SSIS_WWI.
/// </summary>
[Category("Full")]
internal sealed class ImportedWideWorldTests
{
    private const int Tasks = 94;

    // Two moments, the dates of the year, and of 13 tables the key, the cutoff, the rows and what takes them in.
    private const int Statements = 3 + (13 * 4);

    [Test]
    public void The_package_is_imported_whole_and_validates()
    {
        using var nights = new ImportedWideWorldNights(Package());

        var assessed = nights.Call("import", "ssis", Path.Combine(Package(), "wwi-ssis"), "--assess", "-o", "json");
        var validated = nights.Call("validate");

        Assert.That(nights.Import.Exit, Is.Zero, nights.Import.Output + nights.Import.Error);
        Assert.That(validated.Exit, Is.Zero, validated.Output + validated.Error);
        using var document = JsonDocument.Parse(assessed.Output);
        Assert.That(document.RootElement.ToString(), Does.Not.Contain("ORC60"));
    }

    [TestCase(200)]
    public void Three_nights_of_the_import_leave_the_rows_of_the_sample(int orders)
    {
        using var imported = new ImportedWideWorldNights(Package());
        using var sample = new WideWorldNights();
        Assert.That(PortedStatements.In(imported.Folder), Is.EqualTo(Statements));
        imported.Move();

        for (var night = 1; night <= 3; night++)
        {
            imported.Live(orders);
            sample.Live(orders);
            var run = imported.Call("run", "-q");
            var other = sample.Call("run", "-q");

            Assert.That(run.Exit, Is.Zero, run.Output + run.Error);
            Assert.That(other.Exit, Is.Zero, other.Output + other.Error);
            Assert.That(imported.Loaded(), Is.EqualTo(sample.Loaded()), $"night {night}");
        }

        Assert.That(imported.Loaded().Count(row => row.StartsWith("fact.", StringComparison.Ordinal)),
            Is.GreaterThan(15 * orders));
    }

    private static string Package()
    {
        var folder = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SSIS_WWI");
        if (string.IsNullOrEmpty(folder))
        {
            Assert.Ignore("ORCHESTRATOR_TEST_SSIS_WWI names no folder wide-world-importers");
        }

        return folder;
    }
}

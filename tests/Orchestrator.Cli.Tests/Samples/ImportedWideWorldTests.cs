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

    // Two moments, the dates of the year, and of 13 tables the key, what empties it, the cutoff, the rows and what
    // takes them in. The cutoff is asked by a call between what empties a table and its load, and nobody knows whether
    // the call looks at the table: so the two are not folded into one.
    private const int Statements = 3 + (13 * 5);

    [Test]
    public void The_package_is_imported_whole_and_validates()
    {
        using var nights = new ImportedWideWorldNights(Package());

        var assessed = nights.Call("import", "ssis", Path.Combine(Package(), "wwi-ssis"), "--assess", "-o", "json");
        var validated = nights.Call("validate");

        Assert.That(nights.Import.Exit, Is.Zero, nights.Import.Output + nights.Import.Error);
        Assert.That(validated.Exit, Is.Zero, validated.Output + validated.Error);
        using var document = JsonDocument.Parse(assessed.Output);
        var tasks = document.RootElement.GetProperty("tasks");
        Assert.That(Number(tasks, "mapped") + Number(tasks, "folded"), Is.EqualTo(Tasks));
        Assert.That(Number(tasks, "open") + Number(document.RootElement.GetProperty("components"), "open"), Is.Zero);
    }

    [TestCase(200)]
    public void Three_nights_of_the_import_leave_the_rows_of_the_package_s_steps_with_its_slips(int orders)
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
            sample.CarryOutSteps(AsThePackage);

            Assert.That(run.Exit, Is.Zero, run.Output + run.Error);
            Assert.That(imported.Loaded(), Is.EqualTo(sample.Stepped()), $"night {night}");
        }
    }

    [TestCase(200)]
    public void Three_nights_of_the_import_without_the_package_s_slips_leave_the_rows_of_the_sample(int orders)
    {
        using var imported = new ImportedWideWorldNights(Package());
        using var sample = new WideWorldNights();
        imported.Mend();
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

    // Before purchases are staged it empties the table of orders, and the cost of stock is a whole number.
    private static string AsThePackage(string steps)
    {
        const string emptied = "DELETE FROM integration.purchase_staging;";
        const string read = "SELECT u.* FROM variable, integration.get_stock_holding_updates() AS u;";
        Assert.That(steps, Does.Contain(emptied).And.Contain(read));
        return steps.Replace(emptied, "DELETE FROM integration.order_staging;", StringComparison.Ordinal)
            .Replace(read, """
                SELECT quantity_on_hand, bin_location, last_stocktake_quantity, trunc(last_cost_price), reorder_level,
                    target_stock_level, wwi_stock_item_id
                FROM integration.get_stock_holding_updates();
                """, StringComparison.Ordinal);
    }

    private static int Number(JsonElement of, string what) => of.GetProperty(what).GetInt32();

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

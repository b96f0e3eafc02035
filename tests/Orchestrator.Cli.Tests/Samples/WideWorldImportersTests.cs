namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// Nights of the sample wwi, each from the cutoffs of the one before it, against the steps of the package that it was
/// made after.
/// </summary>
internal sealed class WideWorldImportersTests
{
    [TestCase(200)]
    [TestCase(5_000, Category = "Full")]
    public void Three_nights_leave_the_rows_of_the_package_s_steps(int orders)
    {
        using var nights = new WideWorldNights();
        var checkedOnline = nights.Call("validate", "--online");
        Assert.That(checkedOnline.Output, Does.Contain("53 objects, 0 warnings"), checkedOnline.Error);

        for (var night = 1; night <= 3; night++)
        {
            nights.Live(orders);
            var run = nights.Call("run", "-q");
            nights.CarryOutSteps();

            Assert.That(run.Exit, Is.Zero, run.Output + run.Error);
            Assert.That(nights.Loaded(), Is.EqualTo(nights.Stepped()), $"night {night}");
        }

        Assert.That(nights.Stepped().Count(row => row.StartsWith("fact.", StringComparison.Ordinal)),
            Is.GreaterThan(15 * orders));
        Assert.That(nights.Call("status", "3", "-o", "json").Output,
            Does.Contain("\"variable\": \"SaleCutoff\"").And.Contain("\"value\": \"2016-01-01 23:55:00.000000\""));
    }

    [Test]
    public void A_night_that_failed_is_retried_until_the_moment_and_with_the_keys_of_then()
    {
        const string migrate = "integration.migrate_staged_customer_data";
        using var nights = new WideWorldNights();
        nights.Live(60);
        nights.InWarehouse($"ALTER FUNCTION {migrate}(int) RENAME TO away");
        var run = nights.Call("run", "-q");
        nights.InWarehouse("ALTER FUNCTION integration.away(int) RENAME TO migrate_staged_customer_data");
        nights.InOperations("UPDATE wwi.clock SET utc_now = utc_now + interval '1 hour'");

        var retry = nights.Call("retry", "-q");

        nights.CarryOutSteps();
        Assert.That(run.Exit, Is.Not.Zero, run.Output);
        Assert.That(retry.Exit, Is.Zero, retry.Output + retry.Error);
        Assert.That(nights.Loaded(), Is.EqualTo(nights.Stepped()));
    }

    // The package has one variable for all tables, and so one table at a time.
    [Test]
    [Category("Full")]
    public void Tables_side_by_side_leave_the_same_rows()
    {
        using var nights = new WideWorldNights();
        var project = Path.Combine(nights.Folder, "projects", "Warehouse", "project.yaml");
        var levels = File.ReadLines(project).Select(line => Level(line) switch
        {
            > 80 => line.Replace($"level: {Level(line)}", "level: 30", StringComparison.Ordinal),
            > 10 => line.Replace($"level: {Level(line)}", "level: 20", StringComparison.Ordinal),
            _ => line,
        }).ToArray();
        File.WriteAllLines(project, levels);
        Assert.That(levels.Count(line => Level(line) == 20), Is.EqualTo(7));

        for (var night = 1; night <= 3; night++)
        {
            nights.Live(1_000);
            var run = nights.Call("run", "-q");
            nights.CarryOutSteps();

            Assert.That(run.Exit, Is.Zero, run.Output + run.Error);
            Assert.That(nights.Loaded(isByLoad: true).Order(StringComparer.Ordinal),
                Is.EqualTo(nights.Stepped(isByLoad: true).Order(StringComparer.Ordinal)), $"night {night}");
        }
    }

    private static int Level(string line) =>
        line.Split("level: ") is [_, var rest] ? int.Parse(rest.Split(',')[0]) : 0;
}

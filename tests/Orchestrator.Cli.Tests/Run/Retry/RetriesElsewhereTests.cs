namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>Retries in a row, each by another machine and with other flags, come to what one would have.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class RetriesElsewhereTests
{
    private static readonly (string Good, string[] Flags)[] Few =
    [
        ("", ["--max-concurrency", "1"]), ("customer", ["-s", "Early/customer"]), ("", ["--same-plan"]),
        ("invoice", ["--max-concurrency", "4", "--var", "Tenant=C"]), ("product", []),
    ];

    private static readonly (string Good, string[] Flags)[] Ten =
    [
        ("", ["--max-concurrency", "1"]), ("", ["--var", "Tenant=B"]), ("customer", ["-s", "Early/customer"]),
        ("", ["--same-plan"]), ("", ["--rerun", "-s", "Early/customer"]),
        ("invoice", ["--max-concurrency", "4", "--var", "Tenant=C"]), ("", ["--same-plan", "-s", "*/invoice"]),
        ("", ["-x", "--grace", "5s"]), ("product", ["-s", "Early/product", "--var", "Tenant=D"]), ("", []),
    ];

    [Test]
    public void A_few_retries_of_other_machines_with_other_flags_do_each_package_once() => DoEachOnce(Few, "1");

    // What was run again by its name ran twice, as did what reads it where it had run before.
    [Test]
    [Category("Full")]
    public void Ten_retries_of_other_machines_with_other_flags_do_each_package_once() => DoEachOnce(Ten, "2");

    private static void DoEachOnce((string Good, string[] Flags)[] retries, string timesOfCustomer)
    {
        RunningCommand.OnLinuxOnly();
        using var night = new RetryNight();
        night.Solution("variables: [{variable: Tenant, dataType: nvarchar(9), default: A}]");
        Array.ForEach(RetryNight.Tables, night.Bad);
        night.Call("run", "-q");

        for (var i = 0; i < retries.Length; i++)
        {
            if (retries[i].Good.Length > 0)
            {
                night.Good(retries[i].Good);
            }

            using var retry = new RunningCommand(
                night.Folder, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_HOST"] = $"machine-{i}" },
                ["retry", .. retries[i].Flags]);
            Assert.That(retry.ExitCode(), i == retries.Length - 1 ? Is.Zero : Is.Zero.Or.EqualTo(1), retry.Said);
        }

        Assert.That(night.Call("retry").Out, Does.StartWith("nothing to do: all 6 packages"));
        Assert.That(night.Ledger("select name, count(*) from nodes n join attempts a on a.run = n.run "
            + "and a.node = n.node where a.state = 'Succeeded' group by name order by name"), Is.EqualTo(new[]
            {
                $"Early/customer | {timesOfCustomer}", "Early/invoice | 1", "Early/product | 1",
                "Later/customer | 1", "Later/invoice | 1", "Later/product | 1",
            }));
        Assert.That(night.Ledger("select run from runs where run > 1 and (continues is not run - 1 "
            + "or host <> 'machine-' || (run - 2))"), Is.Empty);
        foreach (var table in RetryNight.Tables)
        {
            Assert.That(night.Ids("Staging.db", table), Is.EqualTo(new[] { "1", "2" }));
            Assert.That(night.Ids("Mart.db", table), Is.EqualTo(new[] { "1", "2" }));
        }
    }
}

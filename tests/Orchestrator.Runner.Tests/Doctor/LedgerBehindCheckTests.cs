using Orchestrator.Ledger;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Doctor.Checks;

namespace Orchestrator.Runner.Tests.Doctor;

/// <summary>Targets that know more than the ledger.</summary>
internal sealed class LedgerBehindCheckTests
{
    private static readonly string Own = $"{Facts.Own}";

    [Test]
    public void A_new_ledger_beside_targets_that_were_loaded_is_an_error_and_its_backup_is_next()
    {
        var target = Facts.Target with { Markers = [Facts.Marker(Own, 7, 90)] };

        var bare = LedgerBehindCheck.Of(Facts.Empty, [target]).Single();
        var backed = LedgerBehindCheck.Of(Facts.Empty with { Backup = "/b/copy.db" }, [target]).Single();

        Assert.That((bare.Severity, bare.Verb), Is.EqualTo((FindingSeverity.Error, "watermarks list")));
        Assert.That(bare.What, Does.Contain("the ledger is new").And.Contain("its run 7"));
        Assert.That(backed.Verb, Is.EqualTo("ledger restore /b/copy.db"));
    }

    [TestCase(10, 0)]
    [TestCase(11, 1)]
    public void A_ledger_is_behind_where_a_target_names_a_number_that_it_has_not_given(long attempt, int expected)
    {
        var target = Facts.Target with { Markers = [Facts.Marker(Own, 3, attempt), Facts.Marker("", 0, 0)] };

        var found = LedgerBehindCheck.Of(Facts.Ledger, [target]).ToArray();

        Assert.That(found, Has.Length.EqualTo(expected));
        Assert.That(found.Select(one => one.Severity), Is.All.EqualTo(FindingSeverity.Error));
    }

    [Test]
    public void Another_ledger_that_loads_as_well_is_a_warning_and_one_that_cannot_be_read_says_nothing()
    {
        var target = Facts.Target with { Markers = [Facts.Marker("other", 1, 1)] };
        var unread = Facts.Ledger with { Fault = new LedgerException(LedgerCodes.CannotOpen, "no") };

        Assert.That(LedgerBehindCheck.Of(Facts.Ledger, [target]).Single().Severity,
            Is.EqualTo(FindingSeverity.Warning));
        Assert.That(LedgerBehindCheck.Of(unread, [target]), Is.Empty);
    }

    [TestCase(89, "", true)]
    [TestCase(90, "", null)]
    [TestCase(0, "/b/copy.db", false)]
    public void What_another_ledger_has_loaded_is_taken_over_once_and_never_before_a_backup_is_put_back(
        long adopted, string backup, bool? isCurable)
    {
        var target = Facts.Target with { Markers = [Facts.Marker("other", 7, 90) with { Nodes = ["P/a", "P/b"] }] };
        var ledger = Facts.Empty with
        {
            Backup = backup,
            Adopted = new Dictionary<string, long> { ["P/a"] = 90, ["P/b"] = adopted },
        };

        var found = LedgerBehindCheck.Of(ledger, [target]).SingleOrDefault();

        bool? mayBeCured = found is null ? null : found.Cure is { Kind: CureKind.Adopt, Of: "other" };
        Assert.That(mayBeCured, Is.EqualTo(isCurable));
        Assert.That(found?.Cure?.Decides ?? "keeps the rows of 1 table", Does.Contain("keeps the rows of 1 table"));
    }
}

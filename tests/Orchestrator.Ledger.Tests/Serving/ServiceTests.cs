using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger.Tests.Serving;

internal sealed class ServiceTests(Place place) : ServingFixture(place)
{
    [Test]
    public void Services_are_told_newest_first_with_what_is_known_of_them()
    {
        using var one = Serve();
        using var other = Serve("prod");
        one.Stop();

        using var reader = Read();
        var all = reader.Services();

        Assert.That(all.Select(service => (service.Number, service.Environment, service.Stopped)), Is.EqualTo(new[]
        {
            (other.Service, "prod", (DateTimeOffset?)null), (one.Service, "default", Began),
        }));
        Assert.That((all[0].Solution, all[0].Address, all[0].Version, all[0].Started, all[0].Process), Is.EqualTo(
            ("shop", "http://127.0.0.1:5080", "1.2", Began, HolderProcess.Own)));
        Assert.That(all[0].SilentFor, Is.Not.Null.And.LessThan(Long));
        Assert.That(reader.Services("default"), Has.Count.EqualTo(1));
        Assert.That((all[0].IsDead(Long), all[0].IsDead(None), all[1].IsDead(Long)), Is.EqualTo((false, true, true)));
    }

    [Test]
    public void A_service_that_renews_is_silent_no_more()
    {
        using var service = Serve();
        ChangeService(service.Service, "renewed_at = renewed_at - 600000000");
        using var reader = Read();
        var before = reader.Services()[0].SilentFor;

        var renewed = service.Renew(Long);

        Assert.That(renewed, Is.Empty);
        Assert.That(before, Is.GreaterThan(TimeSpan.FromMinutes(9)));
        Assert.That(reader.Services()[0].SilentFor, Is.LessThan(TimeSpan.FromMinutes(9)));
    }

    [Test]
    public void Nothing_is_restored_while_a_service_is_at_work()
    {
        using var service = Serve();
        var file = Path.Combine(Folder, "backup.db");
        LedgerBackup.Make(Location, file, "user", TimeProvider.System);

        void Restore() => LedgerBackup.Restore(Location, file, TimeProvider.System);

        Assert.That(Restore, Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.RunsAtWork)
            .And.Message.Contains($"service {service.Service} is at work"));
        service.Stop();
        Assert.That(Restore, Throws.Nothing);
    }

    [Test]
    public void A_service_goes_on_after_its_connection_was_lost()
    {
        Assume.That(Place, Is.Not.EqualTo(Place.Sqlite), "a file has no sessions");
        using var service = Serve();
        Location.Platform.EndSessions(Places.Parse(Places.Text(Location)), Location.Session);

        Assert.That(service.Renew(Long), Is.Empty);
        Assert.That(service.Claim(Due()), Is.Not.Null);
    }

    [Test]
    public void The_log_of_a_file_stays_short_however_long_nothing_runs()
    {
        Assume.That(Place, Is.EqualTo(Place.Sqlite), "a server looks after its own");
        using var service = Serve();
        const int Commits = 1500;

        for (var i = 0; i < Commits; i++)
        {
            service.Record([Audit with { Detail = new string('x', 9000) }]);
        }

        Assert.That(new FileInfo(Location.File + "-wal").Length, Is.LessThan(20_000_000));
    }
}

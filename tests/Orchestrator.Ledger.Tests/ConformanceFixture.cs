using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger.Tests;

/// <summary>What a ledger does wherever it is.</summary>
[TestFixture(Place.Sqlite)]
[TestFixture(Place.PostgreSql)]
[TestFixture(Place.SqlServer)]
internal abstract class ConformanceFixture(Place place) : LedgerFixture
{
    /// <summary>A lease that is over, for <see cref="ChangeLease"/>.</summary>
    protected const string Over = "lasts_until = 1, renewed_at = 0";

    /// <summary>
    /// How long a test waits for a holder that ends: the command waits ten seconds, within which a server of a busy
    /// machine may not have noticed that somebody is gone.
    /// </summary>
    protected static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    protected Place Place => place;

    protected override LedgerLocation MakeLocation(string folder) => Places.Empty(place, folder);

    /// <summary>Takes the lock of a batch as a run does, but for how long it waits for who has it.</summary>
    protected RunLock Acquire(string batch, TimeSpan patience) =>
        new TakeOver(Location, batch, "default") { Patience = patience }.Acquire();

    /// <summary>Changes the lease of the batch behind the back of all.</summary>
    protected void ChangeLease(string what)
    {
        using var database = Location.OpenForWriting(TimeProvider.System);
        var table = Place == Place.Sqlite ? "leases" : "orchestrator.leases";
        database.BeginWriting(CancellationToken.None);
        using (var statement = database.Write($"UPDATE {table} SET {what} WHERE batch = 'Nightly'"))
        {
            statement.Run();
        }

        database.Commit();
    }
}

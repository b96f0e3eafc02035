namespace Orchestrator.Ledger.Tests;

/// <summary>What a ledger does wherever it is.</summary>
[TestFixture(Place.Sqlite)]
[TestFixture(Place.PostgreSql)]
[TestFixture(Place.SqlServer)]
internal abstract class ConformanceFixture(Place place) : LedgerFixture
{
    protected Place Place => place;

    protected override LedgerLocation MakeLocation(string folder) => Places.Empty(place, folder);
}

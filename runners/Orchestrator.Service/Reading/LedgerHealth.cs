using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;
using Orchestrator.Report;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Pages;

namespace Orchestrator.Service.Reading;

/// <summary>How the ledger stands.</summary>
internal sealed record LedgerHealth(LedgerStatus Status, IReadOnlyList<LeaseState> Leases)
{
    /// <summary>How it stands now.</summary>
    public static LedgerQuestion<LedgerModel> Now { get; } = new(
        "ledger",
        static (reader, options, _) => new LedgerModel(Of(reader, options.Ledger, options.Outside, options.Time)),
        new LedgerModel(null));

    private static LedgerHealth? Of(
        LedgerReader reader, LedgerLocation location, OutsideText outside, TimeProvider time) =>
        LedgerStatus.Of(location, time) is not { } status ? null : new LedgerHealth(
            status with { Place = outside.Line(status.Place), Backup = outside.Line(status.Backup) },
            [.. reader.Leases().Select(lease => lease with
            {
                Batch = outside.Line(lease.Batch),
                Environment = outside.Line(lease.Environment),
            })]);
}

/// <summary>What runs did to the durability of databases.</summary>
/// <param name="Scope">As the ledger has it.</param>
/// <param name="NotHardened">Packages that succeeded within it and are not known to be on disk.</param>
/// <param name="IsAtWork">Whether its run is on.</param>
internal sealed record ScopeReading(ScopeRecord Scope, int NotHardened, bool IsAtWork);

/// <summary>Reads the scopes: those that are open, and the newest.</summary>
internal sealed class ScopeReader(OutsideText outside)
{
    private const int NewestMax = 100;

    public static LedgerQuestion<IReadOnlyList<ScopeReading>> Scopes { get; } = new(
        "scopes", static (reader, options, _) => new ScopeReader(options.Outside).Of(reader), []);

    private IReadOnlyList<ScopeReading> Of(LedgerReader reader)
    {
        var atWork = reader.NotEnded().Where(run => run.Verdict is null).Select(run => run.Number).ToHashSet();
        var open = reader.OpenScopes();
        var others = reader.Scopes(limit: NewestMax).ExceptBy(open.Select(one => one.Number), one => one.Number);
        return [.. open.Concat(others).Select(scope => new ScopeReading(
            GatedFacts.Of(scope, outside.Line), reader.NotHardened(scope.Number).Count, atWork.Contains(scope.Run)))];
    }
}

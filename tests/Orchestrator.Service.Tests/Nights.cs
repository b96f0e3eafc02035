using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Tests;

/// <summary>
/// A ledger with several nights: three in which all went well, each faster than the one before, the failed one after
/// them, another batch that is well,
/// and one at work.
/// </summary>
internal sealed class Nights : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-nights-").FullName;
    private readonly List<Night> _nights = [];

    private Nights() => Location = LedgerLocation.OfSolution(_folder);

    public LedgerLocation Location { get; }

    public static Nights Several(bool isAtWork = true)
    {
        var nights = new Nights();
        EndedNights.CopyTo(nights._folder);
        if (isAtWork)
        {
            nights.Add(FailedNight.Plan with { Batch = "Weekly" }, FailedNight.Of, 0, TimeSpan.FromMinutes(12));
        }

        return nights;
    }

    /// <summary>Those of them that have ended, in a ledger of their own: the failed one is run 4.</summary>
    public static Nights Ended()
    {
        var nights = new Nights();
        for (var day = 3; day > 0; day--)
        {
            var slower = 1 + (day * day / 10.0);
            nights.Add(FailedNight.Plan, (node, attempt) => Well(node, attempt) is var well
                ? well with { Takes = well.Takes * slower } : null!, day);
        }

        nights.Add(FailedNight.Plan, FailedNight.Of, 0);
        nights.Add(FailedNight.Plan with { Batch = "Hourly" }, Well, 0);
        return nights;
    }

    public static Nights Of(Plan plan, Func<int, int, Work> work, TimeSpan? until = null, int slots = 6)
    {
        var nights = new Nights();
        nights.Add(plan, work, 0, until, slots);
        return nights;
    }

    public void Add(Plan plan, Func<int, int, Work> work, int daysBefore, TimeSpan? until = null, int slots = 6)
    {
        var (began, within) = (Night.Began.AddDays(-daysBefore), Location);
        _nights.Add(new Night(plan, work, slots, within: within, began: began, until: until));
    }

    public static Work Well(int node, int attempt) =>
        FailedNight.Of(node, attempt) with { Error = null, Warnings = [] };

    public IReadOnlyList<string> Rows(string sql) => LedgerRows.Of(Location, sql);

    /// <summary>Somebody has held a package of a run at work, whose turn it then was.</summary>
    public void Hold(long run, string package) =>
        LedgerChange.Run(Location, $"update nodes set state = 'Held' where run = {run} and name = $text", package);

    public void Dispose()
    {
        _nights.ForEach(night => night.Dispose());
        Directory.Delete(_folder, recursive: true);
    }
}

using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Cli.Serve;

/// <summary>A firing that a service has claimed, and whose run has not begun.</summary>
/// <param name="Firing">The firing.</param>
/// <param name="AtWork">How many runs of other firings its service has at work.</param>
/// <param name="Before">How many firings of its service begin before it.</param>
/// <param name="Behind">An older firing of its batch that has not ended; null = none.</param>
internal sealed record WaitingFiring(FiringRecord Firing, int AtWork, int Before, long? Behind)
{
    /// <summary>BATCH/TRIGGER, or the batch where somebody asked for it.</summary>
    public string Name => Firing.Trigger.Length == 0 ? Firing.Batch : $"{Firing.Batch}/{Firing.Trigger}";

    /// <summary>What its service waits for, as far as the ledger tells.</summary>
    public string Why => (Behind, AtWork) switch
    {
        ({ } older, _) => $"waits until firing {older} of its batch has ended",
        (null, 0) when Before == 0 => $"service {Firing.Service} has claimed it and not begun it yet",
        _ => $"waits in line, {Before} before it: service {Firing.Service} has {Words.Count(AtWork, "run")} at work, "
            + "and begins the next one as --max-runs allows",
    };

    /// <summary>All of an environment, in the order in which a service begins them.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="place">Where the trigger of a firing stands in the metadata.</param>
    public static IReadOnlyList<WaitingFiring> All(
        LedgerReader reader, string environment, Func<FiringRecord, int> place)
    {
        var open = reader.FiringsNotEnded(environment);
        var oldest = open.GroupBy(firing => (firing.Service, firing.Batch))
            .ToDictionary(ofBatch => ofBatch.Key, ofBatch => ofBatch.Min(firing => firing.Number));
        var atWork = open.Where(firing => firing.Run is not null).CountBy(firing => firing.Service)
            .ToDictionary();
        var before = new Dictionary<long, int>();
        var all = new List<WaitingFiring>();
        foreach (var firing in open.Where(firing => firing.Run is null).OrderBy(firing => firing.Scheduled)
            .ThenBy(place).ThenBy(firing => firing.Number))
        {
            var first = oldest[(firing.Service, firing.Batch)];
            var line = before.GetValueOrDefault(firing.Service);
            all.Add(new WaitingFiring(
                firing, atWork.GetValueOrDefault(firing.Service), line, first == firing.Number ? null : first));
            before[firing.Service] = line + (first == firing.Number ? 1 : 0);
        }

        return all;
    }
}

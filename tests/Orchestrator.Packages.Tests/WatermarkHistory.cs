using System.Globalization;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>
/// One random history: a source whose transactions take time and whose clock is set back, loads that succeed, fail, or
/// are killed between their rows and the record of them, and a ledger of nothing but value and attempts.
/// </summary>
internal sealed class WatermarkHistory(int seed, string load, ObjectDefinition definition)
{
    /// <summary>Seconds that a transaction is open at most, and that the clock is behind at most.</summary>
    public const int DelayMax = 30;

    private const int StepMax = 20;
    private static readonly DateTime Begin = new(2026, 1, 1);

    private readonly Random random = new(seed);
    private readonly Dictionary<int, int> source = [];
    private readonly List<(int Id, int Value, int Stamp, int CommitsAt)> open = [];
    private readonly List<long> unfinished = [];
    private readonly List<long> refreshes = [];
    private string? stands;
    private int now = 100;
    private int behind;
    private int values;

    /// <summary>Ids with their values as the source has them at the end; the target must have the same.</summary>
    public IEnumerable<string> Expected => source.OrderBy(row => row.Key).Select(row => $"{row.Key}|{row.Value}");

    private bool IsAppended => load == "Append";

    public void Run(Rig rig)
    {
        rig.Execute("CREATE TABLE source (Id INTEGER, V INTEGER, At TEXT); CREATE TABLE safe (At TEXT)");
        for (var step = random.Next(10, 30); step > 0; step--)
        {
            now += random.Next(1, 15);
            CommitDue(rig, now);
            Change(rig);
        }

        CommitDue(rig, int.MaxValue);
        now += DelayMax;
        Load(rig, fate: 0);
    }

    private void Change(Rig rig)
    {
        switch (random.Next(8))
        {
            case 0 when !IsAppended:
                behind = random.Next(StepMax + 1);
                break;
            case 1 or 2 or 3:
                Start();
                break;
            case 4 or 5:
                Start();
                CommitDue(rig, now);
                break;
            default:
                Load(rig, random.Next(4));
                break;
        }
    }

    // Merge also sees rows changed again; only one transaction has a row at a time, as locks see to.
    private void Start()
    {
        var known = source.Keys.Except(open.Select(one => one.Id)).ToArray();
        var id = !IsAppended && known.Length > 0 && random.Next(2) == 0 ? known[random.Next(known.Length)] : ++values;
        open.Add((id, ++values, now - behind, now + random.Next(DelayMax)));
    }

    private void CommitDue(Rig rig, int until)
    {
        foreach (var one in open.Where(one => one.CommitsAt <= until).OrderBy(one => one.CommitsAt).ToArray())
        {
            open.Remove(one);
            source[one.Id] = one.Value;
            rig.Execute($"DELETE FROM source WHERE Id = {one.Id}; "
                + $"INSERT INTO source VALUES ({one.Id}, {one.Value}, '{At(one.Stamp)}')");
        }
    }

    /// <summary>0 and 1 = it succeeds, 2 = it is killed before the record, 3 = it fails.</summary>
    private void Load(Rig rig, int fate)
    {
        var safe = open.Select(one => one.Stamp).Append(now).Min() - 1;
        rig.Execute($"DELETE FROM safe; INSERT INTO safe VALUES ('{At(safe)}')");
        var isFullRefresh = random.Next(4) == 0;
        var start = new WatermarkStart(isFullRefresh ? null : stands, [.. unfinished])
        {
            IsFullRefresh = isFullRefresh,
            Refreshes = [.. refreshes],
        };
        if (fate == 3)
        {
            rig.Cancellation = new CancellationToken(canceled: true);
        }

        var result = PackageKinds.All["load"].Run(
            rig.Context(definition) with { Past = new() { Watermark = () => start } });
        rig.Cancellation = CancellationToken.None;
        if (fate < 3)
        {
            Assert.That(result.Error?.Message, Is.Null, $"seed {seed}");
        }

        if (fate < 2)
        {
            stands = result.Watermark?.Value ?? stands;
            unfinished.Clear();
            refreshes.Clear();
        }
        else
        {
            unfinished.Add(rig.LastAttempt);
            refreshes.AddRange(isFullRefresh ? [rig.LastAttempt] : []);
        }
    }

    private static string At(int second) =>
        Begin.AddSeconds(second).ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
}

using System.Globalization;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

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

    private readonly Random _random = new(seed);
    private readonly Dictionary<int, int> _source = [];
    private readonly List<(int Id, int Value, int Stamp, int CommitsAt)> _open = [];
    private readonly List<long> _unfinished = [];
    private readonly List<long> _refreshes = [];
    private string? _stands;
    private int _now = 100;
    private int _behind;
    private int _values;

    /// <summary>Ids with their values as the source has them at the end; the target must have the same.</summary>
    public IEnumerable<string> Expected => _source.OrderBy(row => row.Key).Select(row => $"{row.Key}|{row.Value}");

    private bool IsAppended => load == "Append";

    public void Run(Rig rig)
    {
        rig.Execute("CREATE TABLE source (Id INTEGER, V INTEGER, At TEXT); CREATE TABLE safe (At TEXT)");
        for (var step = _random.Next(10, 30); step > 0; step--)
        {
            _now += _random.Next(1, 15);
            CommitDue(rig, _now);
            Change(rig);
        }

        CommitDue(rig, int.MaxValue);
        _now += DelayMax;
        Load(rig, fate: 0);
    }

    private void Change(Rig rig)
    {
        switch (_random.Next(8))
        {
            case 0 when !IsAppended:
                _behind = _random.Next(StepMax + 1);
                break;
            case 1 or 2 or 3:
                Start();
                break;
            case 4 or 5:
                Start();
                CommitDue(rig, _now);
                break;
            default:
                Load(rig, _random.Next(4));
                break;
        }
    }

    // Merge also sees rows changed again; only one transaction has a row at a time, as locks see to.
    private void Start()
    {
        var known = _source.Keys.Except(_open.Select(one => one.Id)).ToArray();
        var id = !IsAppended && known.Length > 0 && _random.Next(2) == 0 ? known[_random.Next(known.Length)]
            : ++_values;
        _open.Add((id, ++_values, _now - _behind, _now + _random.Next(DelayMax)));
    }

    private void CommitDue(Rig rig, int until)
    {
        foreach (var one in _open.Where(one => one.CommitsAt <= until).OrderBy(one => one.CommitsAt).ToArray())
        {
            _open.Remove(one);
            _source[one.Id] = one.Value;
            rig.Execute($"DELETE FROM source WHERE Id = {one.Id}; "
                + $"INSERT INTO source VALUES ({one.Id}, {one.Value}, '{At(one.Stamp)}')");
        }
    }

    /// <summary>0 and 1 = it succeeds, 2 = it is killed before the record, 3 = it fails.</summary>
    private void Load(Rig rig, int fate)
    {
        var safe = _open.Select(one => one.Stamp).Append(_now).Min() - 1;
        rig.Execute($"DELETE FROM safe; INSERT INTO safe VALUES ('{At(safe)}')");
        var isFullRefresh = _random.Next(4) == 0;
        var start = new WatermarkStart(isFullRefresh ? null : _stands, [.. _unfinished])
        {
            IsFullRefresh = isFullRefresh,
            Refreshes = [.. _refreshes],
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
            _stands = result.Watermark?.Value ?? _stands;
            _unfinished.Clear();
            _refreshes.Clear();
        }
        else
        {
            _unfinished.Add(rig.LastAttempt);
            _refreshes.AddRange(isFullRefresh ? [rig.LastAttempt] : []);
        }
    }

    private static string At(int second) =>
        Begin.AddSeconds(second).ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
}

using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>
/// One random history: files that arrive, change, are sent again or go, on a disk whose times have steps of two
/// seconds; loads that succeed, fail, or are killed between their rows and the record of them; and a ledger of nothing
/// but files and attempts.
/// </summary>
internal sealed class FileHistory(int seed, LoadPattern pattern, Rig rig)
{
    private const int RowsOfFile = 3;
    private const int Names = 2;
    private static readonly DateTime Begin = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly Random _random = new(seed);
    private readonly Dictionary<string, int> _there = [];
    private readonly HashSet<(string Name, int Content)> _recorded = [];
    private readonly List<FileBefore> _ledger = [];
    private readonly List<long> _unfinished = [];
    private readonly Dictionary<string, int> _merged = [];
    private int _now;
    private int _contents = 1000;

    public void Run()
    {
        for (var step = _random.Next(10, 30); step > 0; step--)
        {
            _now += _random.Next(2);
            Change();
        }

        _now += 10;
        Arrive("last.csv", ++_contents);
        Load(fate: 0);
    }

    private bool IsAppended => pattern == LoadPattern.Append;

    private void Change()
    {
        var name = $"{(char)('a' + _random.Next(Names))}.csv";
        switch (_random.Next(10))
        {
            case 0 or 1 or 2 or 3:
                Arrive(name, ++_contents);
                break;
            case 4 when _there.TryGetValue(name, out var same):
                Arrive(name, same);
                break;
            case 5 when IsAppended:
                _there.Remove(name);
                File.Delete(Path.Combine(rig.Inbox, name));
                break;
            default:
                Load(_random.Next(4));
                break;
        }
    }

    private void Arrive(string name, int content)
    {
        _there[name] = content;
        var rows = Enumerable.Range(0, RowsOfFile).Select(row => $"{Key(name, row)},{content}");
        rig.Write(name, $"id,v\n{string.Join('\n', rows)}\n");
        File.SetLastWriteTimeUtc(Path.Combine(rig.Inbox, name), At(_now / 2 * 2));
    }

    /// <summary>0 and 1 = it succeeds, 2 = it is killed before the record, 3 = it fails.</summary>
    private void Load(int fate)
    {
        rig.Cancellation = new CancellationToken(canceled: fate == 3);
        var start = new WatermarkStart(null, [.. _unfinished]);
        var result = PackageKinds.All["load"].Run(rig.Context(Definition()) with
        {
            Past = new()
            {
                Watermark = () => start,
                FilesBefore = Before,
                HasLoadedFiles = () => Before(null).Any(NewFiles.IsLoaded),
            },
        });
        rig.Cancellation = CancellationToken.None;
        if (fate < 3)
        {
            Assert.That(result.Error?.Message, Is.Null, $"seed {seed}");
        }

        if (fate > 1)
        {
            _unfinished.Add(rig.LastAttempt);
            return;
        }

        _ledger.AddRange(result.Files.Select(file => new FileBefore(file, rig.LastAttempt, At(_now))));
        foreach (var (name, content) in _there)
        {
            _recorded.Add((name, content));
            _merged[name] = content;
        }

        if (result.LoadPath.Length > 0)
        {
            _unfinished.Clear();
            Assert.That(rig.Query("SELECT id, v FROM target ORDER BY id, v"), Is.EqualTo(Expected()), $"seed {seed}");
        }
    }

    private string[] Expected() =>
    [
        .. (IsAppended ? _recorded : _merged.Select(one => (Name: one.Key, Content: one.Value)))
            .SelectMany(one => Enumerable.Range(0, RowsOfFile).Select(row => (Key: Key(one.Name, row), one.Content)))
            .Order().Select(row => $"{row.Key}|{row.Content}"),
    ];

    private FileBefore[] Before(IReadOnlyList<FileStamp>? files) => files is null
        ? [.. _ledger]
        : [.. _ledger.Where(one => files.Any(file => file.File == one.File.Name && file.Size == one.File.Size))];

    private ObjectDefinition Definition() => Rig.Load(
        "target", Rig.Column("id", "int", key: 1), Rig.Column("v", "int")) with
    {
        Source = new ObjectSource { Connection = "Inbox", File = "*.csv" },
        SystemColumns = IsAppended
            ? [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), default)] : [],
        Load = new LoadOptions { Pattern = Rig.Written(pattern) },
    };

    private static int Key(string name, int row) => (name[0] * 10) + row;

    private static DateTime At(int second) => Begin.AddSeconds(second);
}

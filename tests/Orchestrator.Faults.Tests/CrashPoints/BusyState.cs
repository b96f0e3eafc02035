using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>All that a busy night has left, but for what tells of its runs.</summary>
internal static class BusyState
{
    private const string Audit = "RowAuditId";

    // Rows that are loaded once more get other numbers.
    private const string Buffered = "RowBufferId";

    private static readonly string[] Artifacts =
        ["events.jsonl", "manifest.json", "report.html", "run.log", "run_results.json"];

    /// <summary>A line for each row, watermark, file and table: the same where nights come to the same.</summary>
    public static IReadOnlyList<string> Of(BusyNight night) =>
        [.. Tables(night.Place).Concat(Watermarks(night.Place)).Concat(Files(night.Folder))];

    /// <summary>A night has come to what it should; else it says which lines are too few and too many.</summary>
    public static void AssertIs(BusyNight night, IReadOnlyList<string> expected)
    {
        var found = Of(night);
        using (Assert.EnterMultipleScope())
        {
            Assert.That(Beyond(expected, found), Is.Empty, "missing");
            Assert.That(Beyond(found, expected), Is.Empty, "too many");
        }
    }

    /// <summary>Nothing of a run that died is left.</summary>
    public static void AssertNothingIsLeft(BusyNight night, long before)
    {
        var place = night.Place;
        using (Assert.EnterMultipleScope())
        {
            Assert.That(place.Ledger("select run from runs where ended_at is null"), Is.Empty, "runs without an end");
            Assert.That(place.Ledger("select scope from scopes where closed_at is null"), Is.Empty, "open scopes");
            Assert.That(place.Ledger("select path from files where to_move <> ''"), Is.Empty,
                "files to be moved");
        }

        AssertArtifacts(night, before);
        Assert.That(Runs(night.Folder).SelectMany(Directory.GetFileSystemEntries)
            .Where(entry => !Artifacts.Contains(Path.GetFileName(entry))), Is.Empty, "left in the folders of runs");
    }

    /// <summary>The artifacts of all runs behind one say what the ledger says.</summary>
    public static void AssertArtifacts(BusyNight night, long before)
    {
        foreach (var run in night.Place.Ledger($"select run from runs where run > {before} order by run"))
        {
            var folder = Runs(night.Folder).Single(found => Path.GetFileName(found) == run);
            ArtifactsAgainstLedger.AssertEqual(folder, night.Place.Ledger, long.Parse(run));
        }
    }

    // With their number: a row may stand there twice and is to stand there once.
    private static string[] Beyond(IReadOnlyList<string> all, IReadOnlyList<string> others) =>
        [.. Numbered(all).Except(Numbered(others))];

    private static IEnumerable<string> Numbered(IReadOnlyList<string> lines) => lines
        .GroupBy(line => line).SelectMany(same => same.Select((line, i) => i == 0 ? line : $"{line} ({i + 1})"));

    private static IEnumerable<string> Tables(BusyPlace place) => place.Tables().SelectMany(table =>
        IsOurs(table) ? place.Stage($"select '{table}', count(*) from {table}")
            : IsOfErrors(table) ? [table]
            : Rows(place, table));

    private static IEnumerable<string> Rows(BusyPlace place, string table)
    {
        var columns = place.Columns(table).Where(column => column.Trim('"') is not (Audit or Buffered));
        return place.Stage($"select '{table}', {string.Join(", ", columns)} from {table}")
            .Order(StringComparer.Ordinal).Prepend(table);
    }

    private static bool IsOurs(string table) => table.StartsWith("orchestrator", StringComparison.Ordinal);

    // Each attempt keeps its own.
    private static bool IsOfErrors(string table) => table.StartsWith("err", StringComparison.Ordinal);

    private static List<string> Watermarks(BusyPlace place) => place.Ledger("""
        select 'watermark', w.node, w.watermark, w.value from watermarks w
        where w.change = (select max(l.change) from watermarks l where l.node = w.node and l.watermark = w.watermark)
        order by w.node, w.watermark
        """);

    private static IEnumerable<string> Files(string folder) => Directory
        .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(folder, file))
        .Where(file => !file.StartsWith(".orchestrator/runs", StringComparison.Ordinal))
        .Select(file => file.StartsWith("out/", StringComparison.Ordinal)
            ? $"{file}\n{string.Join('\n', Exported(Path.Combine(folder, file)))}" : file)
        .Order(StringComparer.Ordinal);

    // Without its last column, which is the attempt.
    private static IEnumerable<string> Exported(string file) => File.ReadLines(file)
        .Select(line => line[..line.LastIndexOf(',')]).Order(StringComparer.Ordinal);

    private static IEnumerable<string> Runs(string folder)
    {
        var runs = Path.Combine(folder, ".orchestrator", "runs");
        return Directory.GetDirectories(runs).SelectMany(one =>
            Path.GetFileName(one).StartsWith("ledger-", StringComparison.Ordinal)
                ? Directory.GetDirectories(one) : [one]);
    }
}

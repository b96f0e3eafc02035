using System.Runtime.InteropServices;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Store;

/// <summary>
/// Any string as the name of a file or in its header becomes exactly that name in the catalog, or is refused and
/// nothing is made.
/// </summary>
internal sealed class NamesFromFilesTests
{
    private const int Names = 150;

    private static readonly string[] Pieces =
    [
        "a", "B", "ö", "\"", "'", "`", "[dbo].[x]", ";", "--", "/*", " ", "\t", "\n", "\r", "\u001b[31m", "<b>", "@p",
        "?1", "*", "%", "$", "{", "}", "${env:HOME}", "\0", "\u200f", "😀", "\ud800", ",", ".", "..", "/", "\\", ":",
        "sqlite_", "orchestrator_", "rowid", "select", "DROP TABLE t", "\uFFFD", "Ⅷ",
    ];

    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Any_string_in_a_header_is_read_back_equal_or_refused_before_anything_is_made()
    {
        var random = new Random(Seed);
        for (var i = 0; i < Names; i++)
        {
            var (first, second) = (Name(random), Name(random));
            var table = $"t{i}";
            Write16($"{table}.csv", $"{Quoted(first)},{Quoted(second)}\n1,2\n");

            var result = _rig.Run(Rig.Load(table));

            string[] expected = result.Outcome == NodeState.Succeeded ? [first, second] : [];
            Assert.That(Columns(table), Is.EqualTo(expected), $"seed {Seed}, name {i}: {result.Error?.Message}");
            Assert.That(result.Error?.Class, Is.Not.EqualTo(ErrorClass.Bug), $"seed {Seed}, name {i}");
        }
    }

    [Test]
    public void Any_string_as_file_and_table_is_read_back_equal_or_refused_before_anything_is_made()
    {
        var random = new Random(Seed);
        _rig.Write("canary.csv", "a\nwrong file\n");
        _rig.Write("good.csv", "a\nright\n");
        _rig.Run(Rig.Load("good"));
        for (var i = 0; i < Names; i++)
        {
            var name = Name(random);
            var before = Tables();
            var isThere = TryWrite(name);

            var load = Rig.Load("t") with
            {
                Source = new ObjectSource { Connection = "Files", File = $"{name}.csv" },
                Target = new ObjectTarget("Db", null, name),
            };
            if (PackageKinds.All["load"].Check(load, _rig.Solution).Any())
            {
                continue;
            }

            var result = _rig.Run(load);

            var isMade = result.Outcome == NodeState.Succeeded;
            Assert.That(Tables().Except(before).ToArray(),
                Is.EqualTo(isMade && !before.Contains(name) ? [name] : (string[])[]),
                $"seed {Seed}, name {i}: {result.Error?.Message}");
            Assert.That(isMade && !isThere && !name.AsSpan().ContainsAny('*', '?'), Is.False, $"seed {Seed}, name {i}");
            Assert.That(result.Error?.Class, Is.Not.EqualTo(ErrorClass.Bug), $"seed {Seed}, name {i}");
        }
    }

    [Test]
    public void Any_string_as_object_and_schema_is_read_back_equal_in_a_file_of_its_own_or_refused_before_it_is_made()
    {
        var random = new Random(Seed);
        using var split = new Rig { Template = "{object}.db" };
        split.Write("good.csv", "a\nright\n");
        var made = new Dictionary<string, string>(StringComparer.Ordinal);
        for (var i = 0; i < Names; i++)
        {
            var (name, schema, table) = (Name(random), Name(random), Name(random));
            var before = Databases(split);
            var load = Rig.Load(name) with
            {
                Source = new ObjectSource { Connection = "Files", File = "good.csv" },
                Target = new ObjectTarget("Db", schema, table),
            };
            var isRefused = PackageKinds.All["load"].Check(load, split.Solution).Any();
            var result = isRefused ? null : split.Run(load);

            var message = $"seed {Seed}, name {i}: {result?.Error?.Message}";
            Assert.That(result?.Outcome, Is.Null.Or.EqualTo(NodeState.Succeeded), message);
            var file = Databases(split).Except(before).SingleOrDefault() ?? made.GetValueOrDefault(name);
            Assert.That(Databases(split), Has.Length.EqualTo(made.Keys.Append(name).Distinct().Count()
                - (isRefused && !made.ContainsKey(name) ? 1 : 0)), message);
            if (!isRefused)
            {
                made[name] = file!;
                Assert.That(split.Query("SELECT name FROM sqlite_master WHERE type = 'table'", file),
                    Does.Contain($"{schema}_{table}"), message);
                Assert.That(split.Query("SELECT DISTINCT table_name FROM orchestrator_columns", file),
                    Does.Contain($"{schema}_{table}"), message);
            }
        }

        Assert.That(made, Has.Count.GreaterThan(Names / 4));
        Assert.That(made.Values, Is.Unique);
    }

    [Test]
    public void Names_that_no_encoding_tells_apart_have_files_of_their_own()
    {
        using var split = new Rig { Template = "{object}.db" };
        split.Write("good.csv", "a\nright\n");
        foreach (var name in new[] { "a\ud800", "a\ud801", "a\uFFFD", "a", "a?" })
        {
            split.Run(Rig.Load(name) with
            {
                Source = new ObjectSource { Connection = "Files", File = "good.csv" },
                Target = new ObjectTarget("Db", null, "t"),
            });
        }

        Assert.That(Databases(split), Has.Length.EqualTo(5));
    }

    private static int Seed =>
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20_260;

    private static string Quoted(string name) => '"' + name.Replace("\"", "\"\"", StringComparison.Ordinal) + '"';

    private static string Name(Random random) =>
        string.Concat(Enumerable.Range(0, random.Next(1, 4)).Select(_ => Pieces[random.Next(Pieces.Length)]));

    // UTF-16, which can hold half of a surrogate pair.
    private void Write16(string file, string text) => File.WriteAllBytes(
        Path.Combine(_rig.Inbox, file), [0xFF, 0xFE, .. MemoryMarshal.AsBytes(text.AsSpan())]);

    private bool TryWrite(string name)
    {
        try
        {
            var path = Path.GetFullPath(Path.Combine(_rig.Inbox, $"{name}.csv"));
            if (Path.GetDirectoryName(path) != _rig.Inbox || name.Contains('\ud800', StringComparison.Ordinal))
            {
                return false;
            }

            File.WriteAllText(path, "a\nright\n");
            return true;
        }
        catch (Exception impossible) when (impossible is IOException or ArgumentException)
        {
            return false;
        }
    }

    private static string[] Databases(Rig rig) => Directory.GetFiles(rig.Folder, "*.db", SearchOption.AllDirectories);

    private string[] Tables() =>
    [
        .. _rig.Query("SELECT name FROM sqlite_master WHERE type = 'table'")
            .Where(name => !name.StartsWith(Dialect.OwnPrefix, StringComparison.Ordinal)),
    ];

    private IEnumerable<string> Columns(string table)
    {
        if (!File.Exists(_rig.DatabaseFile))
        {
            return [];
        }

        using var database = SqliteFiles.OpenSource(_rig.DatabaseFile, TimeProvider.System);
        return [.. SqliteCatalog.Columns(database, table).Select(column => column.Name)];
    }
}

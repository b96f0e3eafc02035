using Orchestrator.Core.Types;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Real extracts of bcp: each file reads under its declared types without one refusal.</summary>
internal sealed class AdventureWorksTests
{
    private static readonly string? Folder = FindFolder();

    [Test]
    public void All_61_files_of_AdventureWorks_convert_without_a_refusal()
    {
        if (!Directory.Exists(Folder))
        {
            Assert.Ignore("the data of AdventureWorks is missing: ADVENTUREWORKS_DATA names no folder that is there");
        }

        var columns = Lines("columns.csv").ToLookup(x => x[1]);
        var tables = Lines("files.csv").ToList();

        var counted = tables.ToDictionary(x => x[1]!, x => Load(x, [.. columns[x[1]]]));

        Assert.That(counted, Is.EqualTo(tables.ToDictionary(x => x[1]!, x => new RowCounts(
            long.Parse(x[7]!), long.Parse(x[7]!), 0, 0, 0, 0, 0, 0))));
    }

    private static string? FindFolder()
    {
        if (Environment.GetEnvironmentVariable("ADVENTUREWORKS_DATA") is { Length: > 0 } named)
        {
            return named;
        }

        var root = new DirectoryInfo(AppContext.BaseDirectory);
        while (root is not null && !File.Exists(Path.Combine(root.FullName, "Orchestrator.sln")))
        {
            root = root.Parent;
        }

        return root is null ? null : Path.Combine(root.FullName, "..", "shared", "data", "adventureworks");
    }

    private static RowCounts Load(string?[] table, string?[][] columns)
    {
        var resources = new RunResources();
        using var reader = new FileRowReader(new SourceFiles
        {
            Folder = Folder!,
            Pattern = table[2]!,
            Columns = [.. columns.Select(x => x[3]!)],
            Format = new TextFormat
            {
                Style = TextStyle.Bcp,
                Field = Unescaped(table[5]!),
                Row = Unescaped(table[6]!),
                TerminatorInColumns = table[1] == "ProductReview",
            },
        });
        using var pool = new RowBatchPool(resources.Memory, reader.Columns);
        using var guard = new Guard(reader.Columns, [.. columns.Select((x, i) => Column(x, i))], resources);
        while (true)
        {
            var batch = pool.Rent(CancellationToken.None);
            if (!reader.Read(batch, CancellationToken.None))
            {
                batch.Dispose();
                Assert.That((pool.Outstanding, guard.Outstanding), Is.EqualTo((0, 0)));
                return guard.Counts;
            }

            guard.Check(batch).Dispose();
        }
    }

    private static GuardColumn Column(string?[] row, int index)
    {
        var name = row[4]!.StartsWith("xml", StringComparison.Ordinal) ? "xml"
            : row[4] == "computed" ? "nvarchar(max)" : row[4];
        return new GuardColumn
        {
            Name = row[3]!,
            Source = index,
            Type = SqlType.TryParse(name, out var type, out var problem) ? type : throw new FormatException(problem),
            Nullable = row[5] != "no",
        };
    }

    private static List<string?[]> Lines(string file) =>
        Reading.Rows(File.ReadAllBytes(Path.Combine(Folder!, file)), Reading.Csv());

    private static string Unescaped(string text) => text.Replace("\\t", "\t", StringComparison.Ordinal)
        .Replace("\\n", "\n", StringComparison.Ordinal).Replace("\\r", "\r", StringComparison.Ordinal);
}

using System.Text;
using Orchestrator.Compare;
using Orchestrator.Compare.Parts;

namespace Orchestrator.Cli.Tests.Compare;

/// <summary>What parts in files find, against the same rows compared in memory.</summary>
internal sealed class PartComparisonTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase(1)]
    [TestCase(3)]
    [TestCase(1000)]
    public void Random_rows_differ_as_they_do_in_memory_however_few_are_held_at_once(int entriesMax)
    {
        var random = new Random(entriesMax);
        for (var round = 0; round < 20; round++)
        {
            var (left, right) = (Rows(random, round * 40), Rows(random, round * 40));

            var (equal, found) = Compare(left, right, entriesMax);

            var same = left.GroupBy(row => row)
                .Sum(rows => Math.Min(rows.Count(), right.Count(row => row == rows.Key)));
            Assert.That(equal, Is.EqualTo(same));
            Assert.That(found.Count(row => row.Left is not null), Is.EqualTo(left.Count - same));
            Assert.That(found.Count(row => row.Right is not null), Is.EqualTo(right.Count - same));
        }
    }

    [Test]
    public void A_folder_that_takes_no_file_is_told_as_such_and_as_no_failure_of_a_side()
    {
        var side = new ComparedSide { Name = "a", Open = _ => throw new NotSupportedException("Nothing is read.") };

        Assert.That(
            () => BothSides.Of(side, () => new RowParts(Path.Combine(_folder.Path, "nothing"))),
            Throws.TypeOf<SpillFailedException>());
    }

    [Test]
    public void A_row_that_differs_comes_with_both_of_its_records()
    {
        var (_, found) = Compare([(7, 1), (8, 1)], [(7, 2), (9, 1)], 10);

        Assert.That(
            found.Select(row => $"{Text(row.LeftRecord)}|{Text(row.RightRecord)}"),
            Is.EquivalentTo(new[] { "7 1|7 2", "8 1|", "|9 1" }));
    }

    [Test]
    public void The_same_row_again_and_again_is_counted()
    {
        var (equal, found) = Compare(
            [.. Enumerable.Repeat((5UL, 5UL), 1000)], [.. Enumerable.Repeat((5UL, 5UL), 990)], 100);

        Assert.That((equal, found.Count), Is.EqualTo((990, 10)));
        Assert.That(found.Select(row => row.IsRepeated), Is.All.True);
    }

    [Test]
    public void A_long_record_comes_back_as_it_was()
    {
        var record = Enumerable.Range(0, 50_000).Select(i => (byte)i).ToArray();
        using var left = new RowParts(_folder.Path);
        using var right = new RowParts(_folder.Path);
        left.Add(1, 1, record);
        left.Add(1, 2, []);
        var found = new List<RowDifference>();

        new PartComparison(_folder.Path, found.Add, CancellationToken.None).Run(left, right);

        Assert.That(found.Select(row => row.LeftRecord), Is.EquivalentTo(new[] { record, [] }));
    }

    [Test]
    public void Nobody_else_sees_the_files()
    {
        using var parts = new RowParts(_folder.Path);

        Assert.That(OperatingSystem.IsWindows() || Directory.GetFiles(_folder.Path).Length == 0);
    }

    private static string Text(byte[] record) => Encoding.UTF8.GetString(record);

    private static List<(ulong Key, ulong Row)> Rows(Random random, int count) =>
    [
        .. Enumerable.Range(0, random.Next(count + 1))
            .Select(_ => ((ulong)random.Next(20) << 40, (ulong)random.Next(3) << 50)),
    ];

    private (long Equal, List<RowDifference> Found) Compare(
        IReadOnlyList<(ulong Key, ulong Row)> left, IReadOnlyList<(ulong Key, ulong Row)> right, int entriesMax)
    {
        using var lefts = Parts(left);
        using var rights = Parts(right);
        var found = new List<RowDifference>();
        var comparison = new PartComparison(_folder.Path, found.Add, CancellationToken.None, entriesMax);
        comparison.Run(lefts, rights);
        return (comparison.Equal, found);
    }

    private RowParts Parts(IReadOnlyList<(ulong Key, ulong Row)> rows)
    {
        var parts = new RowParts(_folder.Path);
        foreach (var (key, row) in rows)
        {
            parts.Add(key, row, Encoding.UTF8.GetBytes($"{key} {row}"));
        }

        return parts;
    }
}

using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>
/// Late commits, a clock that is set back, an overlap, and kills between rows and record: no row is missed, none stands
/// there twice. A share of the histories, all 1,000 with ORCHESTRATOR_TEST_FULL=1.
/// </summary>
internal sealed class WatermarkHistoryTests
{
    private const string Enough = "51s";

    private static int Histories => Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1" ? 500 : 15;

    [Test]
    public void Merge_with_an_overlap_over_the_longest_transaction_and_the_largest_step_misses_no_row()
    {
        for (var seed = 1; seed <= Histories; seed++)
        {
            Assert.That(Missed(seed, "Merge", Merge(Enough)), Is.Empty, $"seed {seed}");
        }
    }

    [Test]
    public void Append_up_to_the_oldest_open_transaction_has_each_row_once()
    {
        for (var seed = 1; seed <= Histories; seed++)
        {
            Assert.That(Missed(seed, "Append", Append("select At from safe")), Is.Empty, $"seed {seed}");
        }
    }

    [Test]
    public void Without_them_rows_are_missed_so_that_these_histories_prove_something()
    {
        Assert.That(Enumerable.Range(1, 15).Any(seed => Missed(seed, "Merge", Merge(null)).Any()), Is.True);
        Assert.That(Enumerable.Range(1, 15).Any(seed => Missed(seed, "Append", Append(null)).Any()), Is.True);
    }

    private static IEnumerable<string> Missed(int seed, string load, ObjectDefinition definition)
    {
        using var rig = new Rig();
        var history = new WatermarkHistory(seed, load, definition);
        history.Run(rig);
        var found = rig.Query("SELECT Id, V FROM target ORDER BY Id");
        return [.. history.Expected.Except(found), .. found.Except(history.Expected),
            .. found.GroupBy(row => row).Where(row => row.Count() > 1).Select(row => $"twice: {row.Key}")];
    }

    private static ObjectDefinition Merge(string? overlap) => Load(LoadPattern.Merge) with
    {
        Watermark = Mark() with { Overlap = overlap },
    };

    private static ObjectDefinition Append(string? toSql) => Load(LoadPattern.Append) with
    {
        SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), default)],
        Watermark = Mark() with { ToSql = toSql is null ? null : new SqlText(toSql, null, default) },
    };

    private static Watermark Mark() => new() { Name = "Modified", Column = "At", DataType = Rig.Type("datetime2(0)") };

    private static ObjectDefinition Load(LoadPattern pattern) => Rig.Load(
        "target", Rig.Column("Id", "int", key: 1), Rig.Column("V", "int"), Rig.Column("At", "datetime2(0)")) with
    {
        Source = new ObjectSource { Connection = "Db", Name = "source" },
        Load = new LoadOptions { Pattern = Rig.Written(pattern) },
    };
}

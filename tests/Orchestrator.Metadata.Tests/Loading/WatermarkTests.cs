using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Watermarks: what they say, and what would lose rows or load them twice.</summary>
internal sealed class WatermarkTests
{
    private const string Good = "{watermark: M, column: At, dataType: datetime2(7)}";

    [Test]
    public void A_watermark_says_what_it_compares_and_from_where()
    {
        var watermark = Load("{watermark: M, column: At, from: \">=\", to: \"<\", toSql: select 1, overlap: 10m, "
            + "dataType: datetime2(3), default: \"1900-01-01\"}").Solution!.Projects[0].Objects[0].Watermark!;

        Assert.That((watermark.Name, watermark.Column, watermark.FromIsIncluded, watermark.ToIsIncluded,
            watermark.ToSql!.Text, watermark.Overlap, watermark.Default!.Text),
            Is.EqualTo(("M", "At", true, false, "select 1", "10m", "1900-01-01 00:00:00.000")));
        Assert.That(watermark.Begin(watermark.Default).Text, Is.EqualTo("1899-12-31 23:50:00.000"));
    }

    [TestCase(Good + ", {watermark: N, column: Id, dataType: int}", "ORC1070")]
    [TestCase("{watermark: M, column: At, dataType: datetime2(7), from: \">=\"}", "ORC1072")]
    [TestCase("{watermark: M, column: At, dataType: datetime2(7), to: \"<\"}", "ORC1072")]
    [TestCase("{watermark: M, column: At, dataType: int}", "ORC1073")]
    [TestCase("{watermark: M, column: At, dataType: nvarchar(30)}", "ORC1073")]
    [TestCase("{watermark: M, column: At, dataType: datetime2(0)}", "ORC1074")]
    [TestCase("{watermark: M, column: At, dataType: datetime2(7), default: soon}", "ORC1061")]
    [TestCase("{watermark: M, column: At, dataType: datetime2(7), overlap: 7}", "ORC1077")]
    [TestCase("{watermark: M, column: Id, dataType: int, overlap: 10m}", "ORC1077")]
    [TestCase("{watermark: M, column: At}", "ORC1014")]
    public void What_a_watermark_cannot_be_is_one_diagnostic(string watermark, string code)
    {
        Assert.That(Codes(Load(watermark)), Is.EqualTo(new[] { code }));
    }

    [TestCase("TruncateInsert", "", "ORC1075")]
    [TestCase("DropAndReload", "", "ORC1075")]
    [TestCase("ReplaceRange", "", "ORC1075")]
    [TestCase("Append", "", "ORC1076")]
    [TestCase("Append", ", overlap: 10m", "ORC1078 ORC1076")]
    [TestCase("DeltaInsert", ", overlap: 10m", "")]
    [TestCase("Merge", ", overlap: 10m", "")]
    public void A_pattern_must_neither_lose_rows_nor_double_them(string pattern, string overlap, string codes)
    {
        Assert.That(Codes(Load($"{{watermark: M, column: At, dataType: datetime2(7){overlap}}}", pattern)),
            Is.EquivalentTo(codes.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Test]
    public void A_file_has_no_watermark()
    {
        Assert.That(Codes(Load(Good, source: "Files", reads: "file: c.csv")), Is.EqualTo(new[] { "ORC1071" }));
    }

    private static IEnumerable<string> Codes(LoadedSolution loaded) => loaded.Diagnostics.Select(one => one.Code);

    private static LoadedSolution Load(
        string watermark, string pattern = "Merge", string source = "Crm", string reads = "name: c")
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: Crm, platform: Sqlite}
              - {connection: Staging, platform: Sqlite}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                source: {{source}}
                target: Staging
                objects:
                  - object: c
                    source: { {{reads}} }
                    load: {pattern: {{pattern}}}
                    watermarks: [{{watermark}}]
                    columns:
                      - {column: Id, dataType: int, key: 1}
                      - {column: At, dataType: datetime2(7)}
            """);
        return SolutionLoader.Load(folder.Path);
    }
}

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

internal sealed class ListedObjectsTests
{
    private const string Solution = """
        formatVersion: 1
        solution: S
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Db, platform: Sqlite, stage: STG}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - {project: Staging, source: Files, target: Db, objects: "*"}

        """;

    [TestCase("a*.csv")]
    [TestCase("a?.csv")]
    [TestCase("a\u001b[31m.csv")]
    [TestCase("a\nb.csv")]
    [TestCase("a\uFFFD.csv")]
    public void A_file_whose_name_stands_for_others_or_is_no_text_is_refused_and_not_left_out(string file)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution);
        var listing = new SourceListing { Files = _ => ["ab.csv", file] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1050"]),
            DiagnosticText.FormatAll(loaded.Diagnostics));
    }

    [Test]
    public void A_quote_as_field_terminator_of_csv_is_refused()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution.Replace(
            "folder: data}", "folder: data, formats: {q: {field: '\"'}}}", StringComparison.Ordinal));
        var listing = new SourceListing { Files = _ => ["ab.csv"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1038"]));
    }
}

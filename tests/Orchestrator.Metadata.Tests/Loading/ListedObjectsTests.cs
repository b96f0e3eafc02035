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

    [TestCase(null)]
    [TestCase("")]
    [TestCase(".csv")]
    public void A_folder_that_gives_no_object_is_said_once_and_not_with_the_advice_to_list_it(string? file)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution);
        var listing = new SourceListing { Files = _ => file is null ? null : file.Length == 0 ? [] : [file] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1031"]));
    }

    [TestCase("source: Files, ", "")]
    [TestCase("source: Files", "source: None")]
    public void A_project_without_a_source_to_list_is_no_valid_one(string written, string instead)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"),
            Solution.Replace(written, instead, StringComparison.Ordinal));

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics.Select(one => one.Severity), Has.Some.EqualTo(Severity.Error));
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

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>`ignoreCase` wherever a pattern of files stands: it takes what Windows would, and means nothing elsewhere.
/// </summary>
internal sealed class IgnoreCaseKeyTests
{
    private const string Solution = """
        formatVersion: 1
        solution: S
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Staging, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            source: Files
            target: Staging
            containers: [{container: Each, level: 10, LOOP}]
            objects:
              - {object: a, container: Each, OBJECT}

        """;

    [Test]
    public void A_source_says_it_and_its_file_is_there()
    {
        var loaded = Load("source: {file: \"*.csv\", ignoreCase: true}");

        Assert.That(loaded.Solution!.Projects[0].Objects.Single(one => one.Name == "a").Source!.IgnoreCase, Is.True);
        Assert.That(loaded.Diagnostics.Select(one => one.Code), Has.No.Member("ORC1031"));
        Assert.That(
            Load("source: {file: \"*.csv\"}").Diagnostics.Select(one => one.Code), Has.Member("ORC1031"));
    }

    [Test]
    public void A_task_says_it_and_a_loop_hands_it_to_what_finds_its_files()
    {
        var loaded = Load("kind: file, file: {copy: \"*.csv\", to: done, ignoreCase: true}",
            "forEach: {files: \"*.csv\", ignoreCase: true}");

        var tasks = loaded.Solution!.Projects[0].Objects.Select(one => one.FileTask).OfType<FileTask>().ToList();
        Assert.That(tasks.Select(task => (task.IsListed, task.IgnoreCase)),
            Is.EquivalentTo(new[] { (false, true), (true, true) }));
    }

    [TestCase("source: {query: select 1, ignoreCase: true}", "", "ORC1038 'ignoreCase' does nothing")]
    [TestCase("kind: file, file: {makeFolder: done, ignoreCase: true}", "", "ORC1038 'ignoreCase' does nothing")]
    [TestCase("kind: file, file: {move: a.csv, name: b.csv, ignoreCase: true}", "", "ORC1122 'b.csv' is the name")]
    [TestCase("source: {file: a.csv}", "forEach: {values: [1], ignoreCase: true}", "ORC1182 'ignoreCase' does")]
    public void Where_it_means_nothing_it_is_refused(string one, string loop, string told) => Assert.That(
        Load(one, loop).Diagnostics.Where(each => each.Severity == Severity.Error)
            .Select(each => $"{each.Code} {each.Message}"),
        Has.Some.StartsWith(told));

    private static LoadedSolution Load(string one, string loop = "")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution
            .Replace("OBJECT", one, StringComparison.Ordinal)
            .Replace("LOOP", loop.Length > 0 ? loop : "default: true", StringComparison.Ordinal));
        var listing = new SourceListing { Files = _ => ["A.CSV"] };

        return SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });
    }
}

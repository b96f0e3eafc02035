using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>`member` of a source, which reads files within zip files: refused where it means nothing.</summary>
internal sealed class MemberKeyTests
{
    private const string Solution = """
        formatVersion: 1
        solution: S
        connections:
          - {connection: Files, platform: Files, folder: data, formats: {books: {style: excel}}}
          - {connection: Staging, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            source: Files
            target: Staging
            objects:
              - {object: a, source: {SOURCE}}

        """;

    [TestCase("file: a.zip, member: a.csv")]
    [TestCase("file: \"*.zip\", member: \"*/x y/*.csv\"")]
    [TestCase("file: a.zip, member: .a.csv")]
    [TestCase("file: a.zip, member: a..b.csv")]
    [TestCase("member: a.csv, file: a.zip")]
    public void A_name_or_pattern_is_one(string source) => Assert.That(Errors(source), Is.Empty);

    [TestCase("file: a.zip, member: ../a.csv", "ORC1150")]
    [TestCase("file: a.zip, member: a/./b.csv", "ORC1150")]
    [TestCase("file: a.zip, member: /a.csv", "ORC1150")]
    [TestCase("file: a.zip, member: a//b.csv", "ORC1150")]
    [TestCase("file: a.zip, member: a/", "ORC1150")]
    [TestCase("file: a.zip, member: 'a\\b.csv'", "ORC1150")]
    [TestCase("file: a.zip, member: b.xlsx, format: books", "ORC1151")]
    public void What_means_nothing_is_refused_with_what_to_write(string source, string code)
    {
        var found = Told(source).Where(one => one.Severity == Severity.Error).ToArray();

        Assert.That(found.Select(one => one.Code), Is.EqualTo((string[])[code]));
        Assert.That(found[0].At.Line, Is.EqualTo(13));
    }

    [Test]
    public void The_object_reads_what_it_says()
    {
        var read = Load("file: a.zip, member: \"*.csv\"").Solution!.Projects[0].Objects[0].Source!;

        Assert.That((read.File, read.Member, read.MemberAsWritten), Is.EqualTo(("a.zip", "*.csv", (string?)null)));
    }

    private static string[] Errors(string source) =>
        [.. Told(source).Where(one => one.Severity == Severity.Error).Select(one => one.Code)];

    private static IReadOnlyList<Diagnostic> Told(string source) => Load(source).Diagnostics;

    private static LoadedSolution Load(string source)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"),
            Solution.Replace("SOURCE", source, StringComparison.Ordinal));
        var listing = new SourceListing { Files = _ => ["a.zip"] };

        return SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });
    }
}

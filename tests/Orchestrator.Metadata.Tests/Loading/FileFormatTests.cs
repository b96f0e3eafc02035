using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>What a format of files may say, and what is refused because it does nothing or cannot be.</summary>
internal sealed class FileFormatTests
{
    private const string Solution = """
        formatVersion: 1
        solution: S
        connections:
          - {connection: Files, platform: Files, folder: data, formats: {q: {FORMAT}}}
          - {connection: Db, platform: Sqlite, stage: STG}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            source: Files
            target: Db
            objects:
              - {object: a, source: {file: a.csv, format: q}, columns: [{column: x, dataType: int}]}

        """;

    [TestCase("encoding: windows-1252")]
    [TestCase("encoding: ibm850, style: fixed, widths: [3]")]
    [TestCase("header: none, skipLines: 2, skipLastLines: 1, comment: \"#\", quote: \"'\", shortRows: fill")]
    [TestCase("quote: none")]
    [TestCase("quote: \"|\", comment: \"--\"")]
    [TestCase("style: bcp, comment: \",\", shortRows: fill")]
    [TestCase("style: bcp, terminatorInColumns: allow, shortRows: refuse, skipLines: 1")]
    [TestCase("style: fixed, widths: [3], comment: \"*\", shortRows: fill")]
    [TestCase("style: jsonl, skipLines: 1, skipLastLines: 1")]
    [TestCase("style: excel, header: none, range: \"A4:H\"")]
    public void What_a_format_says_is_taken(string format) => Assert.That(Load(format), Is.Empty);

    [TestCase("encoding: cp1252", "ORC1013")]
    [TestCase("encoding: shift_jis", "ORC1013")]
    [TestCase("style: bcp, header: none", "ORC1038")]
    [TestCase("style: jsonl, header: none", "ORC1038")]
    [TestCase("style: bcp, quote: none", "ORC1038")]
    [TestCase("style: jsonl, comment: \"#\"", "ORC1038")]
    [TestCase("style: jsonl, shortRows: fill", "ORC1038")]
    [TestCase("style: bcp, terminatorInColumns: allow, comment: \"#\"", "ORC1038")]
    [TestCase("style: bcp, terminatorInColumns: allow, shortRows: fill", "ORC1038")]
    [TestCase("quote: \"''\"", "ORC1038")]
    [TestCase("quote: \",\"", "ORC1038")]
    [TestCase("quote: \"«\"", "ORC1038")]
    [TestCase("quote: \"-\"", "ORC1038")]
    [TestCase("quote: x", "ORC1038")]
    [TestCase("quote: \"\\n\"", "ORC1038")]
    [TestCase("comment: \"\"", "ORC1038")]
    [TestCase("comment: \"#,\"", "ORC1038")]
    [TestCase("comment: \"#\\n\"", "ORC1038")]
    [TestCase("comment: \"\\\"#\"", "ORC1038")]
    [TestCase("comment: \"#################\"", "ORC1038")]
    [TestCase("style: bcp, comment: \"\\t#\"", "ORC1038")]
    public void What_does_nothing_or_cannot_be_is_refused(string format, string code) =>
        Assert.That(Load(format), Is.EqualTo((string[])[code]));

    [TestCase("cp850", "ibm850")]
    [TestCase("CP1252", "windows-1252")]
    [TestCase("1252", "windows-1252")]
    [TestCase("latin1", "iso-8859-1")]
    [TestCase("UTF8", "utf-8")]
    public void What_others_call_an_encoding_gets_the_name_that_it_has_here(string written, string name)
    {
        var found = Told($"encoding: {written}").Single(one => one.Code == "ORC1013");

        Assert.That(found.Fix!.Replacement, Is.EqualTo(name));
    }

    private static string[] Load(string format) =>
        [.. Told(format).Where(one => one.Severity == Severity.Error).Select(one => one.Code)];

    private static IReadOnlyList<Diagnostic> Told(string format)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"),
            Solution.Replace("FORMAT", format, StringComparison.Ordinal));
        var listing = new SourceListing { Files = _ => ["a.csv"] };

        return SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing }).Diagnostics;
    }
}

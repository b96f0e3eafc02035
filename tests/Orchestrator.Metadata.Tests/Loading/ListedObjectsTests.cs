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

    [Test]
    public void An_object_that_reads_another_connection_is_not_given_the_file_of_its_name()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", Solution.Replace("  - {connection: Db,",
            "  - {connection: Erp, platform: Sqlite}\n  - {connection: Db,", StringComparison.Ordinal));
        folder.Write("projects/Staging/objects/ab.yaml", "object: ab\nsource: {connection: Erp, name: t}\n");
        var listing = new SourceListing { Files = _ => ["ab.csv", "cd.csv"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1037"]),
            DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Diagnostics[0].Message, Does.Contain("'Erp'").And.Contain("'ab.csv'"));
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

    [TestCase("q: {row: \"|\"}")]
    [TestCase("q: {style: bcp, formulas: defuse}")]
    [TestCase("q: {style: jsonl, formulas: keep}")]
    public void A_key_that_does_nothing_with_a_style_is_refused(string format)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution.Replace(
            "folder: data}", $"folder: data, formats: {{{format}}}}}", StringComparison.Ordinal));
        var listing = new SourceListing { Files = _ => ["ab.csv"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1038"]));
    }

    [Test]
    public void Only_files_that_a_format_knows_become_objects_and_the_others_are_said()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution.Replace(
            "folder: data}", "folder: data, formats: {j: {style: jsonl}}, files: {doneFile: \"*.txt\"}}",
            StringComparison.Ordinal));
        var listing = new SourceListing
        {
            Files = _ =>
            [
                "a.csv", "b.CSV.gz", "c.tsv", "d.jsonl", "e.ndjson.gz", "a.txt", "f.sql", "f.sql.gz", "g.md",
                "h.csv.bak", "i.yaml", "j.json", "k.tmp", "l.swp", "Thumbs.db", "~$m.csv", "README", "n.csv~",
            ],
        };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Solution!.Projects[0].Objects.Select(one => $"{one.Name} {one.Source!.Format}"),
            Is.EquivalentTo((string[])["a csv", "b csv", "c tsv", "d j", "e j"]));
        Assert.That(loaded.Diagnostics.Select(one => $"{one.Severity} {one.Code}"),
            Is.EqualTo((string[])["Warning ORC1056"]), DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Diagnostics[0].Message, Does.Contain(
            "'f.sql', 'f.sql.gz', 'g.md', 'h.csv.bak', 'i.yaml' and 7 more"));
    }

    [TestCase(", formats: {b: {style: excel}, c: {style: excel, sheet: S}}", "a b,c b,d csv")]
    [TestCase("", "d csv")]
    public void A_workbook_is_an_object_where_a_format_reads_it(string formats, string objects)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution.Replace(
            "folder: data}", $"folder: data{formats}}}", StringComparison.Ordinal));
        var listing = new SourceListing { Files = _ => ["a.xlsx", "c.XLS", "d.csv", "~$a.xlsx"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Solution!.Projects[0].Objects.Select(one => $"{one.Name} {one.Source!.Format}"),
            Is.EquivalentTo(objects.Split(',')));
        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1056"]));
    }

    [Test]
    public void A_workbook_that_no_format_reads_keeps_its_name_apart_from_a_file_beside_it()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution);
        var listing = new SourceListing { Files = _ => ["d.csv", "d.xlsx"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Solution!.Projects[0].Objects.Select(one => one.Name), Is.EqualTo((string[])["d"]));
    }

    [TestCase("", "tsv \t utf-8")]
    [TestCase(", formats: {semi: {field: \";\"}, tabs: {field: \"\\t\", encoding: utf-16le}}", "tabs \t utf-16le")]
    [TestCase(", formats: {tsv: {field: \"\\t\", encoding: utf-16le}}", "tsv \t utf-16le")]
    public void A_file_whose_ending_says_that_tabs_separate_it_is_read_so(string formats, string read)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution.Replace(
            "folder: data}", $"folder: data{formats}}}", StringComparison.Ordinal));
        var listing = new SourceListing { Files = _ => ["a.tsv", "b.tab", "c.TSV.gz"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Diagnostics, Is.Empty, DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Solution!.Projects[0].Objects.Select(one =>
            loaded.Solution.Connections[0].Formats[one.Source!.Format] is var format
                ? $"{one.Name} {format.Name} {format.Field} {format.Encoding}" : ""),
            Is.EqualTo((string[])[$"a {read}", $"b {read}", $"c {read}"]));
    }

    [Test]
    public void Without_a_format_of_style_jsonl_JSON_lines_are_left_out()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution);
        var listing = new SourceListing { Files = _ => ["a.csv", "b.jsonl"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Solution!.Projects[0].Objects.Select(one => one.Name), Is.EqualTo((string[])["a"]));
        Assert.That(loaded.Diagnostics[0].Message, Does.Contain("'b.jsonl'"));
    }

    [Test]
    public void A_folder_without_a_file_of_a_known_format_is_an_error_that_names_what_is_there()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), Solution);
        var listing = new SourceListing { Files = _ => ["notes.md"] };

        var loaded = SolutionLoader.Load(folder.Path, null, new SolutionLoadOptions { Listing = listing });

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1031"]));
        Assert.That(loaded.Diagnostics[0].Message, Does.Contain("'notes.md'"));
    }
}

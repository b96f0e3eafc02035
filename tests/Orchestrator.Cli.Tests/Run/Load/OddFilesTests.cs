using System.Text;

namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Files as people have them, through the command: validated, shown, run.</summary>
internal sealed class OddFilesTests
{
    private const string Formats =
        "{style: csv, field: \";\", encoding: windows-1252, header: none, skipLines: 1, skipLastLines: 1}";

    [Test]
    public void A_format_is_shown_with_its_package_and_its_file_is_loaded()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", Solution(Formats));
        Directory.CreateDirectory(Path.Combine(folder.Path, "data"));
        File.WriteAllBytes(Path.Combine(folder.Path, "data", "customer.txt"),
            Encoding.Latin1.GetBytes("Kunden\n1;Zoë\n2;Ælf\nSumme: 2\n"));

        var valid = Called.With(folder.Path, "validate");
        var shown = Called.With(folder.Path, "show", "Staging/customer");
        var run = Called.With(folder.Path, "run");

        Assert.That(valid.ExitCode, Is.Zero, valid.Error + valid.Out);
        Assert.That(shown.Out, Does.Match(@"source\.format\.encoding +windows-1252"));
        Assert.That(shown.Out, Does.Match(@"source\.format\.header +none"));
        Assert.That(shown.Out, Does.Match(@"source\.format\.skipLastLines +1"));
        Assert.That(run.ExitCode, Is.Zero, run.Error + run.Out);
        Assert.That(DataFile.Rows(folder.Path, "Staging.db", "select Name from customer order by Id"),
            Is.EqualTo((string[])["Zoë", "Ælf"]));
    }

    [Test]
    public void A_format_that_says_what_does_nothing_is_refused_with_what_to_write()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", Solution("{style: bcp, header: none}"));

        var called = Called.With(folder.Path, "validate");

        Assert.That(called.ExitCode, Is.Not.Zero);
        Assert.That(called.Out + called.Error, Does.Contain("ORC1038").And.Contain("'header' does nothing"));
    }

    private static string Solution(string format) => $$"""
        formatVersion: 1
        solution: Odd
        connections:
          - connection: Files
            platform: Files
            folder: data
            formats: {odd: {{format}}}
          - {connection: Staging, platform: Sqlite, stage: STG}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            source: Files
            target: Staging
            objects:
              - object: customer
                source: {file: customer.txt, format: odd}
                columns: [{column: Id, dataType: int, key: 1}, {column: Name, dataType: nvarchar(10)}]

        """;
}

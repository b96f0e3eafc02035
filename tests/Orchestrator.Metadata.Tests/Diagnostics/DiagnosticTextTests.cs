using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Tests.Diagnostics;

internal sealed class DiagnosticTextTests
{
    private static readonly Origin Place = new("connections/A.yaml", 3, 5);

    [Test]
    public void A_diagnostic_shows_place_line_caret_and_repair()
    {
        var diagnostic = new Diagnostic("ORC1010", Severity.Error, Place, "the key 'foldr' is not known", "Take care",
            "folder", "  - foldr: data")
        { Fix = new Fix(Place, 5, "folder") };

        var text = DiagnosticText.Format(diagnostic);

        Assert.That(text, Is.EqualTo("""
            connections/A.yaml:3:5 ORC1010: the key 'foldr' is not known
                  - foldr: data
                    ^
              did you mean 'folder'?
              Take care
            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Control_and_direction_characters_are_written_out()
    {
        var diagnostic = new Diagnostic("ORC1012", Severity.Warning, Place, "got: '\u001b[31m'",
            SourceLine: "a: \u202e\tb");

        var text = DiagnosticText.Format(diagnostic);

        Assert.That(text, Does.StartWith("connections/A.yaml:3:5 warning ORC1012: got: '\\u001b[31m'"));
        Assert.That(text, Does.Contain("a: \\u202e b"));
        Assert.That(text.Where(character => char.IsControl(character) && character != '\n'), Is.Empty);
    }

    [Test]
    public void Twenty_are_listed_and_the_rest_is_counted()
    {
        var diagnostics = Enumerable.Range(1, 23)
            .Select(line => new Diagnostic("ORC1010", Severity.Error, Place with { Line = line }, "x")).ToList();

        var text = DiagnosticText.FormatAll(diagnostics);

        Assert.That(text, Does.EndWith("A.yaml:20:5 ORC1010: x\nand 3 more\n23 errors, 0 warnings\n"));
    }

    [TestCase("levl", "level")]
    [TestCase("paltform", "platform")]
    [TestCase("xyz", null)]
    public void The_nearest_word_is_within_a_third_of_the_length(string written, string? expected)
    {
        var nearest = Nearest.Find(written, ["level", "platform", "folder"]);

        Assert.That(nearest, Is.EqualTo(expected));
    }
}

using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Text;

internal sealed class OutsideTextTests
{
    private static readonly OutsideText Outside = OutsideText.WithoutSecrets;

    [TestCase("plain text, ümlauts and 表", "plain text, ümlauts and 表")]
    [TestCase("\u001b[31mred\u0007", "\\u{1B}[31mred\\u{7}")]
    [TestCase("a\r\nb\tc", "a\\r\\nb\\tc")]
    [TestCase("user\u202Egpj.exe", "user\\u{202E}gpj.exe")]
    [TestCase("zero\u200Bwidth\u2028line\u0085next", "zero\\u{200B}width\\u{2028}line\\u{85}next")]
    public void Characters_that_act_on_a_terminal_are_shown_instead(string text, string expected)
    {
        var line = Outside.Line(text);

        Assert.That(line, Is.EqualTo(expected));
    }

    [Test]
    public void A_lone_surrogate_is_shown_as_its_code()
    {
        var line = Outside.Line("\uD800lone");

        Assert.That(line, Is.EqualTo("\\u{D800}lone"));
    }

    [Test]
    public void A_block_keeps_its_lines_and_nothing_else_that_acts()
    {
        var block = Outside.Block("one\r\ntwo\rthree\u001b[2J");

        Assert.That(block, Is.EqualTo("one\ntwo\\rthree\\u{1B}[2J"));
    }

    [Test]
    public void Mermaid_labels_hold_neither_quotes_nor_tags()
    {
        var label = Outside.Mermaid("a\"]; click <b>");

        Assert.That(label, Is.EqualTo("a#34;#93;#59; click #60;b#62;"));
    }

    [Test]
    public void Dot_strings_cannot_be_left()
    {
        var label = Outside.Dot("a\" -> \\\"b");

        Assert.That(label, Is.EqualTo("a\\\" -> \\\\\\\"b"));
    }
}

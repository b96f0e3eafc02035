using Orchestrator.Packages.Texts;

namespace Orchestrator.Packages.Tests.Texts;

/// <summary>Which values are a piece of the name of a file.</summary>
internal sealed class RunFileNamesTests
{
    [TestCase("2026-11-28")]
    [TestCase("it's; rm -rf 'x' $(id) `id` [a] {b} \u2019")]
    [TestCase("DE")]
    [TestCase("CON")]
    [TestCase("a.")]
    public void A_piece_of_a_name_is_taken(string value) => Assert.That(RunFileNames.Refusal(value), Is.Null);

    [TestCase(null, "is NULL")]
    [TestCase("", "is empty")]
    [TestCase("../canary", "holds ..")]
    [TestCase("a..b", "holds ..")]
    [TestCase("/etc/passwd", "holds /")]
    [TestCase("a\\b", "holds \\")]
    [TestCase("C:", "holds :")]
    [TestCase("*", "holds *")]
    [TestCase("a?", "holds ?")]
    [TestCase("a\0b", "holds a control character")]
    [TestCase("a\nb", "holds a control character")]
    public void What_leads_elsewhere_or_stands_for_others_is_refused(string? value, string why) =>
        Assert.That(RunFileNames.Refusal(value), Is.EqualTo(why));

    [Test]
    public void What_no_system_keeps_is_refused()
    {
        Assert.That(RunFileNames.Refusal(new string('a', 4_000)), Does.Contain("longer than"));
        Assert.That(RunFileNames.Refusal("\ud800"), Is.EqualTo("holds half of a character"));
    }
}

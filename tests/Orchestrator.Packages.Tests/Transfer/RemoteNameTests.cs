using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>What a server may call a file.</summary>
internal sealed class RemoteNameTests
{
    [TestCase("a.csv")]
    [TestCase("a b.csv")]
    [TestCase("..a")]
    [TestCase("ä’;$(x)`'.csv")]
    public void A_name_of_a_file_is_one(string name) => Assert.That(RemoteName.Refusal(name), Is.Null);

    [TestCase("")]
    [TestCase(".")]
    [TestCase("..")]
    [TestCase("../a")]
    [TestCase("/etc/passwd")]
    [TestCase("a/b")]
    [TestCase("..\\a")]
    [TestCase("a\nb")]
    [TestCase("a\r")]
    [TestCase("a\0b")]
    [TestCase("a\u001b[31m")]
    [TestCase("a\u2028b")]
    [TestCase("a\u202Evsc.b")]
    [TestCase("a\uFFFDb")]
    public void What_leads_elsewhere_or_hides_something_is_none(string name) =>
        Assert.That(RemoteName.Refusal(name), Is.Not.Null);

    [Test]
    public void A_name_is_shown_so_that_nothing_of_it_acts() => Assert.That(
        (RemoteName.Shown("a\n\u001bb"), RemoteName.Shown(new string('x', 200)).Length),
        Is.EqualTo((@"a\u000A\u001Bb", 81)));

    [TestCase("a/b/c", "a", "b", "c")]
    [TestCase("/a/b", "/", "a", "b")]
    [TestCase("a", "", "", "a")]
    [TestCase("/x/a", "/x/", "", "a")]
    public void Folders_and_a_name_are_one_path(string path, params string[] parts) =>
        Assert.That(RemoteName.Join(parts), Is.EqualTo(path));
}

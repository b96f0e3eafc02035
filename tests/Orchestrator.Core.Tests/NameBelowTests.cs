namespace Orchestrator.Core.Tests;

internal sealed class NameBelowTests
{
    [TestCase("a.csv", true)]
    [TestCase("in/a b.csv", true)]
    [TestCase(".a/..b", true)]
    [TestCase("", false)]
    [TestCase("/a.csv", false)]
    [TestCase("a/", false)]
    [TestCase("a//b", false)]
    [TestCase("a/../b", false)]
    [TestCase("./a", false)]
    [TestCase("a\\b", false)]
    [TestCase("a\nb", false)]
    public void A_name_stays_below_its_folder(string name, bool stays) =>
        Assert.That(NameBelow.Stays(name), Is.EqualTo(stays));
}

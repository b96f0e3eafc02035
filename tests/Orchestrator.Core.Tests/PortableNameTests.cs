namespace Orchestrator.Core.Tests;

/// <summary>Names that each system keeps.</summary>
internal sealed class PortableNameTests
{
    [TestCase("a.csv")]
    [TestCase(".hidden")]
    [TestCase("Überschuß 2026-11 (neu).csv")]
    [TestCase("CONTROL.csv")]
    [TestCase("COM10")]
    [TestCase("COMA")]
    [TestCase("nulls")]
    [TestCase("😀")]
    public void What_each_system_keeps_is_taken(string name) => Assert.That(PortableName.Refusal(name), Is.Null);

    [TestCase("", "is empty")]
    [TestCase(".", "ends with a dot")]
    [TestCase("..", "ends with a dot")]
    [TestCase("a.", "ends with a dot")]
    [TestCase("a ", "ends with a blank")]
    [TestCase("a/b", "holds /")]
    [TestCase("a\\b", "holds \\")]
    [TestCase("a:b", "holds :")]
    [TestCase("a*", "holds *")]
    [TestCase("what?", "holds ?")]
    [TestCase("a|b", "holds |")]
    [TestCase("\"a\"", "holds \"")]
    [TestCase("a\tb", "holds a control character")]
    [TestCase("a\0b", "holds a control character")]
    [TestCase("nul", "is the name of a device there")]
    [TestCase("Con.csv", "is the name of a device there")]
    [TestCase("aux .txt", "is the name of a device there")]
    [TestCase("LPT1.a.b", "is the name of a device there")]
    [TestCase("com²", "is the name of a device there")]
    public void What_one_does_not_keep_is_refused_with_its_reason(string name, string why) =>
        Assert.That(PortableName.Refusal(name), Is.EqualTo(why));

    [Test]
    public void A_name_is_as_long_as_Linux_takes_it_and_no_half_of_a_character()
    {
        Assert.That(PortableName.Refusal(new string('a', 255)), Is.Null);
        Assert.That(PortableName.Refusal(new string('ä', 128)), Is.EqualTo("is longer than 255 bytes"));
        Assert.That(PortableName.Refusal("a\uD83D"), Is.EqualTo("holds half of a character"));
        Assert.That(PortableName.Refusal("\uDE00a"), Is.EqualTo("holds half of a character"));
    }
}

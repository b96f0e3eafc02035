using System.Text;

namespace Orchestrator.Tidy.Tests;

/// <summary>How source files lie in their folders; white space within them is an error of the build (IDE0055).
/// </summary>
internal sealed class WhiteSpaceTests
{
    private const string Mark = "a mark of the encoding";
    private const string Blank = "a blank at the end of a line";
    private const string NoEnd = "no end of the last line";
    private const string EmptyEnd = "an empty line at the end";

    [Test]
    public void A_source_file_has_no_mark_no_tabs_no_carriage_returns_and_an_end_of_its_last_line()
    {
        var wrong =
            from path in Repository.Files("*.cs")
            let what = WrongIn(File.ReadAllBytes(path))
            where what.Length > 0
            select $"{Repository.Relative(path)}: {what}";

        Assert.That(wrong, Is.Empty);
    }

    [TestCase("class A;\n", "")]
    [TestCase("\uFEFFclass A;\n", Mark)]
    [TestCase("class A;\r\n", "a carriage return")]
    [TestCase("class A\n{\n\tint a;\n}\n", "a tab")]
    [TestCase("class A; \n", Blank)]
    [TestCase("class A;\n\n", EmptyEnd)]
    [TestCase("class A;", NoEnd)]
    [TestCase("", NoEnd)]
    public void What_is_wrong_is_found(string text, string what) =>
        Assert.That(WrongIn(Encoding.UTF8.GetBytes(text)), Is.EqualTo(what));

    private static string WrongIn(byte[] file) => file switch
    {
        [0xEF, 0xBB, 0xBF, ..] => Mark,
        _ when file.Contains((byte)'\r') => "a carriage return",
        _ when file.Contains((byte)'\t') => "a tab",
        _ when file.AsSpan().IndexOf(" \n"u8) >= 0 => Blank,
        [.., (byte)'\n', (byte)'\n'] => EmptyEnd,
        [.., (byte)'\n'] => "",
        _ => NoEnd,
    };
}

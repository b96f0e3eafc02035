using Orchestrator.Metadata.Selection;

namespace Orchestrator.Metadata.Tests.Selection;

internal sealed class WildcardTests
{
    [TestCase("*", "", true)]
    [TestCase("a*c", "abbc", true)]
    [TestCase("a*c", "abbcd", false)]
    [TestCase("*b*b*", "abab", true)]
    [TestCase("*b*b*", "aba", false)]
    [TestCase("?", "", false)]
    [TestCase("a?c", "abc", true)]
    [TestCase("A*", "abc", false)]
    [TestCase("[dbo].*", "[dbo].x", true)]
    public void Star_and_question_mark_are_all_there_is(string pattern, string text, bool expected)
    {
        Assert.That(Wildcard.Matches(pattern, text), Is.EqualTo(expected));
    }
}

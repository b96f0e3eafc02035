namespace Orchestrator.Core.Tests;

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

    [Test]
    public void Two_patterns_overlap_where_one_text_is_what_both_say()
    {
        var texts = Words("ab", 6);
        foreach (var one in Words("ab*?", 3))
        {
            foreach (var other in Words("ab*?", 3))
            {
                Assert.That(Wildcard.Overlap(one, other),
                    Is.EqualTo(texts.Exists(text => Wildcard.Matches(one, text) && Wildcard.Matches(other, text))),
                    $"'{one}' and '{other}'");
            }
        }
    }

    private static List<string> Words(string letters, int longest)
    {
        List<string> words = [""];
        for (var begin = 0; longest > 0; longest--)
        {
            var end = words.Count;
            words.AddRange([.. words[begin..end].SelectMany(word => letters.Select(letter => word + letter))]);
            begin = end;
        }

        return words;
    }
}

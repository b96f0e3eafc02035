using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Types;

internal sealed class HalfCharacterTests
{
    private const string Smile = "\U0001F600";

    [Test]
    public void A_text_holds_a_half_where_the_other_one_does_not_stand_beside_it()
    {
        var (first, second) = (Smile[..1], Smile[1..]);

        string[] whole = ["", "a", $"a{Smile}b", Smile + Smile];
        string[] broken = [$"a{first}", $"{second}b", second + first, first + Smile, Smile + second];

        Assert.That(whole.Where(HalfCharacter.IsIn), Is.Empty);
        Assert.That(broken.Where(text => !HalfCharacter.IsIn(text)), Is.Empty);
    }

    [TestCase(1, "a")]
    [TestCase(2, "a")]
    [TestCase(3, $"a{Smile}")]
    public void What_is_cut_ends_with_a_whole_character(int length, string kept) =>
        Assert.That(HalfCharacter.Cut($"a{Smile}b", length), Is.EqualTo(kept));
}

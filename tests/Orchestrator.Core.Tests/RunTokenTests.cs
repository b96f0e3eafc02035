namespace Orchestrator.Core.Tests;

internal sealed class RunTokenTests
{
    [Test]
    public void Runs_of_one_number_are_told_apart_by_their_ids_and_later_runs_have_greater_tokens()
    {
        var (one, other) = (Guid.NewGuid(), Guid.NewGuid());
        var token = RunToken.Of(7, one);

        Assert.That((RunToken.IsOfAnother(token, one), RunToken.IsOfAnother(token, other)), Is.EqualTo((false, true)));
        Assert.That(RunToken.Of(8, other), Is.GreaterThan(token));
        Assert.That(RunToken.Of(int.MaxValue, one), Is.GreaterThan(0));
    }

    [Test]
    public void A_token_of_a_version_before_is_a_number_and_says_nothing_of_an_id()
    {
        Assert.That(RunToken.Of(7, Guid.Empty), Is.EqualTo(7));
        Assert.That((RunToken.IsBare(7), RunToken.IsOfAnother(7, Guid.NewGuid())), Is.EqualTo((true, false)));
        Assert.That(RunToken.IsBare(RunToken.Of(1, Guid.NewGuid())), Is.False);
    }
}

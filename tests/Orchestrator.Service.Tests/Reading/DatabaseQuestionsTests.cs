using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Tests.Reading;

/// <summary>A database that is silent holds up who asks it for a moment, and nobody else.</summary>
internal sealed class DatabaseQuestionsTests
{
    [Test]
    public async Task An_answer_is_kept_and_asked_for_again_later()
    {
        var clock = new FakeClock();
        var questions = new DatabaseQuestions(clock);
        var asked = 0;
        Task<string?> AskAsync() => questions.AskAsync("a", _ => $"{++asked}", default);

        var first = await AskAsync();
        var second = await AskAsync();
        clock.Advance(TimeSpan.FromSeconds(4));
        var third = await AskAsync();

        Assert.That((first, second, third), Is.EqualTo(("1", "1", "2")));
    }

    [Test]
    public async Task Whoever_asks_a_silent_database_is_told_that_there_is_no_answer_and_it_is_asked_once()
    {
        var questions = new DatabaseQuestions(TimeProvider.System);
        using var silence = new ManualResetEventSlim();
        var asked = 0;
        Task<string?> AskAsync(string key) => questions.AskAsync(
            key,
            over =>
            {
                Interlocked.Increment(ref asked);
                silence.Wait(over);
                return "at last";
            },
            default);

        var answers = await Task.WhenAll(AskAsync("silent"), AskAsync("silent"));
        var other = await questions.AskAsync("other", _ => "at once", default);
        silence.Set();
        var later = await AskAsync("silent");

        Assert.That(answers, Is.EqualTo(new string?[] { null, null }));
        Assert.That((other, later, asked), Is.EqualTo(("at once", "at last", 1)));
    }

    [Test]
    public async Task Databases_that_are_silent_hold_a_few_threads_and_no_more()
    {
        var questions = new DatabaseQuestions(TimeProvider.System);
        using var silence = new ManualResetEventSlim();
        var asked = 0;

        var answers = await Task.WhenAll(Enumerable.Range(0, 30).Select(number => questions.AskAsync(
            $"{number}",
            over =>
            {
                Interlocked.Increment(ref asked);
                silence.Wait(over);
                return "at last";
            },
            default)));
        silence.Set();

        Assert.That(answers, Has.All.Null);
        Assert.That(asked, Is.EqualTo(8));
    }
}

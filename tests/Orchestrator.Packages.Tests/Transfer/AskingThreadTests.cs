using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Whoever asks a file server waits for the answer, and not for the client of it.</summary>
internal sealed class AskingThreadTests
{
    private AskingThread _asking = null!;

    [SetUp]
    public void Begin() => _asking = new AskingThread();

    [TearDown]
    public void End() => _asking.Dispose();

    [Test]
    public void Whoever_cancels_leaves_a_step_behind_that_still_waits()
    {
        using var answers = new ManualResetEventSlim();
        using var ended = new ManualResetEventSlim();
        using var cancelling = new CancellationTokenSource();

        Assert.That(
            () => _asking.Do(
                () =>
                {
                    cancelling.Cancel();
                    answers.Wait();
                    ended.Set();
                    return 1;
                },
                cancelling.Token),
            Throws.InstanceOf<OperationCanceledException>());

        Assert.That(ended.IsSet, Is.False);
        answers.Set();
        ended.Wait();
    }

    [Test]
    public void Answers_and_faults_come_as_they_are_from_one_thread()
    {
        var threads = new[] { 1, 2 }
            .Select(_ => _asking.Do(() => Environment.CurrentManagedThreadId, CancellationToken.None)).ToList();

        Assert.That(threads.Distinct().Single(), Is.Not.EqualTo(Environment.CurrentManagedThreadId));
        Assert.That(
            () => _asking.Do<int>(() => throw new TimeoutException("silent"), CancellationToken.None),
            Throws.TypeOf<TimeoutException>().With.Message.EqualTo("silent"));
    }

    [Test]
    public void Behind_its_end_nothing_is_asked()
    {
        _asking.Dispose();

        Assert.That(() => _asking.Do(() => 1, CancellationToken.None), Throws.TypeOf<ObjectDisposedException>());
    }
}

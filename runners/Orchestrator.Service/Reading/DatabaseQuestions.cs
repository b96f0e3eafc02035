using System.Diagnostics.CodeAnalysis;

namespace Orchestrator.Service.Reading;

/// <summary>
/// Asks databases beside the ledger, which may be silent: a question has a thread of its own, is asked once however
/// many want to know, and its answer is kept for some seconds. Who asks waits for two seconds and is told then that
/// there is no answer yet; the question is given up some time later. Nothing is asked while nobody looks. Safe for
/// threads.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "What gives a question up ends with it.")]
internal sealed class DatabaseQuestions(TimeProvider time)
{
    /// <summary>How long somebody waits for an answer.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private const int KeptMax = 200;
    private const int AtATime = 8;

    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan GivenUp = TimeSpan.FromSeconds(30);

    private readonly Dictionary<string, Question> _questions = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();

    /// <summary>The answer; null = there is none yet.</summary>
    /// <param name="key">Tells questions apart.</param>
    /// <param name="ask">Asks, until the token fires; must not throw for what databases do.</param>
    /// <param name="aborted">Ends the wait and not the question.</param>
    public async Task<T?> AskAsync<T>(string key, Func<CancellationToken, T> ask, CancellationToken aborted)
        where T : class
    {
        if (Asked(key, ask) is not { } answer)
        {
            return null;
        }

        try
        {
            return (T)await answer.WaitAsync(Patience, time, aborted);
        }
        catch (Exception silent) when (silent is TimeoutException
            || (silent is OperationCanceledException && !aborted.IsCancellationRequested))
        {
            return null;
        }
    }

    private Task<object>? Asked<T>(string key, Func<CancellationToken, T> ask)
        where T : class
    {
        lock (_lock)
        {
            if (_questions.TryGetValue(key, out var known) && known.IsGood(time))
            {
                return known.Answer;
            }

            // Databases that hang hold a few threads, and no more.
            if (_questions.Values.Count(question => !question.Answer.IsCompleted) >= AtATime)
            {
                return null;
            }

            if (_questions.Count >= KeptMax)
            {
                foreach (var old in _questions.Where(each => !each.Value.IsGood(time)).ToList())
                {
                    _questions.Remove(old.Key);
                }
            }

            return (_questions[key] = new Question(over => ask(over), time)).Answer;
        }
    }

    private sealed class Question
    {
        private long _got;

        public Question(Func<CancellationToken, object> ask, TimeProvider time)
        {
            var over = new CancellationTokenSource(GivenUp, time);
            Answer = Task.Factory.StartNew(
                () => Asked(ask, over, time), CancellationToken.None, TaskCreationOptions.LongRunning,
                TaskScheduler.Default);
        }

        public Task<object> Answer { get; }

        public bool IsGood(TimeProvider time) => !Answer.IsCompleted
            || (Answer.IsCompletedSuccessfully && time.GetElapsedTime(_got) < Fresh);

        private object Asked(Func<CancellationToken, object> ask, CancellationTokenSource over, TimeProvider time)
        {
            using (over)
            {
                var answer = ask(over.Token);
                _got = time.GetTimestamp();
                return answer;
            }
        }
    }
}

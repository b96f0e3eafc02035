using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Reading;

/// <summary>
/// Asks the ledger, over a connection that is closed right after. What was asked less than a second ago is not asked
/// again, and what several want at once is asked once, unless it is asked anew; few ask at a time, so that a ledger
/// that is slow holds few threads. Writes nothing. Safe for threads.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "A semaphore whose handle nobody waits for holds nothing.")]
internal sealed class LedgerCache(LedgerLocation location, TimeProvider time)
{
    private const int AtATime = 4;
    private const int KeptMax = 64;

    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly LedgerLocation _location = location with { ReadPatience = TimeSpan.FromSeconds(2) };
    private readonly ConcurrentDictionary<string, CachedAnswer> _answers = new(StringComparer.Ordinal);
    private readonly SemaphoreSlim _room = new(AtATime);
    private readonly Lock _asking = new();

    /// <summary>The answer to a question; null where there is no ledger yet.</summary>
    /// <param name="key">Tells questions apart.</param>
    /// <param name="ask">Asks it; runs on a thread of the pool.</param>
    /// <param name="aborted">Ends the wait and not the question.</param>
    /// <exception cref="LedgerException">It cannot be read, or does not answer.</exception>
    public async Task<T?> AskAsync<T>(string key, Func<LedgerReader, T> ask, CancellationToken aborted)
        where T : class
    {
        try
        {
            return (T?)await Asked(key, ask).WaitAsync(Patience, time, aborted);
        }
        catch (TimeoutException)
        {
            throw NoAnswer();
        }
    }

    /// <summary>The same, of the ledger as it is now: for what is decided by it.</summary>
    /// <exception cref="LedgerException">It cannot be read, or does not answer.</exception>
    public async Task<T?> AskAnewAsync<T>(Func<LedgerReader, T> ask, CancellationToken aborted)
        where T : class?
    {
        try
        {
            return (T?)await AskNowAsync(ask).WaitAsync(Patience, time, aborted);
        }
        catch (TimeoutException)
        {
            throw NoAnswer();
        }
    }

    private Task<object?> Asked<T>(string key, Func<LedgerReader, T> ask)
        where T : class
    {
        lock (_asking)
        {
            if (_answers.TryGetValue(key, out var known) && IsFresh(known))
            {
                return known.Task;
            }

            MakeRoom();
            var answer = new CachedAnswer(AskNowAsync(ask));
            _ = answer.Task.ContinueWith(
                _ => answer.Got = time.GetTimestamp(), CancellationToken.None,
                TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
            _answers[key] = answer;
            return answer.Task;
        }
    }

    private bool IsFresh(CachedAnswer answer) => !answer.Task.IsCompleted || (answer.Task.IsCompletedSuccessfully
        && answer.Got is { } got && time.GetElapsedTime(got) < Fresh);

    private async Task<object?> AskNowAsync<T>(Func<LedgerReader, T> ask)
        where T : class?
    {
        if (!await _room.WaitAsync(Patience))
        {
            throw NoAnswer();
        }

        try
        {
            return await Task.Run(() =>
            {
                using var reader = LedgerReader.Open(_location, time);
                return (object?)(reader is null ? null : ask(reader));
            });
        }
        finally
        {
            _room.Release();
        }
    }

    private LedgerException NoAnswer() => new(LedgerCodes.CannotOpen,
        $"The ledger '{_location.Name}' has not answered for {Patience.TotalSeconds:0} s. `orchestrator ledger status` "
        + "looks at it alone.");

    private void MakeRoom()
    {
        if (_answers.Count < KeptMax)
        {
            return;
        }

        foreach (var (key, answer) in _answers)
        {
            if (!IsFresh(answer))
            {
                _answers.TryRemove(key, out _);
            }
        }
    }

    private sealed class CachedAnswer(Task<object?> task)
    {
        public Task<object?> Task { get; } = task;

        public long? Got { get; set; }
    }
}

namespace Orchestrator.Tds;

/// <summary>What the clients sent, one line each, in the order in which it came.</summary>
public sealed class Recorder
{
    private readonly Lock _lock = new();
    private readonly List<(int Session, string Text)> _lines = [];
    private readonly List<(Func<string, bool> Condition, TaskCompletionSource Signal)> _waiting = [];

    /// <summary>The lines, each behind the number of its session: <c>1 batch select 1</c>.</summary>
    public IReadOnlyList<string> Lines => Read(_ => true, line => $"{line.Session} {line.Text}");

    /// <summary>The lines as one text, for an approved file.</summary>
    public string Text => string.Join('\n', Lines);

    /// <summary>The lines of one session, without its number.</summary>
    public IReadOnlyList<string> Of(int session) => Read(line => line.Session == session, line => line.Text);

    /// <summary>Completes once a line holds that text; at once if one does already.</summary>
    public Task Saw(string text) => Saw(line => line.Contains(text, StringComparison.Ordinal));

    /// <summary>Completes once a line meets the condition; at once if one does already.</summary>
    public Task Saw(Func<string, bool> condition)
    {
        var signal = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_lock)
        {
            if (_lines.Exists(line => condition(line.Text)))
            {
                return Task.CompletedTask;
            }

            _waiting.Add((condition, signal));
        }

        return signal.Task;
    }

    internal void Add(int session, string text)
    {
        lock (_lock)
        {
            _lines.Add((session, text));
            foreach (var (_, signal) in _waiting.Where(one => one.Condition(text)))
            {
                signal.TrySetResult();
            }
        }
    }

    private List<string> Read(
        Func<(int Session, string Text), bool> filter, Func<(int Session, string Text), string> show)
    {
        lock (_lock)
        {
            return [.. _lines.Where(filter).Select(show)];
        }
    }
}

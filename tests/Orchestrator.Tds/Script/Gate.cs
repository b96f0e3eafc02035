namespace Orchestrator.Tds;

/// <summary>A place where an answer waits until the test lets it go on: the way to be slow without a clock.</summary>
public sealed class Gate
{
    private readonly TaskCompletionSource _reached = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when somebody waits here, or has waited.</summary>
    public Task Reached => _reached.Task;

    internal Task Opened => _opened.Task;

    /// <summary>Lets everybody go on, for good.</summary>
    public void Open() => _opened.TrySetResult();

    internal void Reach() => _reached.TrySetResult();
}

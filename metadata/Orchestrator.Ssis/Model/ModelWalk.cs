namespace Orchestrator.Ssis.Model;

/// <summary>Walks a package in the order of its file: a container before what stands in it, then its event handlers.
/// </summary>
public static class ModelWalk
{
    /// <summary>An executable and all that stands in it.</summary>
    public static IEnumerable<SsisExecutable> Of(SsisExecutable executable)
    {
        var waiting = new Stack<SsisExecutable>([executable]);
        while (waiting.TryPop(out var next))
        {
            yield return next;
            foreach (var child in next.Children.Concat(HandlersOf(next).SelectMany(each => each.Children)).Reverse())
            {
                waiting.Push(child);
            }
        }
    }

    /// <summary>The handlers of an executable, and theirs.</summary>
    public static IEnumerable<SsisEventHandler> HandlersOf(SsisExecutable executable)
    {
        var waiting = new Stack<SsisEventHandler>(executable.Handlers.Reverse());
        while (waiting.TryPop(out var next))
        {
            yield return next;
            foreach (var handler in next.Handlers.Reverse())
            {
                waiting.Push(handler);
            }
        }
    }
}

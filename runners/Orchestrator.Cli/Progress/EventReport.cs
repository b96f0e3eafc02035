using Orchestrator.Cli.Output;
using Orchestrator.Cli.Screens;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Progress;

/// <summary>A run as event lines for machines: exactly one start first and one end last.</summary>
internal sealed class EventReport(TextWriter writer) : IProgressReport
{
    public void Tell(RunNotice notice)
    {
        if (EventDocument.Of(notice) is { } document)
        {
            writer.WriteLine(Json.Event(document));
        }
    }

    public void Dispose() => writer.Flush();
}

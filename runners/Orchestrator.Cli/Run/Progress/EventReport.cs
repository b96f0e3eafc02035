using Orchestrator.Runner;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>A run as event lines for machines, the same as in events.jsonl: one start first and one end last.</summary>
internal sealed class EventReport(TextWriter writer, OutsideText gate) : IProgressReport
{
    private readonly EventLines _lines = new(gate);
    private DateTimeOffset _began;

    public void Tell(RunNotice notice)
    {
        if (notice is RunBegan began)
        {
            _began = began.Header.StartedAt;
        }

        if (_lines.Of(notice, _began) is { } line)
        {
            writer.WriteLine(line);
        }
    }

    public void Dispose() => writer.Flush();
}

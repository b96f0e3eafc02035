using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Runner;
using Spectre.Console;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>Progress in a terminal: a screen that is redrawn four times a second on a thread of its own.</summary>
internal sealed class LiveReport(
    Host host, Printer printer, bool colour, Func<string, string> next) : IProgressReport
{
    private static readonly TimeSpan Redraw = TimeSpan.FromMilliseconds(250);

    private readonly ManualResetEventSlim _over = new();
    private readonly List<Line> _afterwards = [];
    private readonly TurnNotices _turns = new();
    private Thread? _thread;
    private TimeSpan _ratedAt;
    private long _ratedRows;
    private double _rate;

    public void Tell(RunNotice notice)
    {
        if (notice is RunBegan began)
        {
            _turns.Begin(began);
            printer.Write(RunHeaderScreen.Lines(began.Header));
            _thread = new Thread(() => Show(began.View)) { IsBackground = true, Name = "live progress" };
            _thread.Start();
            return;
        }

        lock (_afterwards)
        {
            _afterwards.AddRange(Afterwards(notice));
        }
    }

    /// <summary>What of a notice is shown below the screen, and stays once that is gone.</summary>
    private IEnumerable<Line> Afterwards(RunNotice notice) => notice switch
    {
        NodeChanged { Failure: { } failure } changed => _turns.Shows(changed.Node)
            ? FailureScreen.Lines(failure, next(failure.NextCommand)) : [],
        StopAsked stop => [LineReport.StopLine(stop)],
        RunTrouble trouble => LineReport.TroubleLines(trouble, next),
        RunRemark remark => [remark.Text],
        AttemptWarns warns => [LineReport.WarningLine(warns)],
        RequestAnswered answered => [LineReport.AnswerLine(answered)],
        _ => [],
    };

    public void Dispose()
    {
        _over.Set();
        _thread?.Join();
        printer.Write(_afterwards);
        printer.Write(_turns.Rest());
        _over.Dispose();
    }

    private void Show(RunView view)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = colour ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.Yes,
            Out = new TerminalOutput(host),
        });
        console.Live(new LinesOf([])).AutoClear(true).Start(display =>
        {
            do
            {
                display.UpdateTarget(new LinesOf([.. Lines(view)]));
            }
            while (!_over.Wait(Redraw));
        });
    }

    private IEnumerable<Line> Lines(RunView view)
    {
        var snapshot = view.Snapshot();
        var elapsed = view.Elapsed;
        var rows = snapshot.Nodes.Where(each => each.Node.Kind == NodeKind.Package).Sum(each => each.RowsRead);
        if (elapsed - _ratedAt > TimeSpan.FromSeconds(1))
        {
            _rate = Math.Max(0, rows - _ratedRows) / (elapsed - _ratedAt).TotalSeconds;
            (_ratedAt, _ratedRows) = (elapsed, rows);
        }

        var lines = ProgressScreen.Lines(
            new ProgressMoment(snapshot, view.Selected, elapsed, _rate), host.Width, host.Height).ToList();
        lock (_afterwards)
        {
            lines.AddRange(_afterwards.TakeLast(5));
        }

        return lines.Take(host.Height - 1);
    }
}

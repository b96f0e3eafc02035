using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>Progress where no terminal is: a line per start and end, at most so many a second; of a loop one now and
/// then.</summary>
internal sealed class LineReport(Printer printer, Func<string, string> next, bool isVerbose) : IProgressReport
{
    private const int LinesPerSecond = 20;
    private const int NamedMax = 8;

    private readonly TurnNotices _turns = new();
    private long _second = -1;
    private int _written;
    private int _leftOut;

    public void Tell(RunNotice notice)
    {
        switch (notice)
        {
            case RunBegan began:
                _turns.Begin(began);
                printer.Write(RunHeaderScreen.Lines(began.Header));
                break;
            case NodeChanged { Node.Kind: NodeKind.Package } changed:
                Package(changed);
                break;
            case NodeChanged changed:
                Group(changed);
                break;
            case StopAsked stop:
                printer.Write(StopLine(stop));
                break;
            case RunTrouble trouble:
                printer.Write(TroubleLines(trouble, next));
                break;
            case RunRemark remark:
                printer.Write(remark.Text);
                break;
            case AttemptWarns warns:
                printer.Write(WarningLine(warns));
                break;
            case RequestAnswered answered:
                printer.Write(AnswerLine(answered));
                break;
            default:
                break;
        }
    }

    public void Dispose()
    {
        if (_leftOut > 0)
        {
            printer.Write(LeftOut());
        }

        printer.Write(_turns.Rest());
    }

    internal static Line StopLine(StopAsked stop) => new(
        $"stopping ({stop.By}): packages have {Words.Duration(stop.Grace)} to end; once more ends them hard", Ink.Warn);

    internal static Line WarningLine(AttemptWarns warns) =>
        new Line("warning ", Ink.Warn).Add($"{warns.Node.Name}: {warns.Text}");

    internal static IEnumerable<Line> TroubleLines(RunTrouble trouble, Func<string, string> next)
    {
        if (trouble.AtWork.Count == 0)
        {
            return [trouble.Text];
        }

        return
        [
            new Line("warning ", Ink.Warn).Add(trouble.Text),
            $"  at work: {Words.First(NamedMax, trouble.AtWork)}",
            $"  once the run has ended: {next(trouble.NextCommand)}",
        ];
    }

    internal static Line AnswerLine(RequestAnswered answered) => new(
        $"{answered.Verb} ({answered.By}): {answered.Text}", answered.IsDone ? Ink.Warn : Ink.Dim);

    private void Group(NodeChanged changed)
    {
        if (changed.Failure is { } failure && (isVerbose || _turns.Shows(changed.Node)))
        {
            printer.Write(FailureScreen.Lines(failure, next(failure.NextCommand)));
        }

        printer.Write(_turns.Of(changed));
    }

    private void Package(NodeChanged changed)
    {
        // Of a loop there is a line now and then.
        var isTold = isVerbose || !_turns.IsInTurn(changed.Node);
        if (changed.Failure is { } failure)
        {
            if (isVerbose || _turns.Shows(changed.Node))
            {
                printer.Write(FailureScreen.Lines(failure, next(failure.NextCommand)));
            }
        }
        else if (changed.To is NodeState.Running && isTold)
        {
            Throttled(changed, $"{Stamp(changed)} start  {changed.Node.Name}{Again(changed)}");
        }
        else if (changed.To is NodeState.Succeeded && isTold)
        {
            var rows = changed.Counts.ToString();
            Throttled(changed, $"{Stamp(changed)} end    {changed.Node.Name}  {rows}");
        }
        else if (changed.To is NodeState.Cancelled or NodeState.Abandoned or NodeState.SkippedByOperator
            || (isVerbose && changed.To is NodeState.Blocked))
        {
            Throttled(changed, $"{Stamp(changed)} {Words.Of(changed.To)}  {changed.Node.Name}  {changed.Why}");
        }
    }

    private void Throttled(NodeChanged changed, string text)
    {
        var second = (long)changed.At.TotalSeconds;
        if (second != _second)
        {
            (_second, _written) = (second, 0);
        }

        if (_written >= LinesPerSecond && !isVerbose)
        {
            _leftOut++;
            return;
        }

        if (_leftOut > 0)
        {
            printer.Write(LeftOut());
            _leftOut = 0;
        }

        _written++;
        printer.Write(text);
    }

    private string LeftOut() => $"  ({Words.Count(_leftOut, "line")} left out; run.log has all)";

    private static string Again(NodeChanged changed) => changed.Attempt > 1 ? $"  attempt {changed.Attempt}" : "";

    private static string Stamp(NodeChanged changed) => $"{changed.At.TotalSeconds,7:0.0}s";
}

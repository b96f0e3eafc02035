using Orchestrator.Cli.Grammar;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>Which report a call gets.</summary>
internal static class Reports
{
    public static IProgressReport For(Call call) => call switch
    {
        { IsJson: true } => new EventReport(call.Host.Out, new OutsideText(call.Host.Secrets)),
        { IsQuiet: true } => new FailureReport(call.Messages, Next(call)),
        { Host.ErrorIsTerminal: true } when call.Host.Variable("TERM") != "dumb" =>
            new LiveReport(call.Host, call.Messages, call.ColourError, Next(call)),
        _ => new LineReport(call.Messages, Next(call), call.IsVerbose),
    };

    private static Func<string, string> Next(Call call) => command => NextCommands.Line(call, command);
}

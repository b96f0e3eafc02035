using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Demo;

/// <summary>`demo [DIR]`: writes the sample `shop` with a million rows and runs it.</summary>
internal static class DemoVerb
{
    private const string DefaultFolder = "orchestrator-demo";

    private static readonly Argument<string?> Folder =
        Verb.Optional("DIR", $"Folder to write into [default: {DefaultFolder} below the current one]");

    public static Verb Create() => new("demo", "Write a sample of 120 packages and a million rows, and run it", Run)
    {
        Takes = [Folder],
        Examples = ["demo", "demo /tmp/shop"],
    };

    private static int Run(Call call)
    {
        var stop = new StopRequests();
        using var signals = new Signals(stop);
        using var asked = call.Host.Stop.Register(() => stop.Request("SIGINT", ExitCode.Interrupted));
        var folder = call.Folder(Folder) ?? call.NamedSolution ?? Path.Combine(call.Host.Folder, DefaultFolder);
        call.Say($"demo: the sample shop in {folder}");
        DemoFolder.Write(folder, text => call.Say($"demo: {text}"));
        var inFolder = call.In(folder);
        if (CallSolution.Batch(inFolder, null) is not { } batch)
        {
            return ExitCode.Usage;
        }

        var code = RunVerb.Carry(inFolder, RunVerb.Request(inFolder, batch, stop));
        if (!call.IsJson && code == ExitCode.Done)
        {
            call.Results.Write(["", new Line("try next (each line works as pasted):", Ink.Strong)]);
            call.Results.Write(Next(inFolder).Select(line => (Line)$"  {line}"));
        }

        return code;
    }

    private static IEnumerable<string> Next(Call call) =>
    [
        NextCommands.Line(call, "plan"),
        NextCommands.Line(call, "show Staging/customer"),
        NextCommands.Line(call, "show Staging/customer --sql"),
        NextCommands.Line(call, "history Staging/customer"),
        NextCommands.Line(call, "logs latest"),
        NextCommands.Line(call, "run -s Staging/customer+"),
        $"{call.Host.Command} help quick-start",
    ];
}

using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Ledger;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Cli.Status;

/// <summary>`logs [RUN]`: the run's log; with -f as it grows, until the run ends.</summary>
internal static class LogsVerb
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(300);

    private static readonly Argument<string?> Name =
        Verb.Optional("RUN", "A number, latest or latest~1 [default: latest]");

    private static readonly Option<bool> Follow = CommonOptions.Flag("--follow", "Go on until the run ends", "-f");

    public static Verb Create() => new("logs", "Show the log of a run", Run)
    {
        Takes = [Name, Follow],
        Look = "logs",
        Examples = ["logs", "logs -f", "logs 482 -o json"],
    };

    private static int Run(Call call)
    {
        using var reader = CallLedger.Open(call);
        if (reader is null)
        {
            call.Say($"nothing has run yet: there is no ledger {CallLedger.Location(call).Name}");
            return ExitCode.Done;
        }

        var run = CallLedger.Find(reader, call.Argument(Name) ?? "latest", call.EnvironmentName);
        var folder = RunFolders.Of(call.SolutionFolder, CallLedger.Location(call), run.Number);

        // The events are the log for machines, and are lines of JSON already.
        var file = Path.Combine(folder, call.IsJson ? "events.jsonl" : "run.log");
        if (!File.Exists(file))
        {
            throw new UsageException(
                $"run {run.Number} has no {Path.GetFileName(file)} in {folder}",
                "it is on the machine that ran it, unless somebody removed it; what the ledger knows shows "
                    + $"`orchestrator status {run.Number} --why`");
        }

        Copy(call, reader, run.Number, file);
        return ExitCode.Done;
    }

    private static void Copy(Call call, LedgerReader reader, long run, string file)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var text = new StreamReader(stream);
        var isFollowed = call.Flag(Follow).Value;
        var rest = "";
        while (true)
        {
            var isOver = !isFollowed || reader.Run(run)!.Verdict is not null;
            rest = Written(call, rest + text.ReadToEnd());
            if (isOver || call.Host.Pause(Poll))
            {
                break;
            }
        }

        if (rest.Length > 0)
        {
            Write(call, rest);
        }
    }

    /// <summary>Writes the whole lines and returns what is left of the last one.</summary>
    private static string Written(Call call, string text)
    {
        var lines = text.Split('\n');
        foreach (var line in lines[..^1])
        {
            Write(call, line.TrimEnd('\r'));
        }

        return lines[^1];
    }

    private static void Write(Call call, string line)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(line);
        }
        else
        {
            call.Results.Write(new Line(line));
        }
    }
}

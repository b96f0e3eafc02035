using System.Collections;
using System.Globalization;
using System.Text;
using Orchestrator.Cli;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Runner;
using Orchestrator.Runner.Artifacts;

// Before anything else, as its time is that of all this; a name that is no verb's costs what it loads.
if (args.Any(word => word is "run" or "retry" or "fired"))
{
    WarmUp.Begin();
}

// SQL Server's client refuses to work without cultures; ours is the invariant one on every thread all the same.
CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;

var variables = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
    .ToDictionary(each => (string)each.Key, each => (string?)each.Value ?? "", StringComparer.Ordinal);
// With a terminal's name .NET puts the keypad of that terminal into another mode at the first write, wherever the write
// goes, and leaves it so. What this command needs to know of the terminal it knows by now.
Environment.SetEnvironmentVariable("TERM", null);
var utf8 = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
Console.OutputEncoding = utf8;
var results = new TolerantStream(Console.OpenStandardOutput());
using var output = new StreamWriter(results, utf8) { NewLine = "\n", AutoFlush = true };
using var error = new StreamWriter(new TolerantStream(Console.OpenStandardError()), utf8)
{
    NewLine = "\n",
    AutoFlush = true,
};
var errorIsTerminal = !Console.IsErrorRedirected;
if (CurrentFolder() is not { } folder)
{
    error.WriteLine("orchestrator: the current folder is gone or cannot be looked at: go to another one with cd");
    return ExitCode.Usage;
}

var host = new Host
{
    Out = output,
    Error = error,
    In = Console.In,
    Input = Console.OpenStandardInput,
    InIsTerminal = !Console.IsInputRedirected,
    OutIsTerminal = !Console.IsOutputRedirected,
    ErrorIsTerminal = errorIsTerminal,
    Width = errorIsTerminal ? Math.Max(40, Console.WindowWidth) : 80,
    Height = errorIsTerminal ? Math.Max(10, Console.WindowHeight) : 24,
    Folder = folder,
    Variables = variables,
    Command = StartedAs.Command(Environment.ProcessPath, variables.GetValueOrDefault("PATH")),
};
CrashLog.OfThreads(host);
var code = CommandLine.Invoke(args, host);
if (results.Failure is { } lost)
{
    error.WriteLine($"orchestrator: the results could not be written: {lost}");
}

return results.Failure is not null && code == ExitCode.Done && !CommandLine.IsOfRun(args) ? ExitCode.Failed : code;

// Somebody may have removed it while a shell stood in it.
static string? CurrentFolder()
{
    try
    {
        return Directory.GetCurrentDirectory();
    }
    catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
    {
        return null;
    }
}

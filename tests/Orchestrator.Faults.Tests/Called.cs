using Orchestrator.Cli;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests;

/// <summary>What one call of the command wrote and returned within this process, and how long it took.</summary>
internal sealed record Called(int ExitCode, string Out, string Error, TimeSpan Time)
{
    private static readonly TimeSpan ToSay = TimeSpan.FromSeconds(10);

    private static readonly bool IsFull = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") is "1";

    /// <summary>
    /// Whether a fault was said within ten seconds; true unless the long proofs look, which have the machine for
    /// themselves.
    /// </summary>
    public bool IsInTime => !IsFull || Time < ToSay;

    /// <summary>All that it wrote: results, then messages.</summary>
    public string Said => Out + Error;

    public static Called With(
        string folder, IReadOnlyDictionary<string, string> variables, params string[] arguments) =>
        With(folder, variables, TimeProvider.System, arguments);

    /// <summary>Asks somebody who is at work, who may take minutes to answer.</summary>
    public static Called Patiently(string folder, params string[] arguments) =>
        With(folder, new Dictionary<string, string>(), new PatientTime(), arguments);

    private static Called With(
        string folder, IReadOnlyDictionary<string, string> variables, TimeProvider time, string[] arguments)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var begun = TimeProvider.System.GetTimestamp();
        var code = CommandLine.Invoke(arguments, new Host
        {
            Out = output,
            Error = error,
            Folder = folder,
            Variables = variables,
            Time = time,
        });
        return new Called(code, output.ToString(), error.ToString(), TimeProvider.System.GetElapsedTime(begun));
    }
}

using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Tests;

/// <summary>What one call of the command wrote and returned, within this process.</summary>
internal sealed record Called(int ExitCode, string Out, string Error)
{
    public string[] ErrorLines => Error.TrimEnd('\n').Split('\n');

    public static Called With(string folder, params string[] arguments) => With(folder, [], false, arguments);

    public static Called With(
        string folder, Dictionary<string, string> variables, bool isTerminal, params string[] arguments)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var code = CommandLine.Invoke(arguments, new Host
        {
            Out = output,
            Error = error,
            OutIsTerminal = isTerminal,
            ErrorIsTerminal = isTerminal,
            Folder = folder,
            Variables = variables,
        });
        return new Called(code, output.ToString(), error.ToString());
    }
}

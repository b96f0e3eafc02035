using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Tests;

/// <summary>What one call of the command wrote and returned, within this process.</summary>
internal sealed record Called(int ExitCode, string Out, string Error)
{
    public string[] ErrorLines => Error.TrimEnd('\n').Split('\n');

    public static Called With(string folder, params string[] arguments) => With(folder, [], false, arguments);

    /// <summary>Asks somebody who is at work, who may take minutes to answer.</summary>
    public static Called Patiently(string folder, params string[] arguments) =>
        With(folder, [], false, () => Stream.Null, arguments, new PatientTime());

    /// <summary>With something piped in.</summary>
    public static Called Piped(string folder, string input, params string[] arguments)
    {
        using var stream = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(input));
        return With(folder, [], false, () => stream, arguments);
    }

    public static Called With(
        string folder, Dictionary<string, string> variables, bool isTerminal, params string[] arguments) =>
        With(folder, variables, isTerminal, () => Stream.Null, arguments);

    private static Called With(string folder, Dictionary<string, string> variables, bool isTerminal,
        Func<Stream> input, string[] arguments, TimeProvider? time = null)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var code = CommandLine.Invoke(arguments, new Host
        {
            Out = output,
            Error = error,
            Input = input,
            OutIsTerminal = isTerminal,
            ErrorIsTerminal = isTerminal,
            Folder = folder,
            Variables = variables,
            Time = time ?? TimeProvider.System,
        });
        return new Called(code, output.ToString(), error.ToString());
    }
}

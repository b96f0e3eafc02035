using System.CommandLine;

namespace Orchestrator.Cli.Grammar;

/// <summary>How the logs of runs and of a service are written.</summary>
internal static class LogFormat
{
    private const string Text = "text";
    private const string Json = "json";

    public static Option<string> Option { get; } = Made();

    /// <summary>Whether each line is a JSON object.</summary>
    /// <exception cref="UsageException">It is neither text nor json.</exception>
    public static bool IsJson(Call call) => call.Text(Option) switch
    {
        { Value: null or Text } => false,
        { Value: Json } => true,
        var (value, from) => throw new UsageException($"expected {from} to be text or json, got: '{value}'"),
    };

    private static Option<string> Made()
    {
        var made = CommonOptions.Text(
            "--log-format", "FORMAT",
            "How the log is written: text, or json with an object in each line [default: text]");
        made.CompletionSources.Add(Text, Json);
        return made;
    }
}

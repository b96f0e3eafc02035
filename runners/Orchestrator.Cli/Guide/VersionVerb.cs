using System.Reflection;
using System.Runtime.InteropServices;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Guide;

/// <summary>`version`: which build this is.</summary>
internal static class VersionVerb
{
    public static string Number { get; } = typeof(VersionVerb).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    public static string Text => $"orchestrator {Number}";

    public static Verb Create() => new("version", "Show the version of this command", Run)
    {
        Examples = ["version", "version -o json"],
    };

    public static object Document() => new
    {
        schema_version = Json.SchemaVersion,
        version = Number,
        runtime = RuntimeInformation.FrameworkDescription,
        platform = RuntimeInformation.RuntimeIdentifier,
    };

    private static int Run(Call call)
    {
        var platform = $"{RuntimeInformation.FrameworkDescription} on {RuntimeInformation.RuntimeIdentifier}";
        call.Write(Document, () => call.IsVerbose ? [Text, platform] : [Text]);
        return ExitCode.Done;
    }
}

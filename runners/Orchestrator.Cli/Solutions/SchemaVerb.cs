using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Cli.Solutions;

/// <summary>`schema`: the JSON schema of the YAML files, for editors.</summary>
internal static class SchemaVerb
{
    public static string Text => SolutionSchema.ToJson();

    public static Verb Create() => new("schema", "Print the JSON schema of the YAML files, for editors", Run)
    {
        Outputs = ["json"],
        Examples = ["schema > orchestrator.schema.json"],
    };

    private static int Run(Call call)
    {
        call.Host.Out.Write(Text);
        return ExitCode.Done;
    }
}

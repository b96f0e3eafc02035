using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Guide;
using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Solutions;

/// <summary>`explain CODE`: what a code means and what to do.</summary>
internal static class ExplainVerb
{
    private static readonly Argument<string> Code = Verb.Required("CODE", "A code such as ORC1012");

    public static Verb Create()
    {
        Code.CompletionSources.Clear();
        Code.CompletionSources.Add([.. GuidePages.Codes]);
        return new Verb("explain", "Explain the code of an error or warning", Run)
        {
            Takes = [Code],
            Examples = ["explain ORC1012"],
        };
    }

    private static int Run(Call call)
    {
        var asked = call.RequiredArgument(Code);
        var code = asked.All(char.IsAsciiDigit) ? "ORC" + asked : asked.ToUpperInvariant();
        if (!GuidePages.Codes.Contains(code))
        {
            var near = NearName.To(code, GuidePages.Codes);
            throw new UsageException($"no code '{asked}'" + (near is null ? "" : $"; did you mean {near}?"),
                "codes: ORC1xxx metadata, 2xxx plan, 3xxx data, 4xxx run, 5xxx service");
        }

        var text = GuidePages.Code(code);
        call.Write(
            () => new { schema_version = Json.SchemaVersion, code, text },
            () => text.TrimEnd('\n').Split('\n').Select(HelpVerb.MarkdownLine));
        return ExitCode.Done;
    }
}

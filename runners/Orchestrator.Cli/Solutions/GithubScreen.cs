using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Solutions;

/// <summary>Mistakes in the metadata as workflow commands: GitHub shows them beside the lines they are about.</summary>
internal static class GithubScreen
{
    public static IEnumerable<string> Lines(IEnumerable<Diagnostic> diagnostics) => diagnostics.Select(each =>
        $"::{(each.Severity == Severity.Error ? "error" : "warning")} file={Property(each.At.File)}"
        + (each.At.Line > 0 ? $",line={each.At.Line},col={each.At.Column}" : "")
        + $",title={each.Code}::{Data(DiagnosticScreen.Sentence(each))}");

    private static string Data(string text) => OutsideText.WithoutSecrets.Line(text)
        .Replace("%", "%25", StringComparison.Ordinal);

    private static string Property(string text) => Data(text)
        .Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}

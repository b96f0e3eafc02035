using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Cli.Solutions;

/// <summary>A mistake in the metadata for machines.</summary>
internal sealed record DiagnosticDocument(string Code, string Severity, string File, int? Line, int? Column,
    string Message, string? Hint, string? Suggestion, string? SourceLine)
{
    public static DiagnosticDocument Of(Diagnostic each) => new(each.Code, each.Severity.ToString().ToLowerInvariant(),
        each.At.File, each.At.Line == 0 ? null : each.At.Line, each.At.Line == 0 ? null : each.At.Column,
        each.Message, each.Hint, each.Suggestion, each.SourceLine);
}

using Orchestrator.Cli.Output;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Solutions;

/// <summary>Mistakes in the metadata as people read them: at most six lines each, at most twenty of them.</summary>
internal static class DiagnosticScreen
{
    private const int ShownMax = 20;
    private const int SourceColumnsMax = 100;

    public static IEnumerable<Line> Lines(IReadOnlyList<Diagnostic> diagnostics)
    {
        foreach (var line in diagnostics.Take(ShownMax).SelectMany(Lines))
        {
            yield return line;
        }

        if (diagnostics.Count > ShownMax)
        {
            yield return $"and {diagnostics.Count - ShownMax} more (all with -o json)";
        }
    }

    /// <summary>"2 errors, 1 warning".</summary>
    public static string Counted(IReadOnlyList<Diagnostic> diagnostics)
    {
        var errors = diagnostics.Count(each => each.Severity == Severity.Error);
        return $"{Words.Count(errors, "error")}, {Words.Count(diagnostics.Count - errors, "warning")}";
    }

    /// <summary>What is wrong, what was meant and what to do, for services that show a line.</summary>
    public static string Sentence(Diagnostic diagnostic) => diagnostic.Message
        + (diagnostic.Suggestion is { } suggestion ? $" Did you mean '{suggestion}'?" : "")
        + (diagnostic.Hint is { } hint ? $" {hint}" : "");

    private static IEnumerable<Line> Lines(Diagnostic diagnostic)
    {
        var isError = diagnostic.Severity == Severity.Error;
        yield return new Line($"{diagnostic.At} ", Ink.Strong)
            .Add(isError ? diagnostic.Code : $"warning {diagnostic.Code}", isError ? Ink.Bad : Ink.Warn)
            .Add($": {diagnostic.Message}");
        if (diagnostic.SourceLine is { } source && diagnostic.At.Column > 0)
        {
            var (text, caret) = Window(source, diagnostic.At.Column - 1);
            yield return new Line("    " + text, Ink.Dim);
            yield return new Line(new string(' ', 4 + caret)).Add("^", Ink.Bad);
        }

        if (diagnostic.Suggestion is { } suggestion)
        {
            yield return $"  did you mean '{suggestion}'?";
        }

        if (diagnostic.Hint is { } hint)
        {
            yield return $"  {hint}";
        }
    }

    /// <summary>The part of a long line around the column, made visible before its columns are counted.</summary>
    private static (string Text, int Caret) Window(string source, int column)
    {
        var at = Math.Min(column, source.Length);
        var before = OutsideText.WithoutSecrets.Line(source[..at]);
        var after = OutsideText.WithoutSecrets.Line(source[at..]);
        if (before.Length > SourceColumnsMax / 2)
        {
            before = "…" + before[^(SourceColumnsMax / 2)..];
        }

        return (Words.Fit(before + after, SourceColumnsMax), before.Length);
    }
}

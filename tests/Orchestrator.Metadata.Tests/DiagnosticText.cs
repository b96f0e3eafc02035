using System.Text;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Tests;

/// <summary>Writes diagnostics for people: place, code, message, the line with a caret, and what to do.</summary>
internal static class DiagnosticText
{
    private const int ListedMax = 20;
    private const int LineMax = 96;
    private const int HintMax = 200;

    /// <summary>
    /// At most six lines without a line break at the end; control characters are written out as `\u001b`.
    /// </summary>
    public static string Format(Diagnostic diagnostic)
    {
        var word = diagnostic.Severity == Severity.Warning ? "warning " : "";
        var lines = new List<string> { $"{diagnostic.At} {word}{diagnostic.Code}: {diagnostic.Message}" };
        if (diagnostic is { SourceLine.Length: > 0, At.Column: > 0 })
        {
            AddCaret(lines, diagnostic.SourceLine, diagnostic.At.Column - 1);
        }

        if (Repair(diagnostic) is { } repair)
        {
            lines.Add("  " + repair);
        }

        if (diagnostic.Hint is { } hint)
        {
            lines.Add("  " + (hint.Length > HintMax ? hint[..HintMax] + "…" : hint));
        }

        return string.Join('\n', lines.Select(VisibleText.Of));
    }

    /// <summary>The first twenty diagnostics, "and N more", and a line that counts errors and warnings.</summary>
    public static string FormatAll(IReadOnlyList<Diagnostic> diagnostics)
    {
        var text = new StringBuilder();
        foreach (var diagnostic in diagnostics.Take(ListedMax))
        {
            text.Append(Format(diagnostic)).Append('\n');
        }

        if (diagnostics.Count > ListedMax)
        {
            text.Append($"and {diagnostics.Count - ListedMax} more\n");
        }

        var errors = diagnostics.Count(one => one.Severity == Severity.Error);
        return text.Append($"{Count(errors, "error")}, {Count(diagnostics.Count - errors, "warning")}\n").ToString();
    }

    private static string Count(int number, string what) => $"{number} {what}{(number == 1 ? "" : "s")}";

    private static void AddCaret(List<string> lines, string source, int column)
    {
        var from = column < LineMax - 16 ? 0 : column - (LineMax / 2);
        var shown = from >= source.Length ? "" : source[from..Math.Min(source.Length, from + LineMax)];
        var before = VisibleText.Of(shown[..Math.Min(shown.Length, column - from)]);
        lines.Add("    " + shown);
        lines.Add("    " + new string(' ', Math.Min(before.Length, LineMax * 2)) + "^");
    }

    private static string? Repair(Diagnostic diagnostic) => diagnostic.Fix switch
    {
        null => null,
        { Replacement: "# " } => "or put '# ' before it",
        { Replacement: "" } => "or take it out",
        { Length: 0 } insert => $"put '{insert.Replacement}' in at {insert.At.Line}:{insert.At.Column}",
        var fix => $"did you mean '{fix.Replacement}'?",
    };
}

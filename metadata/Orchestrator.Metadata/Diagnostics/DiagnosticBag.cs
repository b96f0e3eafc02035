using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Diagnostics;

/// <summary>Collects diagnostics while a solution is read and gives each its source line, unless it may hold a
/// secret.</summary>
internal sealed class DiagnosticBag
{
    private readonly Dictionary<string, SourceFile> _files = new(StringComparer.Ordinal);
    private readonly HashSet<Diagnostic> _found = [];

    public bool HasErrors { get; private set; }

    public void Add(SourceFile file) => _files[file.Path] = file;

    public void Error(string code, Origin at, string message, string? hint = null, Fix? fix = null) =>
        Add(code, Severity.Error, at, message, hint, fix);

    public void Warning(string code, Origin at, string message, string? hint = null, Fix? fix = null) =>
        Add(code, Severity.Warning, at, message, hint, fix);

    /// <summary>All that was found, ordered by file, line, column, code and message.</summary>
    public IReadOnlyList<Diagnostic> Sorted() => [.. _found.Order(DiagnosticOrder.Instance)];

    private void Add(string code, Severity severity, Origin at, string message, string? hint, Fix? fix)
    {
        HasErrors |= severity == Severity.Error;
        var line = _files.GetValueOrDefault(at.File)?.Line(at.Line);
        var shown = line is not null && SecretLine.MayHoldOne(line) ? null : line;
        fix = fix is { Replacement: "# " } && !StandsAlone(fix.At) ? null : fix;
        // What is only put in has no text that it would be meant for: the hint says where.
        var suggestion = fix is { Length: > 0 } && fix.Replacement.Trim() is { Length: > 0 } text ? text : null;
        _found.Add(new Diagnostic(code, severity, at, message, hint, suggestion, shown) { Fix = fix });
    }

    /// <summary>Whether a comment that begins here takes no more than the key: nothing stands before it.</summary>
    private bool StandsAlone(Origin at) => _files.GetValueOrDefault(at.File)?.Line(at.Line) is { } line
        && string.IsNullOrWhiteSpace(line[..Math.Min(line.Length, at.Column - 1)]);
}

using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Diagnostics;

/// <summary>Collects diagnostics while a solution is read and gives each its source line, unless it may hold a
/// secret.</summary>
internal sealed class DiagnosticBag
{
    private readonly Dictionary<string, SourceFile> _files = new(StringComparer.Ordinal);
    private readonly HashSet<Diagnostic> _found = [];
    private readonly HashSet<string> _aside = new(StringComparer.Ordinal);

    public bool HasErrors { get; private set; }

    public void Add(SourceFile file) => _files[file.Path] = file;

    /// <summary>Takes files that are not needed now: a mistake in one of them is a warning.</summary>
    public void SetAside(IEnumerable<string> paths) => _aside.UnionWith(paths);

    /// <summary>Takes one of them for needed after all, before anything but its YAML was looked at.</summary>
    public void TakeBack(string path) => _aside.Remove(path);

    public bool IsAside(string path) => _aside.Contains(path);

    public void Error(string code, Origin at, string message, string? hint = null, Fix? fix = null) =>
        Add(code, Severity.Error, at, message, hint, fix);

    public void Warning(string code, Origin at, string message, string? hint = null, Fix? fix = null) =>
        Add(code, Severity.Warning, at, message, hint, fix);

    /// <summary>All that was found, ordered by file, line, column, code and message.</summary>
    public IReadOnlyList<Diagnostic> Sorted() => [.. _found.Order(DiagnosticOrder.Instance)];

    private void Add(string code, Severity severity, Origin at, string message, string? hint, Fix? fix)
    {
        severity = IsAside(at.File) ? Severity.Warning : severity;
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

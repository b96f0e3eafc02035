using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Foreign;

/// <summary>
/// What of another tool's files is not in the output as it was meant, each thing with its place. No value is shown that
/// may hold a secret.
/// </summary>
internal sealed class ForeignProblems
{
    private const int ShownMax = 80;

    private readonly HashSet<Diagnostic> _found = [];

    public bool HasErrors { get; private set; }

    /// <summary>All of it, by file, line and column.</summary>
    public IReadOnlyList<Diagnostic> Sorted =>
    [
        .. _found.OrderBy(each => each.At.File, StringComparer.Ordinal).ThenBy(each => each.At.Line)
            .ThenBy(each => each.At.Column).ThenBy(each => each.Code, StringComparer.Ordinal)
            .ThenBy(each => each.Message, StringComparer.Ordinal),
    ];

    /// <summary>Something that the output lacks; the call ends with 1.</summary>
    public void Error(string code, Origin at, string message, string? hint = null)
    {
        HasErrors = true;
        _found.Add(new Diagnostic(code, Severity.Error, at, message, hint));
    }

    /// <summary>Something to know.</summary>
    public void Warn(string code, Origin at, string message, string? hint = null) =>
        _found.Add(new Diagnostic(code, Severity.Warning, at, message, hint));

    /// <summary>A name as a message shows it: it may have no end.</summary>
    public static string Shown(string name)
    {
        var line = string.Concat(name.Select(c => char.IsControl(c) ? ' ' : c));
        return line.Length > ShownMax ? line[..ShownMax] + "…" : line;
    }
}

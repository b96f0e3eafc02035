using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql;

/// <summary>What is wrong with scripts, each thing with its place. No line of a script is shown: it may hold a secret.
/// </summary>
internal sealed class SqlProblems
{
    private readonly HashSet<Diagnostic> _found = [];

    public bool HasErrors { get; private set; }

    /// <summary>All of it, by file, line and column.</summary>
    public IReadOnlyList<Diagnostic> Sorted =>
    [
        .. _found.OrderBy(each => each.At.File, StringComparer.Ordinal).ThenBy(each => each.At.Line)
            .ThenBy(each => each.At.Column).ThenBy(each => each.Code, StringComparer.Ordinal)
            .ThenBy(each => each.Message, StringComparer.Ordinal),
    ];

    /// <summary>Whether anything has a code.</summary>
    public bool Has(string code) => _found.Any(each => each.Code == code);

    /// <summary>Something that is missing from what was read; the call ends with 1.</summary>
    public void Error(string code, Origin at, string message, string? hint = null)
    {
        HasErrors = true;
        _found.Add(new Diagnostic(code, Severity.Error, at, message, hint));
    }

    /// <summary>Something to know.</summary>
    public void Warn(string code, Origin at, string message, string? hint = null) =>
        _found.Add(new Diagnostic(code, Severity.Warning, at, message, hint));
}

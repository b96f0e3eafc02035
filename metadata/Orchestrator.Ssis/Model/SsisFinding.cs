namespace Orchestrator.Ssis.Model;

/// <summary>Something that was refused or passed over, as a value: where, which, what, what to do.</summary>
/// <param name="Code">ORC6020 to ORC6049.</param>
/// <param name="File">The file, with `/`, below what was pointed at; an entry of a zip behind its `!`.</param>
/// <param name="Line">From 1; 0 where there is none.</param>
/// <param name="Column">From 1; 0 where there is none.</param>
/// <param name="Message">What was refused and why.</param>
/// <param name="Hint">What to do, in words.</param>
/// <param name="IsError">Whether what it names is missing from the model; else it is in it, and read in part.</param>
public sealed record SsisFinding(
    string Code, string File, int Line, int Column, string Message, string Hint, bool IsError = true)
{
    public override string ToString() => $"{File}{(Line > 0 ? $":{Line}:{Column}" : "")}: {Code}: {Message}";
}

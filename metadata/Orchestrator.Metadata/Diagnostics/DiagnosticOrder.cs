namespace Orchestrator.Metadata.Diagnostics;

/// <summary>The order in which diagnostics are shown: file, line, column, code, message.</summary>
public sealed class DiagnosticOrder : IComparer<Diagnostic>
{
    public static DiagnosticOrder Instance { get; } = new();

    public int Compare(Diagnostic? x, Diagnostic? y)
    {
        if (x is null || y is null)
        {
            return (x is null ? 0 : 1) - (y is null ? 0 : 1);
        }

        var order = string.CompareOrdinal(x.At.File, y.At.File);
        order = order != 0 ? order : x.At.Line.CompareTo(y.At.Line);
        order = order != 0 ? order : x.At.Column.CompareTo(y.At.Column);
        order = order != 0 ? order : string.CompareOrdinal(x.Code, y.Code);
        return order != 0 ? order : string.CompareOrdinal(x.Message, y.Message);
    }
}

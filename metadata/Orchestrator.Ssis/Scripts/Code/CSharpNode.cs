namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>A part of a method: an expression or a statement.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">Its name, operator, type or value, by its kind.</param>
/// <param name="Parts">What it is made of.</param>
internal sealed record CSharpNode(CSharpNodeKind Kind, string Text, IReadOnlyList<CSharpNode> Parts)
{
    /// <summary>Where it begins, from 1 on.</summary>
    public int Line { get; init; }

    /// <summary>How many parts lie over one another, this one counted.</summary>
    public int Height { get; } = 1 + Parts.Select(each => each.Height).DefaultIfEmpty().Max();

    /// <summary>Whether nothing of the method is done behind it.</summary>
    public bool Ends => Kind switch
    {
        CSharpNodeKind.Return => true,
        CSharpNodeKind.Block => Parts.Count > 0 && Parts[^1].Ends,
        CSharpNodeKind.If => Parts.Count > 2 && Parts[1].Ends && Parts[2].Ends,
        _ => false,
    };

    /// <summary>`A.B.C` of names alone; null = it is something else.</summary>
    public string? Path => Kind switch
    {
        CSharpNodeKind.Name => Text,
        CSharpNodeKind.Member when Parts[0].Path is { } before => $"{before}.{Text}",
        _ => null,
    };
}

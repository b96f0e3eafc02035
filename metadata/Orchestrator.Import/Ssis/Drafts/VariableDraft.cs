namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>A variable that an import declares.</summary>
internal sealed class VariableDraft(string name, string from)
{
    public string Name => SameAs?.Name ?? name;

    /// <summary>The one that it is here, as a parameter is what its caller gives; null = it is its own.</summary>
    public VariableDraft? SameAs { get; set; }

    /// <summary>The package and the variable that it is.</summary>
    public string From { get; } = from;

    public string DataType { get; set; } = "nvarchar(4000)";

    /// <summary>Whether packages of the run set it.</summary>
    public bool IsOfRun { get; set; }

    /// <summary>Its columns where it is rows, by name; empty = it is one value.</summary>
    public List<DraftEntry> Rows { get; } = [];

    /// <summary>What it has before the run; null = nothing.</summary>
    public string? Default { get; set; }

    /// <summary>Whether each run has to give it.</summary>
    public bool IsRequired { get; set; }

    /// <summary>Whether anything that is written names it.</summary>
    public bool IsUsed { get; private set; }

    /// <summary>Its name, for who writes it somewhere.</summary>
    public string Use()
    {
        if (SameAs is { } other)
        {
            return other.Use();
        }

        IsUsed = true;
        return Name;
    }

    /// <summary>Whether a loop gives it in each turn, so that it is declared nowhere.</summary>
    public bool IsOfTurn { get; set; }
}

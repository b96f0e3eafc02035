namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>The styles of a format of files.</summary>
public enum FlowFileStyle { Csv, Bcp, Fixed, Excel }

/// <summary>A format, in the words of the guide.</summary>
public sealed record FlowFileFormat
{
    public FlowFileStyle Style { get; init; }

    /// <summary>What separates columns; empty = the style's own.</summary>
    public string Field { get; init; } = "";

    /// <summary>What ends a row, of style bcp; empty = the style's own.</summary>
    public string Row { get; init; } = "";

    /// <summary>The sign around values of csv; `none` = there is none; empty = a quotation mark.</summary>
    public string Quote { get; init; } = "";

    /// <summary>`windows-1252` and so on; empty = UTF-8.</summary>
    public string Encoding { get; init; } = "";

    /// <summary>The sign of decimals; empty = a point.</summary>
    public string Decimal { get; init; } = "";

    /// <summary>Whether the first line names the columns; else they go by their place.</summary>
    public bool HasHeader { get; init; } = true;

    public int SkipLines { get; init; }

    /// <summary>Whether a row may lack columns at its end.</summary>
    public bool FillsShortRows { get; init; }

    /// <summary>Of style fixed.</summary>
    public IReadOnlyList<int> Widths { get; init; } = [];

    /// <summary>Of style excel: without the sign at its end.</summary>
    public string Sheet { get; init; } = "";

    /// <summary>Of style excel: `A1:C10`; empty = the whole sheet.</summary>
    public string Range { get; init; } = "";
}

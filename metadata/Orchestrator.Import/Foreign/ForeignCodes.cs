namespace Orchestrator.Import.Foreign;

/// <summary>Codes of what is found in the files of other tools.</summary>
internal static class ForeignCodes
{
    /// <summary>A file that cannot be read, or is not what its name says.</summary>
    public const string Unreadable = "ORC6180";

    /// <summary>Biml that still has to be expanded.</summary>
    public const string Nugget = "ORC6181";

    /// <summary>More of something than is read: bytes, rows, nesting.</summary>
    public const string TooMuch = "ORC6182";

    /// <summary>Something is named that nothing of what was read declares, or a value is missing.</summary>
    public const string Unknown = "ORC6183";

    /// <summary>A store that no platform reads.</summary>
    public const string Store = "ORC6184";

    /// <summary>A type that has no equal.</summary>
    public const string Type = "ORC6185";

    /// <summary>Something of a Data Vault.</summary>
    public const string DataVault = "ORC6186";

    /// <summary>An expression of the data flow.</summary>
    public const string Expression = "ORC6187";

    /// <summary>A package, whose tasks are imported otherwise.</summary>
    public const string Package = "ORC6188";

    /// <summary>A setting that has no equal.</summary>
    public const string NoEqual = "ORC6189";

    /// <summary>Two things that would be one.</summary>
    public const string Twice = "ORC6190";

    /// <summary>Something that the solution declares in another file.</summary>
    public const string Elsewhere = "ORC6191";

    /// <summary>Lines that solution.yaml does not have.</summary>
    public const string Lines = "ORC6192";

    /// <summary>A parameter that is no watermark.</summary>
    public const string Parameter = "ORC6193";

    /// <summary>A table, a column or an element that is not understood.</summary>
    public const string NotUnderstood = "ORC6194";
}

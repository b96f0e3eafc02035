namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>The codes of what keeps a component of a data flow open, one for each kind of reason.</summary>
public static class FlowCodes
{
    /// <summary>A class in C# or Basic.</summary>
    public const string Script = "ORC6050";

    /// <summary>A component that has no equal here.</summary>
    public const string NoEqual = "ORC6051";

    /// <summary>A database, store or file that no platform of ours reads or writes.</summary>
    public const string NoPlatform = "ORC6052";

    /// <summary>Rows have to be joined or computed where there is no database to do it in.</summary>
    public const string NowhereToCompute = "ORC6053";

    /// <summary>A statement that the package makes while it runs.</summary>
    public const string MadeStatement = "ORC6054";

    /// <summary>A statement for each row that cannot be said of all rows at once.</summary>
    public const string RowStatement = "ORC6055";

    /// <summary>An option of a component that has no equal.</summary>
    public const string NoOption = "ORC6056";

    /// <summary>A component that takes its rows of one that is open.</summary>
    public const string Behind = "ORC6057";

    /// <summary>A part that the package itself does not have: a connection, a column, a table's name.</summary>
    public const string Missing = "ORC6058";

    /// <summary>A statement whose rows cannot be taken any further within a statement.</summary>
    public const string Statement = "ORC6059";

    /// <summary>A flow that goes in a circle, or has more components than are translated.</summary>
    public const string Shape = "ORC6060";
}

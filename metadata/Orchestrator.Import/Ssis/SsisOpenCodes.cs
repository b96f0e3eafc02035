using Orchestrator.Ssis.Xml;

namespace Orchestrator.Import.Ssis;

/// <summary>The codes of what an import of packages leaves open: one for each kind of reason.</summary>
internal static class SsisOpenCodes
{
    /// <summary>A task of a kind that has no equal.</summary>
    public const string Task = "ORC6070";

    /// <summary>A Script Task: its code is neither compiled nor run.</summary>
    public const string Script = "ORC6071";

    /// <summary>An expression that has no equal.</summary>
    public const string Expression = "ORC6072";

    /// <summary>A connection that leads to something that is no platform here.</summary>
    public const string Connection = "ORC6073";

    /// <summary>A statement that the package does not hold.</summary>
    public const string Statement = "ORC6074";

    /// <summary>A result whose columns cannot be told.</summary>
    public const string Result = "ORC6075";

    /// <summary>A loop that has no equal.</summary>
    public const string Loop = "ORC6076";

    /// <summary>A call of a package that cannot be made a part of the batch.</summary>
    public const string Call = "ORC6077";

    /// <summary>An event handler that has no equal.</summary>
    public const string Handler = "ORC6078";

    /// <summary>Something with files that has no equal.</summary>
    public const string Files = "ORC6079";

    /// <summary>A program that is started in a way that has no equal.</summary>
    public const string Process = "ORC6080";

    /// <summary>A message that cannot be told.</summary>
    public const string Mail = "ORC6081";

    /// <summary>Files that come or go by FTP.</summary>
    public const string Transfer = "ORC6082";

    /// <summary>A value that is read or set in a way that has no equal.</summary>
    public const string Value = "ORC6083";

    /// <summary>A property that an expression changes, which has no equal.</summary>
    public const string Property = "ORC6084";

    /// <summary>A data flow that nobody has translated.</summary>
    public const string Flow = "ORC6085";

    /// <summary>A transaction over several tasks.</summary>
    public const string Transaction = "ORC6086";

    /// <summary>A Bulk Insert Task that has no equal.</summary>
    public const string BulkInsert = "ORC6087";

    /// <summary>A constraint that has no equal.</summary>
    public const string Constraint = "ORC6088";

    /// <summary>What validate refuses of what was written.</summary>
    public const string Refused = "ORC6089";

    /// <summary>A whole package that could not be translated, by a mistake of ours.</summary>
    public const string Package = ReadingCodes.Broken;

    public const string Minutes = "minutes";

    public const string Hour = "an hour";

    public const string Day = "a day";
}

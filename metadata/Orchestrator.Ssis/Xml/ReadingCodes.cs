namespace Orchestrator.Ssis.Xml;

/// <summary>The codes of what reading refuses, passes over or doubts.</summary>
internal static class ReadingCodes
{
    /// <summary>A file that is larger than may be, or that cannot be read at all.</summary>
    public const string Unreadable = "ORC6020";

    /// <summary>A text that is no XML.</summary>
    public const string Malformed = "ORC6021";

    /// <summary>XML that declares a document type.</summary>
    public const string DocumentType = "ORC6022";

    /// <summary>XML that is nested deeper than may be.</summary>
    public const string TooDeep = "ORC6023";

    /// <summary>XML with a text that is longer than may be, or with more nodes.</summary>
    public const string TooMuch = "ORC6024";

    /// <summary>XML that is something else than its file's name says.</summary>
    public const string OtherXml = "ORC6025";

    /// <summary>A package that is encrypted as a whole.</summary>
    public const string Encrypted = "ORC6026";

    /// <summary>An archive that is none, or that holds more than may be.</summary>
    public const string Archive = "ORC6027";

    /// <summary>An entry of an archive, or a file of a project, whose name leads out of it.</summary>
    public const string LeadsOut = "ORC6028";

    /// <summary>Constraints in a circle.</summary>
    public const string ConstraintCircle = "ORC6029";

    /// <summary>A package that calls itself, directly or through others.</summary>
    public const string CallCircle = "ORC6030";

    /// <summary>A constraint that names what is not there.</summary>
    public const string LostConstraint = "ORC6031";

    /// <summary>A format that is not known.</summary>
    public const string Format = "ORC6032";

    /// <summary>A file that a project names and that is not there.</summary>
    public const string MissingFile = "ORC6033";

    /// <summary>More files than may be, or none that could be read.</summary>
    public const string Files = "ORC6034";

    /// <summary>A column that names one that is not there.</summary>
    public const string LostColumn = "ORC6035";

    /// <summary>A package at which reading or translating fails by a mistake of ours.</summary>
    public const string Broken = "ORC6036";

    /// <summary>A delimiter, qualifier or name that holds half of a sign.</summary>
    public const string HalfSign = "ORC6037";
}

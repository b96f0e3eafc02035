using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>A column of a table as MariaDB describes it.</summary>
/// <param name="Declaration">Its type with measures, in lower case.</param>
internal sealed record MariaDbColumn(string Name, string Declaration)
{
    /// <summary>The character set of its text; empty where it is none.</summary>
    public string Charset { get; init; } = "";

    /// <summary>How its text is compared; empty where it is none.</summary>
    public string Collation { get; init; } = "";

    /// <summary>Whether the tables that the engine makes would give it that collation by themselves.</summary>
    public bool IsDefaultCollation { get; init; } = true;

    /// <summary>Whether it takes NULL.</summary>
    public bool Nullable { get; init; } = true;

    /// <summary>Where its values come from when a row is written.</summary>
    public ValueSource Source { get; init; }

    /// <summary>Its neutral type.</summary>
    public SqlType Type => MariaDbTypeMap.Of(Declaration);

    /// <summary>As the engine sees it.</summary>
    public RowColumn ToRowColumn() => new(Name, Type, Nullable)
    {
        Native = Native is { } native ? new NativeType(MariaDbPlatform.PlatformName, native) : null,
        Source = Source,
    };

    private string? Native
    {
        get
        {
            var declared = MariaDbTypeMap.WithoutWidth(Declaration);
            return Charset.Length > 0 && !IsDefaultCollation
                ? MariaDbTypeMap.WithCharset(declared, Charset, Collation)
                : declared == MariaDbTypeMap.Declare(Type) ? null : declared;
        }
    }
}

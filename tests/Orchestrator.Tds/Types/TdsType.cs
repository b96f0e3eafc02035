using static Orchestrator.Tds.TdsKind;

namespace Orchestrator.Tds;

/// <summary>A type with its length, precision, scale and collation, as a column or parameter has it.</summary>
public sealed record TdsType(TdsKind Kind)
{
    /// <summary>The <see cref="Length"/> of <c>varchar(max)</c> and its like.</summary>
    public const int Max = -1;

    /// <summary>The longest value: characters of nchar and nvarchar, otherwise bytes; 0 if the type says it.</summary>
    public int Length { get; init; }

    /// <summary>Digits of a decimal.</summary>
    public byte Precision { get; init; }

    /// <summary>Digits behind the point of a decimal, or of the seconds of a time.</summary>
    public byte Scale { get; init; }

    /// <summary>The collation of a type of characters, otherwise null.</summary>
    public Collation? Collation { get; init; }

    /// <summary>The name of a CLR type: <c>geography</c>, <c>dbo.Point</c>; otherwise null.</summary>
    public string? UdtName { get; init; }

    /// <summary>Whether the value is sent in pieces (MS-TDS 2.2.5.2.3).</summary>
    internal bool IsInPieces => Length == Max || Kind is Xml or Udt;

    /// <summary>Reads <c>decimal(18,2)</c>, <c>nvarchar(max)</c> or <c>varchar(5) collate Greek_CI_AS</c>.</summary>
    /// <exception cref="FormatException">The text is not a type.</exception>
    public static TdsType Parse(string text) => TypeText.Parse(text);

    /// <summary>The type as it is declared, with the collation only where it is not the default.</summary>
    public override string ToString() => TypeText.Show(this);
}

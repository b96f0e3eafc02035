namespace Orchestrator.Ssis.Expressions.Types;

/// <summary>
/// A data type with what it is declared with: length in characters or bytes, precision, scale (for times the digits of
/// a second), code page. What a kind does not have is 0, so that equal types are equal records.
/// </summary>
public sealed record SsisType(SsisKind Kind)
{
    /// <summary>The most digits that DT_NUMERIC has.</summary>
    public const int PrecisionMax = 38;

    /// <summary>The most characters of a column of DT_WSTR; a result within an expression may be longer.</summary>
    public const int LengthMax = 4000;

    public static readonly SsisType Bool = new(SsisKind.Bool);
    public static readonly SsisType I4 = new(SsisKind.I4);
    public static readonly SsisType I8 = new(SsisKind.I8);
    public static readonly SsisType R8 = new(SsisKind.R8);
    public static readonly SsisType DBTimestamp = new(SsisKind.DBTimestamp) { Scale = 3 };

    public int Length { get; init; }

    public int Precision { get; init; }

    public int Scale { get; init; }

    public int CodePage { get; init; }

    public bool IsSigned => Kind is SsisKind.I1 or SsisKind.I2 or SsisKind.I4 or SsisKind.I8;

    public bool IsUnsigned => Kind is SsisKind.UI1 or SsisKind.UI2 or SsisKind.UI4 or SsisKind.UI8;

    public bool IsInteger => IsSigned || IsUnsigned;

    public bool IsFloat => Kind is SsisKind.R4 or SsisKind.R8;

    /// <summary>Exact with a scale: DT_CY, DT_DECIMAL and DT_NUMERIC.</summary>
    public bool IsExact => Kind is SsisKind.Cy or SsisKind.Decimal or SsisKind.Numeric;

    public bool IsNumber => IsInteger || IsFloat || IsExact;

    /// <summary>DT_STR or DT_WSTR, what the functions of text take.</summary>
    public bool IsText => Kind is SsisKind.Str or SsisKind.WStr;

    public bool IsBlob => Kind is SsisKind.Text or SsisKind.NText or SsisKind.Image;

    /// <summary>A time of day without a day.</summary>
    public bool IsTime => Kind is SsisKind.DBTime or SsisKind.DBTime2;

    /// <summary>A day, with or without a time.</summary>
    public bool IsDate => Kind is SsisKind.Date or SsisKind.DBDate or SsisKind.DBTimestamp or SsisKind.DBTimestamp2
        or SsisKind.DBTimestampOffset or SsisKind.FileTime;

    public static SsisType WStr(int length) => new(SsisKind.WStr) { Length = length };

    public static SsisType Str(int length, int codePage) => new(SsisKind.Str) { Length = length, CodePage = codePage };

    public static SsisType Numeric(int precision, int scale) =>
        new(SsisKind.Numeric) { Precision = precision, Scale = scale };

    /// <summary>A type as a package declares it; what the kind does not have is left out.</summary>
    public static SsisType Of(SsisKind kind, int length = 0, int precision = 0, int scale = 0, int codePage = 0) =>
        kind switch
        {
            SsisKind.Str => Str(length, codePage),
            SsisKind.WStr => WStr(length),
            SsisKind.Bytes => new SsisType(kind) { Length = length },
            SsisKind.Text => new SsisType(kind) { CodePage = codePage },
            SsisKind.Numeric => Numeric(precision, scale),
            SsisKind.Decimal or SsisKind.DBTime2 or SsisKind.DBTimestamp2 or SsisKind.DBTimestampOffset =>
                new SsisType(kind) { Scale = scale },
            SsisKind.Cy => new SsisType(kind) { Scale = 4 },
            SsisKind.DBTimestamp => DBTimestamp,
            _ => new SsisType(kind),
        };

    /// <summary>As an expression names it: `DT_NUMERIC,10,3`.</summary>
    public override string ToString() => SsisTypeText.Of(this);
}

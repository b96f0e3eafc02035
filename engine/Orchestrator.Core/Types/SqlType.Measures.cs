namespace Orchestrator.Core.Types;

public readonly partial record struct SqlType
{
    /// <summary>Whether its values are text: char to ntext, and xml.</summary>
    public bool IsText => IsUnicodeText || Kind is SqlTypeKind.Char or SqlTypeKind.VarChar or SqlTypeKind.Text;

    /// <summary>Whether its text is UTF-16: every character fits; the length counts code units.</summary>
    public bool IsUnicodeText =>
        Kind is SqlTypeKind.NChar or SqlTypeKind.NVarChar or SqlTypeKind.NText or SqlTypeKind.Xml;

    /// <summary>Whether its values are bytes.</summary>
    public bool IsBinary => Kind is SqlTypeKind.Binary or SqlTypeKind.VarBinary or SqlTypeKind.Image
        or SqlTypeKind.RowVersion or SqlTypeKind.HierarchyId or SqlTypeKind.Geography or SqlTypeKind.Geometry;

    /// <summary>Whether its values are whole numbers, bit among them.</summary>
    public bool IsInteger => Kind is SqlTypeKind.Bit or SqlTypeKind.TinyInt or SqlTypeKind.SmallInt
        or SqlTypeKind.Int or SqlTypeKind.BigInt;

    /// <summary>Whether its values are decimal numbers kept digit by digit, whole numbers among them.</summary>
    public bool IsExactNumber =>
        IsInteger || Kind is SqlTypeKind.Decimal or SqlTypeKind.Money or SqlTypeKind.SmallMoney;

    /// <summary>Whether its values are floating point numbers.</summary>
    public bool IsFloat => Kind is SqlTypeKind.Real or SqlTypeKind.Float;

    /// <summary>Whether its values are numbers.</summary>
    public bool IsNumber => IsExactNumber || IsFloat;

    /// <summary>Whether its values are dates, times or both.</summary>
    public bool IsTemporal => Kind is SqlTypeKind.Date or SqlTypeKind.Time or SqlTypeKind.DateTime
        or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 or SqlTypeKind.DateTimeOffset;

    /// <summary>Whether a value may be up to 2 GB long.</summary>
    public bool IsLong => Length == Max || Kind is SqlTypeKind.Text or SqlTypeKind.NText or SqlTypeKind.Image
        or SqlTypeKind.Xml or SqlTypeKind.HierarchyId or SqlTypeKind.Geography or SqlTypeKind.Geometry;

    /// <summary>
    /// The longest value: UTF-16 code units (Unicode text), bytes (other text and binary); int.MaxValue for what is
    /// long, 0 for what has no length.
    /// </summary>
    public int LengthMax => IsLong ? int.MaxValue : Kind == SqlTypeKind.RowVersion ? 8 : Length;

    /// <summary>Digits that are kept exactly: 10 for int, p for decimal(p,s), 15 for float; 0 for no number.</summary>
    public int Digits => Kind switch
    {
        SqlTypeKind.Bit => 1,
        SqlTypeKind.TinyInt => 3,
        SqlTypeKind.SmallInt => 5,
        SqlTypeKind.Int or SqlTypeKind.SmallMoney => 10,
        SqlTypeKind.BigInt or SqlTypeKind.Money => 19,
        SqlTypeKind.Decimal => Precision,
        SqlTypeKind.Real => 7,
        SqlTypeKind.Float => 15,
        _ => 0,
    };

    /// <summary>Digits of the second that are kept; datetime keeps 3 of them in steps of 1/300.</summary>
    public int FractionDigits => Kind switch
    {
        SqlTypeKind.DateTime => 3,
        SqlTypeKind.Time or SqlTypeKind.DateTime2 or SqlTypeKind.DateTimeOffset => Scale,
        _ => 0,
    };

    /// <summary>Characters of the longest value written as text; int.MaxValue for what is long.</summary>
    public int TextWidth => Kind switch
    {
        SqlTypeKind.Bit => 1,
        SqlTypeKind.TinyInt => 3,
        SqlTypeKind.SmallInt or SqlTypeKind.Int or SqlTypeKind.BigInt => Digits + 1,
        SqlTypeKind.Decimal => Precision + 1 + (Scale > 0 ? 1 : 0) + (Scale == Precision ? 1 : 0),
        SqlTypeKind.Money or SqlTypeKind.SmallMoney => Digits + 2,
        SqlTypeKind.Real => 15,
        SqlTypeKind.Float => 24,
        SqlTypeKind.Date => 10,
        SqlTypeKind.Time => 8 + FractionWidth,
        SqlTypeKind.SmallDateTime => 19,
        SqlTypeKind.DateTime or SqlTypeKind.DateTime2 => 19 + FractionWidth,
        SqlTypeKind.DateTimeOffset => 26 + FractionWidth,
        SqlTypeKind.UniqueIdentifier => 36,
        SqlTypeKind.SqlVariant => 8000,
        _ when IsBinary => IsLong ? int.MaxValue : LengthMax * 2,
        _ => LengthMax,
    };

    private int FractionWidth => FractionDigits == 0 ? 0 : FractionDigits + 1;
}

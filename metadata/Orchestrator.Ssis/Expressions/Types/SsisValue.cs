namespace Orchestrator.Ssis.Expressions.Types;

/// <summary>
/// A value and its type. The content is null, or by its kind: bool; long (I1 to I8); ulong (UI1 to UI8); float;
/// double; <see cref="SsisNumeric"/> (CY, DECIMAL, NUMERIC); string; byte[] (BYTES, IMAGE); Guid; DateOnly (DBDATE);
/// TimeOnly (DBTIME, DBTIME2); DateTimeOffset (DBTIMESTAMPOFFSET); DateTime (the other dates).
/// </summary>
public sealed record SsisValue(SsisType Type, object? Content)
{
    public static readonly SsisValue True = new(SsisType.Bool, true);
    public static readonly SsisValue False = new(SsisType.Bool, false);

    public bool IsNull => Content is null;

    public static SsisValue Null(SsisType type) => new(type, null);

    public static SsisValue Of(bool value) => value ? True : False;

    public static SsisValue Of(int value) => new(SsisType.I4, (long)value);

    public static SsisValue Of(string value) => new(SsisType.WStr(value.Length), value);

    /// <summary>The class that the content of a kind has.</summary>
    public static Type ClassOf(SsisKind kind) => kind switch
    {
        SsisKind.Bool => typeof(bool),
        SsisKind.I1 or SsisKind.I2 or SsisKind.I4 or SsisKind.I8 => typeof(long),
        SsisKind.UI1 or SsisKind.UI2 or SsisKind.UI4 or SsisKind.UI8 => typeof(ulong),
        SsisKind.R4 => typeof(float),
        SsisKind.R8 => typeof(double),
        SsisKind.Cy or SsisKind.Decimal or SsisKind.Numeric => typeof(SsisNumeric),
        SsisKind.Str or SsisKind.WStr or SsisKind.Text or SsisKind.NText => typeof(string),
        SsisKind.Bytes or SsisKind.Image => typeof(byte[]),
        SsisKind.Guid => typeof(Guid),
        SsisKind.DBDate => typeof(DateOnly),
        SsisKind.DBTime or SsisKind.DBTime2 => typeof(TimeOnly),
        SsisKind.DBTimestampOffset => typeof(DateTimeOffset),
        _ => typeof(DateTime),
    };
}

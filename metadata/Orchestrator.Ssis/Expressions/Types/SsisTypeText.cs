namespace Orchestrator.Ssis.Expressions.Types;

/// <summary>The names of the types in an expression, and what each is written with.</summary>
public static class SsisTypeText
{
    private static readonly Dictionary<SsisKind, string> Names = Enum.GetValues<SsisKind>()
        .ToDictionary(kind => kind, kind => "DT_" + kind.ToString().ToUpperInvariant());

    private static readonly Dictionary<string, SsisKind> Kinds = Names
        .ToDictionary(name => name.Value, name => name.Key, StringComparer.OrdinalIgnoreCase);

    /// <summary>The kind of a name such as `DT_WSTR`, whatever its case; none where there is no such type.</summary>
    public static SsisKind? KindOf(string name) => Kinds.TryGetValue(name, out var kind) ? kind : null;

    public static string NameOf(SsisKind kind) => Names[kind];

    /// <summary>How many numbers follow the name in a cast.</summary>
    public static int ParametersOf(SsisKind kind) => kind switch
    {
        SsisKind.Str or SsisKind.Numeric => 2,
        SsisKind.WStr or SsisKind.Bytes or SsisKind.Decimal or SsisKind.Text => 1,
        SsisKind.DBTime2 or SsisKind.DBTimestamp2 or SsisKind.DBTimestampOffset => 1,
        _ => 0,
    };

    /// <summary>The type of a name and its numbers, or why there is none.</summary>
    public static SsisType? Make(SsisKind kind, IReadOnlyList<int> numbers, out string reason)
    {
        var wanted = ParametersOf(kind);
        var type = numbers.Count == wanted ? With(kind, numbers) : null;
        reason = type is null ? $"{NameOf(kind)} takes {Count(wanted)}, got: {numbers.Count}" : Reason(type);
        return reason.Length == 0 ? type : null;
    }

    public static string Of(SsisType type) => NameOf(type.Kind) + type.Kind switch
    {
        SsisKind.Str => $",{type.Length},{type.CodePage}",
        SsisKind.Numeric => $",{type.Precision},{type.Scale}",
        SsisKind.WStr or SsisKind.Bytes => $",{type.Length}",
        SsisKind.Text => $",{type.CodePage}",
        SsisKind.Decimal or SsisKind.DBTime2 or SsisKind.DBTimestamp2 or SsisKind.DBTimestampOffset =>
            $",{type.Scale}",
        _ => "",
    };

    private static string Count(int wanted) => wanted switch
    {
        0 => "no number after its name",
        1 => "one number after its name",
        _ => "two numbers after its name",
    };

    private static SsisType With(SsisKind kind, IReadOnlyList<int> numbers) => kind switch
    {
        SsisKind.Str => SsisType.Str(numbers[0], numbers[1]),
        SsisKind.WStr or SsisKind.Bytes => SsisType.Of(kind, length: numbers[0]),
        SsisKind.Text => SsisType.Of(kind, codePage: numbers[0]),
        SsisKind.Numeric => SsisType.Numeric(numbers[0], numbers[1]),
        _ => SsisType.Of(kind, scale: numbers.Count > 0 ? numbers[0] : 0),
    };

    private static string Reason(SsisType type) => type.Kind switch
    {
        SsisKind.Numeric when type.Precision is < 1 or > SsisType.PrecisionMax || type.Scale > type.Precision =>
            $"DT_NUMERIC has 1 to {SsisType.PrecisionMax} digits and no more of them behind the point, got: {type}",
        SsisKind.Decimal when type.Scale > 28 => $"DT_DECIMAL has a scale of 0 to 28, got: {type.Scale}",
        SsisKind.DBTime2 or SsisKind.DBTimestamp2 or SsisKind.DBTimestampOffset when type.Scale > 7 =>
            $"{NameOf(type.Kind)} has 0 to 7 digits of a second, got: {type.Scale}",
        SsisKind.WStr when type.Length > SsisType.LengthMax =>
            $"DT_WSTR has up to {SsisType.LengthMax} characters, got: {type.Length}",
        SsisKind.Str or SsisKind.Bytes when type.Length > 8000 =>
            $"{NameOf(type.Kind)} has up to 8000 bytes, got: {type.Length}",
        _ => "",
    };
}

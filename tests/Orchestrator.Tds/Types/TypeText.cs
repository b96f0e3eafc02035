using System.Text.RegularExpressions;
using static Orchestrator.Tds.TdsKind;

namespace Orchestrator.Tds;

/// <summary>A type from its declaration and back.</summary>
internal static partial class TypeText
{
    private static readonly Dictionary<string, TdsKind> ByName = Enum.GetValues<TdsKind>()
        .Where(kind => kind != Udt)
        .Select(kind => (Name(kind), kind))
        .Append(("timestamp", RowVersion))
        .Append(("sysname", NVarChar))
        .ToDictionary(one => one.Item1, one => one.Item2, StringComparer.OrdinalIgnoreCase);

    public static TdsType Parse(string text)
    {
        if (Declaration().Match(text) is not { Success: true } match)
        {
            throw new FormatException($"'{text}' is not a type; expected one like 'int' or 'decimal(18,2)'");
        }

        var name = match.Groups["name"].Value;
        var type = ByName.TryGetValue(name, out var kind)
            ? WithSize(kind, match.Groups["a"].Value, match.Groups["b"].Value)
            : new TdsType(Udt) { UdtName = name };
        type = name.Equals("sysname", StringComparison.OrdinalIgnoreCase) ? type with { Length = 128 } : type;
        var collation = match.Groups["collation"] is { Success: true } named
            ? Collation.Named(named.Value)
            : Collation.Default;
        return HasCollation(type.Kind) ? type with { Collation = collation } : type;
    }

    public static string Show(TdsType type)
    {
        var size = type.Kind switch
        {
            TdsKind.Decimal or Numeric => $"({type.Precision},{type.Scale})",
            Time or DateTime2 or TdsKind.DateTimeOffset => $"({type.Scale})",
            TdsKind.Char or VarChar or NChar or NVarChar or Binary or VarBinary =>
                type.Length == TdsType.Max ? "(max)" : $"({type.Length})",
            _ => "",
        };
        var collation = type.Collation is { } named && named != Collation.Default ? $" collate {named}" : "";
        return (type.UdtName ?? Name(type.Kind)) + size + collation;
    }

    public static bool HasCollation(TdsKind kind) =>
        kind is TdsKind.Char or VarChar or NChar or NVarChar or Text or NText;

    private static string Name(TdsKind kind) => kind == Variant ? "sql_variant" : kind.ToString().ToLowerInvariant();

    private static TdsType WithSize(TdsKind kind, string first, string second) => kind switch
    {
        TdsKind.Decimal or Numeric => new(kind) { Precision = Number(first, 18), Scale = Number(second, 0) },
        Time or DateTime2 or TdsKind.DateTimeOffset => new(kind) { Scale = Number(first, 7) },
        TdsKind.Char or VarChar or NChar or NVarChar or Binary or VarBinary => new(kind)
        {
            Length = first.Equals("max", StringComparison.OrdinalIgnoreCase) ? TdsType.Max
                : first.Length == 0 ? 1 : int.Parse(first),
        },
        Float when first.Length > 0 && int.Parse(first) < 25 => new(Real),
        _ => new(kind),
    };

    private static byte Number(string text, byte otherwise) => text.Length == 0 ? otherwise : byte.Parse(text);

    [GeneratedRegex(
        @"^\s*(?<name>[\w.]+)\s*(\(\s*(?<a>\d+|max)\s*(,\s*(?<b>\d+)\s*)?\))?(\s+collate\s+(?<collation>\w+))?\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Declaration();
}

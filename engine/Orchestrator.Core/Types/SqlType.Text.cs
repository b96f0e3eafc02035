using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Orchestrator.Core.Types;

public readonly partial record struct SqlType
{
    private const int PrecisionMax = 38;
    private const int FractionMax = 7;
    private const int RealBitsMax = 24;
    private const int FloatBitsMax = 53;

    /// <summary>All names that <see cref="TryParse"/> takes, without their measures; for suggestions.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. SqlTypeNames.All.Order(StringComparer.Ordinal)];

    /// <summary>
    /// Reads a SQL Server type name such as `decimal(9,2)`, `nvarchar(max)` or `double precision`; case and blanks do
    /// not matter.
    /// </summary>
    /// <param name="text">The text; null reads as empty.</param>
    /// <param name="type">The type; meaningless where the answer is false.</param>
    /// <param name="problem">What is wrong and what would be right; null where the answer is true.</param>
    public static bool TryParse(string? text, out SqlType type, [NotNullWhen(false)] out string? problem)
    {
        type = default;
        problem = Split(text ?? "", out var name, out var measures);
        if (problem is not null)
        {
            return false;
        }

        if (name.Equals("sysname", StringComparison.OrdinalIgnoreCase) && measures.Length == 0)
        {
            type = new SqlType(SqlTypeKind.NVarChar, 128);
            return true;
        }

        var known = SqlTypeNames.Find(name);
        problem = known is null
            ? $"'{name}' is no data type of SQL Server"
            : Measured(known, SqlTypeNames.TextOf(known.Kind), measures, out type);
        return problem is null;
    }

    /// <summary>The canonical name, such as `decimal(9,2)`; <see cref="TryParse"/> reads it back.</summary>
    public override string ToString()
    {
        var name = SqlTypeNames.TextOf(Kind);
        return SqlTypeNames.Find(name)!.Measure switch
        {
            Measure.Length => Length == Max ? $"{name}(max)" : $"{name}({Length})",
            Measure.Precision => $"{name}({Precision},{Scale})",
            Measure.Fraction => $"{name}({Scale})",
            _ => name,
        };
    }

    private static string? Split(string text, out string name, out string[] measures)
    {
        name = "";
        measures = [];
        var open = text.IndexOf('(', StringComparison.Ordinal);
        var head = open < 0 ? text : text[..open];
        name = string.Join(' ', head.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        if (name.Length == 0)
        {
            return "a data type is missing";
        }

        if (open < 0)
        {
            return null;
        }

        var tail = text[(open + 1)..].TrimEnd();
        if (!tail.EndsWith(')'))
        {
            return $"the parenthesis of '{name}(' is not closed";
        }

        measures = [.. tail[..^1].Split(',').Select(part => part.Trim())];
        return null;
    }

    private static string? Measured(SqlTypeName known, string name, string[] measures, out SqlType type)
    {
        type = new SqlType(known.Kind, Scale: known.Kind is SqlTypeKind.Money or SqlTypeKind.SmallMoney ? 4 : 0);
        return known.Measure switch
        {
            Measure.Length => WithLength(known, name, measures, out type),
            Measure.Precision => WithPrecision(name, measures, out type),
            Measure.Fraction => WithFraction(known.Kind, name, measures, out type),
            Measure.FloatBits => WithBits(measures, out type),
            _ => measures.Length == 0 ? null : $"{name} takes nothing in parentheses",
        };
    }

    private static string? WithLength(SqlTypeName known, string name, string[] measures, out SqlType type)
    {
        type = new SqlType(known.Kind, 1);
        if (measures.Length == 0)
        {
            return known.HasMax
                ? $"{name} needs a length, {name}(50) or {name}(max); SQL Server would take 1 in silence"
                : null;
        }

        if (measures.Length == 1 && known.HasMax && measures[0].Equals("max", StringComparison.OrdinalIgnoreCase))
        {
            type = new SqlType(known.Kind, Max);
            return null;
        }

        var isNumber = TryNumber(measures, 0, out var length) && measures.Length == 1;
        type = new SqlType(known.Kind, length);
        return isNumber && length >= 1 && length <= known.LengthMax
            ? null
            : $"the length of {name} is 1 to {known.LengthMax}{(known.HasMax ? " or max" : "")}";
    }

    private static string? WithPrecision(string name, string[] measures, out SqlType type)
    {
        var precision = 18;
        var scale = 0;
        var isRead = (measures.Length < 1 || TryNumber(measures, 0, out precision))
            && (measures.Length < 2 || TryNumber(measures, 1, out scale)) && measures.Length <= 2;
        type = new SqlType(SqlTypeKind.Decimal, 0, precision, scale);
        return isRead && precision is >= 1 and <= PrecisionMax && scale >= 0 && scale <= precision
            ? null
            : $"{name} takes a precision of 1 to {PrecisionMax} and a scale of 0 to the precision, as in {name}(18,2)";
    }

    private static string? WithFraction(SqlTypeKind kind, string name, string[] measures, out SqlType type)
    {
        var scale = FractionMax;
        var isRead = measures.Length == 0 || (measures.Length == 1 && TryNumber(measures, 0, out scale));
        type = new SqlType(kind, 0, 0, scale);
        return isRead && scale is >= 0 and <= FractionMax
            ? null
            : $"{name} takes 0 to {FractionMax} digits of the second, as in {name}(3)";
    }

    private static string? WithBits(string[] measures, out SqlType type)
    {
        var bits = FloatBitsMax;
        var isRead = measures.Length == 0 || (measures.Length == 1 && TryNumber(measures, 0, out bits));
        type = new SqlType(bits <= RealBitsMax ? SqlTypeKind.Real : SqlTypeKind.Float);
        return isRead && bits is >= 1 and <= FloatBitsMax ? null : $"float takes 1 to {FloatBitsMax} bits";
    }

    private static bool TryNumber(string[] measures, int index, out int number) =>
        int.TryParse(measures[index], NumberStyles.None, CultureInfo.InvariantCulture, out number);
}

using System.Globalization;
using System.Numerics;

namespace Orchestrator.Metadata.Yaml;

/// <summary>What plain scalars mean in the core schema of YAML 1.2, and the units that the metadata adds.</summary>
internal static class CoreSchema
{
    private static readonly (string Unit, long Ticks)[] TimeUnits =
    [
        ("ms", TimeSpan.TicksPerMillisecond), ("s", TimeSpan.TicksPerSecond), ("m", TimeSpan.TicksPerMinute),
        ("h", TimeSpan.TicksPerHour), ("d", TimeSpan.TicksPerDay),
    ];

    private static readonly (string Unit, long Bytes)[] SizeUnits =
        [("KB", 1L << 10), ("MB", 1L << 20), ("GB", 1L << 30), ("TB", 1L << 40), ("B", 1)];

    public static bool? Flag(YamlScalar scalar) => !scalar.IsPlain ? null : scalar.Text switch
    {
        "true" or "True" or "TRUE" => true,
        "false" or "False" or "FALSE" => false,
        _ => null,
    };

    public static long? Number(YamlScalar scalar)
    {
        if (!scalar.IsPlain)
        {
            return null;
        }

        var text = scalar.Text;
        var isBased = text.StartsWith("0x", StringComparison.Ordinal)
            || text.StartsWith("0o", StringComparison.Ordinal);
        return isBased ? Based(text) : long.TryParse(text, NumberStyles.AllowLeadingSign, null, out var number)
            ? number
            : null;
    }

    /// <summary>A duration of one or several parts, 1h30m; longer than zero and at most 10,000 days.</summary>
    public static TimeSpan? Duration(string text)
    {
        var ticks = new BigInteger();
        var rest = text.AsSpan();
        while (rest.Length > 0)
        {
            if (Part(ref rest, TimeUnits) is not { } part)
            {
                return null;
            }

            ticks += part;
        }

        return ticks > 0 && ticks <= TimeSpan.TicksPerDay * 10_000L ? TimeSpan.FromTicks((long)ticks) : null;
    }

    /// <summary>A size, 16MB; more than zero.</summary>
    public static long? Size(string text)
    {
        var rest = text.AsSpan();
        var bytes = Part(ref rest, SizeUnits);
        return rest.Length == 0 && bytes is { } value && value > 0 && value <= long.MaxValue ? (long)value : null;
    }

    private static BigInteger? Part(ref ReadOnlySpan<char> rest, (string Unit, long Factor)[] units)
    {
        var digits = 0;
        while (digits < rest.Length && char.IsAsciiDigit(rest[digits]))
        {
            digits++;
        }

        if (!long.TryParse(rest[..digits], NumberStyles.None, null, out var number))
        {
            return null;
        }

        rest = rest[digits..].TrimStart(' ');
        foreach (var (unit, factor) in units)
        {
            if (rest.StartsWith(unit, StringComparison.Ordinal))
            {
                rest = rest[unit.Length..];
                return new BigInteger(number) * factor;
            }
        }

        return null;
    }

    private static long? Based(string text)
    {
        try
        {
            return text.Length > 2 ? Convert.ToInt64(text[2..], text[1] == 'x' ? 16 : 8) : null;
        }
        catch (Exception refused) when (refused is FormatException or OverflowException or ArgumentException)
        {
            return null;
        }
    }
}

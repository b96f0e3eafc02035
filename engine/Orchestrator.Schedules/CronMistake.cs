using System.Text.RegularExpressions;
using Quartz;

namespace Orchestrator.Schedules;

/// <summary>Why a text is no cron.</summary>
/// <param name="Problem">What is wrong with it, in words.</param>
/// <param name="Better">What was probably meant, a cron; null where that cannot be told.</param>
public sealed partial record CronMistake(string Problem, string? Better)
{
    private const int LengthMax = 250;
    private const int MonthPlace = 4;
    private const int DayOfWeekPlace = 5;

    private static readonly string[] Months =
        ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

    private static readonly (string Name, int Min, int Max)[] Fields =
    [
        ("seconds", 0, 59), ("minutes", 0, 59), ("hours", 0, 23), ("days of the month", 1, 31), ("months", 1, 12),
        ("days of the week", 1, 7), ("years", 1970, 2099),
    ];

    private static readonly Dictionary<string, string> Macros = new(StringComparer.OrdinalIgnoreCase)
    {
        ["@yearly"] = "0 0 0 1 1 ?",
        ["@annually"] = "0 0 0 1 1 ?",
        ["@monthly"] = "0 0 0 1 * ?",
        ["@weekly"] = "0 0 0 ? * SUN",
        ["@daily"] = "0 0 0 * * ?",
        ["@midnight"] = "0 0 0 * * ?",
        ["@hourly"] = "0 0 * * * ?",
    };

    /// <summary>What can be told of a text without Quartz; null = nothing.</summary>
    internal static CronMistake? Of(string text)
    {
        if (text.Length > LengthMax)
        {
            return new CronMistake($"it has {text.Length} characters, {LengthMax} are taken", null);
        }

        var fields = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        return fields.Length switch
        {
            1 when Macros.TryGetValue(fields[0], out var meant) => new CronMistake("it names no fields", meant),
            5 => new CronMistake("it has 5 fields, as Unix has them; here the seconds stand in front", Unix(text)),
            not (6 or 7) => new CronMistake($"it has {fields.Length} {(fields.Length == 1 ? "field" : "fields")}; "
                + "there are 6 or 7: seconds, minutes, hours, day of the month, month, day of the week, maybe a year",
                null),
            _ => fields.Select((field, place) => InField(fields, field, place))
                .FirstOrDefault(found => found is not null),
        };
    }

    /// <summary>What Quartz says of a text that looked good so far.</summary>
    internal static CronMistake Refused(string text, string message)
    {
        var fields = text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        var reason = message.StartsWith("Illegal cron", StringComparison.Ordinal)
            ? $"'{fields.FirstOrDefault(IsStrange) ?? text}' is no value of a field"
            : char.ToLowerInvariant(message[0]) + message[1..].TrimEnd('.');
        return new CronMistake(reason, null);
    }

    private static bool IsStrange(string field) => !Plain().IsMatch(field);

    private static CronMistake? InField(string[] fields, string field, int place) => field.Split(',')
        .Select(part => InNumbers(fields, part, place) ?? InWords(fields, part, place))
        .FirstOrDefault(found => found is not null);

    private static CronMistake? InNumbers(string[] fields, string part, int place)
    {
        var (name, min, max) = Fields[place];
        var match = Numbers().Match(part);
        foreach (var written in match.Groups.Values.Skip(1).Take(2).Select(group => group.Value)
            .Where(value => value.Length > 0))
        {
            if (!int.TryParse(written, out var number) || number < min || number > max)
            {
                return new CronMistake($"there is no {written} among the {name}: {min} to {max}"
                    + (place == DayOfWeekPlace ? ", with 1 = Sunday and 7 = Saturday" : ""), WithDays(fields, place));
            }
        }

        return int.TryParse(match.Groups[3].Value, out var step) && (step == 0 || step > max)
            ? new CronMistake($"there is no step of {step} among the {name}: 1 to {max}", null)
            : null;
    }

    private static CronMistake? InWords(string[] fields, string part, int place)
    {
        var known = place == MonthPlace ? Months : place == DayOfWeekPlace ? CronDoubt.Days : null;
        var strange = known is null ? null : Words().Matches(part).Select(match => match.Value)
            .FirstOrDefault(word => !IsName(known, word));
        if (strange is null || known is null)
        {
            return null;
        }

        var shorter = Words().Replace(
            fields[place], match => match.Value[..Math.Min(3, match.Length)].ToUpperInvariant());
        var isKnown = Words().Matches(shorter).All(match => IsName(known, match.Value));
        return new CronMistake($"'{strange}' is none of the {Fields[place].Name}: {string.Join(", ", known)}",
            isKnown ? string.Join(' ', [.. fields[..place], shorter, .. fields[(place + 1)..]]) : null);
    }

    // FRIL is the last Friday of a month.
    private static bool IsName(string[] known, string word) => known.Any(name =>
        word.Equals(name, StringComparison.OrdinalIgnoreCase)
        || (known == CronDoubt.Days && word.Equals(name + "L", StringComparison.OrdinalIgnoreCase)));

    /// <summary>A 0 among the days of the week is Unix's Sunday, and the others there count from it, too.</summary>
    private static string? WithDays(string[] fields, int place) => place == DayOfWeekPlace && fields.Length == 6
        && Unix(string.Join(' ', fields[1..])) is { } unix ? fields[0] + unix[1..] : null;

    private static string? Unix(string text)
    {
        try
        {
            return CronExpression.Parse(text, CronFormat.Unix).CronExpressionString;
        }
        catch (Exception refused) when (refused is FormatException or ArgumentException or OverflowException)
        {
            return null;
        }
    }

    [GeneratedRegex(@"^(?:(?:(\d+)(?:-(\d+))?)|\*)(?:/(\d+))?$")]
    private static partial Regex Numbers();

    [GeneratedRegex("[A-Za-z]{2,}")]
    private static partial Regex Words();

    [GeneratedRegex(@"^[0-9*?/,LW#-]+$")]
    private static partial Regex Plain();
}

using System.Diagnostics.CodeAnalysis;
using Quartz;

namespace Orchestrator.Schedules;

/// <summary>A cron in Quartz's syntax (6 or 7 fields, seconds first), over local times that know no zone.</summary>
public sealed class CronText
{
    private readonly CronExpression _expression;

    private CronText(string text, CronExpression expression)
    {
        Text = text;
        _expression = expression;
    }

    /// <summary>As it was written.</summary>
    public string Text { get; }

    /// <summary>Reads a cron.</summary>
    /// <param name="text">What was written.</param>
    /// <param name="cron">The cron; null where it is none.</param>
    /// <param name="mistake">What is wrong with it, in words; null where nothing is.</param>
    public static bool TryParse(
        string text, [NotNullWhen(true)] out CronText? cron, [NotNullWhen(false)] out CronMistake? mistake)
    {
        cron = null;
        mistake = CronMistake.Of(text);
        if (mistake is not null)
        {
            return false;
        }

        try
        {
            cron = new CronText(text, new CronExpression(text, TimeZoneInfo.Utc));
            return true;
        }
        catch (Exception refused) when (refused is FormatException or ArgumentException or OverflowException)
        {
            mistake = CronMistake.Refused(text, refused.Message);
            return false;
        }
    }

    /// <summary>The first local time after this one that it names; null where it names none any more.</summary>
    public DateTime? Next(DateTime local)
    {
        // UTC has no gaps, so that all local times there are can be walked over as if they were of UTC.
        var next = _expression.GetNextValidTimeAfter(new DateTimeOffset(local, TimeSpan.Zero));
        return next?.DateTime;
    }

    public override string ToString() => Text;
}

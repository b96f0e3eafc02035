using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Alerts;

/// <summary>A message as people read it: a subject that says all, and plain text.</summary>
public static class MessageText
{
    private const int SubjectMax = 200;
    private const int FailuresMax = 5;
    private const int NamedMax = 3;

    /// <summary>One line: state, what, where, and the first failure.</summary>
    public static string Subject(AlertMessage message)
    {
        var first = message.Occurrences[0];
        var where = $"({message.Environment})";
        var text = message.IsTest ? $"TEST {string.Join(", ", message.Alerts)} {where}: nothing has happened"
            : message.Occurrences.Count == 1
                ? $"{message.State} {Name(first)} {where}: {first.Summary}{FirstFailure(first)}"
            : $"{message.State} {message.Occurrences.Count} times {where}: "
                + string.Join(", ", message.Occurrences.Take(NamedMax).Select(Name))
                + (message.Occurrences.Count > NamedMax ? " …" : "") + Together(message);
        return OneLine(text, SubjectMax);
    }

    /// <summary>What happened, why, where to look, and the command that goes on.</summary>
    public static string Body(AlertMessage message)
    {
        var text = new StringBuilder();
        if (message.IsTest)
        {
            text.Append("This is a test: nothing has happened. Messages of these alerts arrive here.\n\n");
        }

        foreach (var occurrence in message.Occurrences.Take(AlertMessage.ToldMax))
        {
            Append(text, message, occurrence);
        }

        if (message.Occurrences.Count > AlertMessage.ToldMax)
        {
            text.Append($"… and {message.Occurrences.Count - AlertMessage.ToldMax} more\n\n");
        }

        return text.Append($"{message.Solution}, environment {message.Environment}, ")
            .Append($"alert {string.Join(", ", message.Alerts)}\nmessage {message.Id}\n").ToString();
    }

    /// <summary>
    /// Whether a character does something to what stands around it: it ends a line, moves a cursor, or turns the
    /// direction of writing, so that a name reads as another.
    /// </summary>
    public static bool IsActing(char one) => char.IsControl(one)
        || one is '\u2028' or '\u2029' or (>= '\u202A' and <= '\u202E') or (>= '\u2066' and <= '\u2069');

    /// <summary>A text without characters that act, at most so long.</summary>
    public static string OneLine(string text, int max)
    {
        var line = new string([.. text.Select(one => IsActing(one) ? ' ' : one)]);
        if (line.Length <= max)
        {
            return line;
        }

        // Not in the middle of a character.
        return HalfCharacter.Cut(line, max - 1) + "…";
    }

    private static void Append(StringBuilder text, AlertMessage message, Occurrence occurrence)
    {
        text.Append($"{AlertMessage.Word(occurrence.Event)} {Name(occurrence)}, {Moment(occurrence.At)}\n");
        text.Append($"{occurrence.Summary}\n");
        foreach (var failure in occurrence.Failures.Take(FailuresMax))
        {
            text.Append($"\n  {failure.Package}{Facts(failure)}\n    {failure.Message}\n");
        }

        var more = occurrence.FailuresCount - Math.Min(FailuresMax, occurrence.Failures.Count);
        if (more > 0)
        {
            text.Append($"\n  … and {more} more\n");
        }

        text.Append('\n');
        if (message.LinkOf(occurrence) is { Length: > 0 } link)
        {
            text.Append($"Look:  {link}\n");
        }

        if (occurrence.Command.Length > 0)
        {
            text.Append($"Then:  {occurrence.Command}\n");
        }

        text.Append('\n');
    }

    private static string Name(Occurrence occurrence) =>
        occurrence.Batch + (occurrence.Run is { } run ? $" run {run}" : "");

    private static string FirstFailure(Occurrence occurrence) => occurrence.Failures.Count == 0 ? ""
        : $", first: {occurrence.Failures[0].Package} {occurrence.Failures[0].Code}".TrimEnd();

    // What they have in common is worth a line where something failed: else the word says it.
    private static string Together(AlertMessage message) =>
        message.Occurrences[0].Event == AlertEvent.Failed ? $", cause: {message.Occurrences[0].Cause}" : "";

    private static string Facts(AlertFailure failure)
    {
        var facts = new[]
        {
            $"{failure.Code} {failure.Class}".Trim(),
            failure.Connection.Length > 0 ? $"connection {failure.Connection}" : "", failure.ServerCode,
        };
        var told = string.Join(", ", facts.Where(fact => fact.Length > 0));
        return told.Length > 0 ? $"  {told}" : "";
    }

    /// <summary>A moment to the second.</summary>
    internal static string Moment(DateTimeOffset at) =>
        at.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}

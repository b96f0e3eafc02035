using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Which signs a file format may not quote with or begin comments with, and beside what else.</summary>
internal static class SignChecks
{
    private const int CommentMax = 16;
    private const string InNumbers = "+-.: _";

    public static void Check(LoadContext context, YamlMap map, FileFormat format)
    {
        if (format.Style == FileStyle.Csv && map.Scalar(FormatKeys.Quote.Name) is { } quote
            && QuoteRefusal(format) is { } why)
        {
            context.Bag.Error("ORC1038", quote.At, $"values cannot stand between '{quote.Text}': {why}",
                "quote: \"'\" or another sign of ASCII, or none");
        }

        if (map.Scalar(FormatKeys.Comment.Name) is { } comment && CommentRefusal(format) is { } reason)
        {
            context.Bag.Error("ORC1038", comment.At, $"no comment can begin with '{comment.Text}': {reason}",
                $"comment: \"#\", at most {CommentMax} characters");
        }

        foreach (var key in (string[])[FormatKeys.Comment.Name, FormatKeys.ShortRows.Name])
        {
            if (map.Scalar(key) is { Text: not "refuse" } both && format is { Style: FileStyle.Bcp }
                && format.TerminatorInColumns)
            {
                context.Bag.Error("ORC1038", both.At, $"'{key}' goes by the lines of the file, and with "
                    + "terminatorInColumns: allow a line is no row", "leave one of the two out");
            }
        }
    }

    private static string? QuoteRefusal(FileFormat format) => format.Quote switch
    {
        "" => null,
        { Length: > 1 } => "it is not one character",
        _ when format.Quote == format.Field => "it separates them",
        [var sign] when !char.IsAscii(sign) || char.IsControl(sign) => "it is no sign of ASCII that people see",
        [var sign] when char.IsAsciiLetterOrDigit(sign) || InNumbers.Contains(sign) => "it stands in numbers and dates",
        _ => null,
    };

    private static string? CommentRefusal(FileFormat format) => format.Comment switch
    {
        null or "" => "it is empty",
        { Length: > CommentMax and var length } => $"it has {length} characters",
        var sign when sign.Contains('\n') || sign.Contains('\r') => "it holds a line break",
        var sign when format.Style != FileStyle.Fixed && sign.Contains(format.Field, StringComparison.Ordinal) =>
            "it holds what separates fields",
        var sign when format.Style == FileStyle.Bcp && sign.Contains(format.Row, StringComparison.Ordinal) =>
            "it holds what ends a row",
        var sign when format is { Style: FileStyle.Csv, Quote.Length: > 0 } && sign.StartsWith(format.Quote,
            StringComparison.Ordinal) => "a quoted value begins so",
        _ => null,
    };
}

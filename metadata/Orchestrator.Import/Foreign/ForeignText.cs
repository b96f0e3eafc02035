using System.Text;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Foreign;

/// <summary>Reads files of text whole: half of a name or of a statement would be lost without a word.</summary>
internal static class ForeignText
{
    /// <summary>The text of a file; null after what is wrong was said.</summary>
    /// <param name="name">The file, as messages name it.</param>
    /// <param name="stream">Its content.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static string? Of(string name, Stream stream, ForeignProblems problems)
    {
        using var reader = new StreamReader(stream, Encoding.UTF8);
        var text = reader.ReadToEnd();
        if (text.AsSpan().IndexOfAny('\uFFFD', '\0') is >= 0 and var wrong)
        {
            problems.Error(ForeignCodes.Unreadable, new Origin(name, text.AsSpan(0, wrong).Count('\n') + 1, 1),
                "it holds a letter that is not written in UTF-8, so that nobody can tell which it is",
                "save it as UTF-8, or as UTF-16 with a byte order mark");
            return null;
        }

        return text;
    }
}

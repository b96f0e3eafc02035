using System.Text;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>A file that is read.</summary>
/// <param name="Path">Its full path.</param>
/// <param name="Root">The folder that files which it includes stand in.</param>
/// <param name="Base">The folder that messages name it from.</param>
internal sealed record SqlFile(string Path, string Root, string Base)
{
    /// <summary>Bytes of the largest script that is read.</summary>
    public const long BytesMax = 64L << 20;

    /// <summary>As messages name it.</summary>
    public string Shown => System.IO.Path.GetRelativePath(Base, Path).Replace('\\', '/');

    /// <summary>The file as a place.</summary>
    public Origin At => new(Shown, 0, 0);

    /// <summary>
    /// Whether it may be opened; false after what is wrong was said. Nobody may ever write into a pipe, and a device
    /// may have no end.
    /// </summary>
    public bool IsFile(SqlProblems problems)
    {
        if (EntryKind.NotAFile(Path) is not { } other)
        {
            return true;
        }

        problems.Error(SqlCodes.Unreadable, At, $"it is {other}", "remove it, or write its text into a file");
        return false;
    }

    /// <summary>Its lines; null after what is wrong was said.</summary>
    public string[]? Lines(SqlProblems problems)
    {
        try
        {
            if (!IsFile(problems) || LeadsOut(problems))
            {
                return null;
            }

            if (new FileInfo(Path).Length > BytesMax)
            {
                problems.Error(SqlCodes.TooMuch, At, $"it has over {BytesMax >> 20} MB, and no more are read",
                    "import the statements that make tables, without those that fill them");
                return null;
            }

            var text = File.ReadAllText(Path, Encoding.UTF8);
            if (text.Contains('\0', StringComparison.Ordinal))
            {
                problems.Error(SqlCodes.Unreadable, At, "it holds characters that no script has",
                    "save it as UTF-8, or as UTF-16 with a byte order mark");
                return null;
            }

            // Half of a name would be lost without a word.
            if (text.IndexOf('\uFFFD', StringComparison.Ordinal) is >= 0 and var wrong)
            {
                var line = text.AsSpan(0, wrong).Count('\n') + 1;
                problems.Error(SqlCodes.Unreadable, At with { Line = line, Column = 1 },
                    "it holds a letter that is not written in UTF-8, so that nobody can tell which it is",
                    "save it as UTF-8, or as UTF-16 with a byte order mark");
                return null;
            }

            return text.Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n').Split('\n');
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            problems.Error(SqlCodes.Unreadable, At, "it cannot be read", "see that it is there, and who may read it");
            return null;
        }
    }

    private bool LeadsOut(SqlProblems problems)
    {
        if (RealPath.IsBelow(Path, Root))
        {
            return false;
        }

        problems.Error(SqlCodes.Unreadable, At, "it is a link that leads out of the folder that is imported",
            "put the file itself there");
        return true;
    }
}

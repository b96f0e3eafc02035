using System.Text;
using Orchestrator.Metadata.Diagnostics;

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

    /// <summary>Its lines; null after what is wrong was said.</summary>
    public string[]? Lines(SqlProblems problems)
    {
        try
        {
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

            return text.Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n').Split('\n');
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            problems.Error(SqlCodes.Unreadable, At, "it cannot be read", "see that it is there, and who may read it");
            return null;
        }
    }
}

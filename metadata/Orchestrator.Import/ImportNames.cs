using System.Text;

namespace Orchestrator.Import;

/// <summary>Names that can be a file's and be selected by.</summary>
internal static class ImportNames
{
    private const int NameMax = 100;

    // With a number, an ending and a schema before it a file system still takes it.
    private const int BytesMax = 110;

    /// <summary>Letters, digits, `_` and `-`; what is none becomes `_`, and what is too long is cut.</summary>
    public static string Plain(string name)
    {
        var plain = string.Concat(name.Take(NameMax).Select(c => IsPlain(c) ? c : '_'));
        while (Encoding.UTF8.GetByteCount(plain) > BytesMax)
        {
            plain = plain[..^1];
        }

        return plain;
    }

    /// <summary>Whether a name is one already.</summary>
    public static bool IsPlain(string name) => Plain(name) == name;

    private static bool IsPlain(char c) => char.IsAsciiLetterOrDigit(c) || c is '_' or '-'
        || (char.IsLetter(c) && !char.IsSurrogate(c));
}

using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Orchestrator.Packages.Store;

/// <summary>Fills {connection}, {project}, {container} and {object} in the file name of a Sqlite connection.</summary>
internal static class FileTemplate
{
    private const int NameLengthMax = 60;

    private static readonly HashSet<string> Devices = new(StringComparer.OrdinalIgnoreCase)
    {
        "con", "prn", "aux", "nul",
        "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
        "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
    };

    /// <summary>The template with each name made safe.</summary>
    public static string Fill(string template, string connection, string project, string container, string name) =>
        Fill(template, connection)
            .Replace("{project}", Safe(project), StringComparison.Ordinal)
            .Replace("{container}", Safe(container), StringComparison.Ordinal)
            .Replace("{object}", Safe(name), StringComparison.Ordinal);

    /// <summary>The template with the connection's name alone: what its files have in common.</summary>
    public static string Fill(string template, string connection) =>
        template.Replace("{connection}", Safe(connection), StringComparison.Ordinal);

    /// <summary>
    /// The name where every file system takes it as it is; else what is left of it and a hash of the whole, so that
    /// two names never become one.
    /// </summary>
    public static string Safe(string name)
    {
        if (IsSafe(name))
        {
            return name;
        }

        var kept = new string([.. name.Where(IsPlain).Take(NameLengthMax / 2)]);
        var hash = SHA256.HashData(MemoryMarshal.AsBytes(name.AsSpan()));
        return $"{kept}~{Convert.ToHexStringLower(hash.AsSpan(0, 8))}";
    }

    private static bool IsSafe(string name) =>
        name.Length is > 0 and <= NameLengthMax && name.All(c => IsPlain(c) || c == '.') && name[0] != '.'
        && name[^1] != '.' && !Devices.Contains(name.Split('.')[0]);

    private static bool IsPlain(char c) => char.IsAsciiLetterOrDigit(c) || c is '-' or '_';
}

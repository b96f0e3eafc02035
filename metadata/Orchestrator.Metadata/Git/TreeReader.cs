using System.Text;

namespace Orchestrator.Metadata.Git;

/// <summary>One entry of a git tree.</summary>
internal sealed record TreeEntry(string Mode, string Name, string Object)
{
    public bool IsFolder => Mode is "40000" or "040000";

    public bool IsFile => Mode.StartsWith("100", StringComparison.Ordinal);
}

/// <summary>Takes a git tree apart; names that could lead out of a folder are left out.</summary>
internal static class TreeReader
{
    private const int NameBytes = 20;

    public static List<TreeEntry> Entries(byte[] tree)
    {
        var entries = new List<TreeEntry>();
        for (var at = 0; at < tree.Length;)
        {
            var space = Array.IndexOf(tree, (byte)' ', at);
            var end = space < 0 ? -1 : Array.IndexOf(tree, (byte)0, space);
            if (end < 0 || end + NameBytes >= tree.Length)
            {
                throw new GitException("a git tree is cut short");
            }

            var name = Encoding.UTF8.GetString(tree, space + 1, end - space - 1);
            var mode = Encoding.ASCII.GetString(tree, at, space - at);
            if (IsSafe(name))
            {
                entries.Add(new TreeEntry(mode, name, Convert.ToHexStringLower(tree.AsSpan(end + 1, NameBytes))));
            }

            at = end + 1 + NameBytes;
        }

        return entries;
    }

    private static bool IsSafe(string name) =>
        name is not ("" or "." or "..") && name.AsSpan().IndexOfAny("/\\:\0") < 0
        && !name.Equals(".git", StringComparison.OrdinalIgnoreCase);
}

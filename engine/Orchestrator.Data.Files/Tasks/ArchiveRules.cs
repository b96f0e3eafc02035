using System.IO.Compression;
using System.Text;
using Orchestrator.Core;

namespace Orchestrator.Data.Files.Tasks;

/// <summary>
/// What an archive may hold: looked at before any of it is unpacked. It comes from somewhere else, and its names and
/// sizes are whatever somebody has written there.
/// </summary>
internal static class ArchiveRules
{
    private const int MembersMax = 100_000;
    private const int TypeOfFile = 0xF000;
    private const int Plain = 0x8000;
    private const int Folder = 0x4000;

    /// <summary>The name of a member as we write it.</summary>
    public static string NameOf(ZipArchiveEntry entry) => ZipMembers.NameOf(entry.FullName);

    /// <summary>Whether it is a folder and no file.</summary>
    public static bool IsFolder(ZipArchiveEntry entry) => NameOf(entry).EndsWith('/');

    /// <summary>Why nothing of it is unpacked; null = all of it can be.</summary>
    /// <param name="members">All that it holds.</param>
    /// <param name="length">Bytes of the archive.</param>
    /// <param name="bytesMax">Bytes that its members may have together.</param>
    public static string? Refusal(IReadOnlyCollection<ZipArchiveEntry> members, long length, long bytesMax) =>
        members.Count > MembersMax ? $"it holds {members.Count} members, {MembersMax} are taken"
            : members.Select(OfMember).FirstOrDefault(why => why is not null)
                ?? Alike(members) ?? TooLarge(members, length, bytesMax);

    private static string? OfMember(ZipArchiveEntry member)
    {
        var name = NameOf(member);
        foreach (var part in (IsFolder(member) ? name[..^1] : name).Split('/'))
        {
            if (PortableName.Refusal(part) is { } why)
            {
                return $"a member is called '{Shown(name)}', and the part '{Shown(part)}' of that {why}";
            }
        }

        // Those that were packed on Windows say nothing of it.
        var type = (member.ExternalAttributes >> 16) & TypeOfFile;
        return type != 0 && type != (IsFolder(member) ? Folder : Plain)
            ? $"the member '{Shown(name)}' is a link or a device and no file"
            : member.IsEncrypted ? $"the member '{Shown(name)}' is encrypted" : null;
    }

    // On Windows they would be one, and here one of two that are called the same.
    private static string? Alike(IReadOnlyCollection<ZipArchiveEntry> members)
    {
        string[] files = [.. members.Where(member => !IsFolder(member)).Select(NameOf)];
        var known = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        if (files.FirstOrDefault(file => !known.Add(file)) is { } twice)
        {
            return $"two members are called '{Shown(twice)}', but for small and capital letters";
        }

        return files.Concat(members.Where(IsFolder).Select(NameOf)).SelectMany(Above).FirstOrDefault(known.Contains)
            is { } both ? $"'{Shown(both)}' is a file and a folder" : null;
    }

    private static string? TooLarge(IReadOnlyCollection<ZipArchiveEntry> members, long length, long bytesMax)
    {
        var (packed, all) = (0L, 0L);
        foreach (var member in members)
        {
            if (member.Length < 0 || member.CompressedLength < 0 || member.Length > bytesMax - all)
            {
                return $"its members have more than {bytesMax} bytes together, which is what `limits: {{expanded: …}}` "
                    + "of the connection lets through";
            }

            // Members that share bytes make much of little: all of them do not have more than the archive.
            if (member.CompressedLength > length - packed)
            {
                return "its members lie over one another, as only one that is meant to fill a disk has them";
            }

            (packed, all) = (packed + member.CompressedLength, all + member.Length);
        }

        return null;
    }

    private static IEnumerable<string> Above(string name)
    {
        for (var slash = name.IndexOf('/'); slash >= 0; slash = name.IndexOf('/', slash + 1))
        {
            yield return name[..slash];
        }
    }

    private static string Shown(string name) => ShownText.Of(Encoding.UTF8.GetBytes(name));
}

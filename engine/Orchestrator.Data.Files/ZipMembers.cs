using System.IO.Compression;
using System.Text;
using System.Text.Unicode;
using Orchestrator.Core;

namespace Orchestrator.Data.Files;

/// <summary>Which members of a zip file are read, and that each of them can be.</summary>
internal static class ZipMembers
{
    private const int NamesMax = 10;

    // What a member is, where it was packed on Unix.
    private const int ModeShift = 16;
    private const int ModeOfKind = 0xF000;
    private const int ModeOfLink = 0xA000;

    private const int PageOfNames = 437;

    private static readonly CodePageTable Page = CodePageTable.Of("ibm437")!;

    /// <summary>The encoding of names that do not say theirs; what is read by it <see cref="NameOf"/> puts right.
    /// </summary>
    public static Encoding? EncodingOfNames { get; } = CodePagesEncodingProvider.Instance.GetEncoding(PageOfNames);

    /// <summary>Those that a pattern stands for, in the order of their names. Folders are none.</summary>
    /// <exception cref="DataRefusedException">There are none, or one that is not read.</exception>
    /// <exception cref="InvalidDataException">The zip file is damaged.</exception>
    public static IReadOnlyList<ZipMember> Of(ZipArchive zip, string file, SourceFiles source)
    {
        ZipMember[] all =
        [
            .. zip.Entries.Select(entry => new ZipMember(NameOf(entry.FullName), entry))
                .Where(member => !member.Name.EndsWith('/')),
        ];
        ZipMember[] read =
        [
            .. all.Where(member => Fits(source.Member!, member.Name, source.IgnoreCase))
                .OrderBy(member => member.Name, StringComparer.Ordinal),
        ];
        if (read.Length == 0)
        {
            throw None(all, file, source.Member!);
        }

        Check(read, file, source.Limits.Expanded);
        return read;
    }

    /// <summary>Whether a pattern stands for a member: part by part, as for files in their folder.</summary>
    public static bool Fits(string pattern, string member, bool ignoreCase = false)
    {
        var (wanted, parts) = (pattern.Split('/'), member.Split('/'));
        return wanted.Length == parts.Length
            && wanted.Zip(parts).All(part => FilePattern.Fits(part.First, part.Second, ignoreCase));
    }

    private static void Check(ZipMember[] read, string file, long expandedMax)
    {
        var left = expandedMax;
        for (var i = 0; i < read.Length; i++)
        {
            var (name, entry) = (read[i].Name, read[i].Entry);
            if (name.Any(char.IsControl))
            {
                throw Refused("ORC3567", file, $"{file}: the zip file holds a member '{Shown(name)}', and no name of a "
                    + "file has control characters. Have it packed under another name.");
            }

            if (i > 0 && name == read[i - 1].Name)
            {
                throw Refused("ORC3565", file, $"{file}: the zip file holds two members '{Shown(name)}', and nobody "
                    + "knows which of them is meant. Have it packed anew.");
            }

            if (entry.IsEncrypted)
            {
                throw OfMember("ORC3564", file, name, "the member is encrypted, and passwords of zip files are not "
                    + "taken. Have it packed without one, or unpack it by a program before the load.");
            }

            if (((entry.ExternalAttributes >> ModeShift) & ModeOfKind) == ModeOfLink)
            {
                throw OfMember("ORC3566", file, name, "the member is a link and holds no rows. Name the file that it "
                    + "leads to, or have that packed in its place.");
            }

            left -= entry.Length;
            if (entry.Length < 0 || left < 0)
            {
                throw Refused("ORC3107", file, $"{file}: the members that are read expand to more than "
                    + $"{expandedMax:N0} bytes. If that is right, raise `limits.expanded` of the connection.");
            }
        }
    }

    private static DataRefusedException None(ZipMember[] all, string file, string pattern) => Refused(
        "ORC3562", file, $"{file}: the zip file holds no member '{pattern}'" + (all.Length == 0 ? ", and no other"
            : $". It holds {Words.First(NamesMax, all.Select(member => $"'{Shown(member.Name)}'"))}")
            + ". Correct `member` of the object: `*` and `?` stand for no `/` in a name and for no dot at its "
            + "beginning.");

    private static DataRefusedException OfMember(string code, string file, string member, string why)
    {
        var name = RowFile.NameOf(file, member);
        return Refused(code, name, $"{name}: {why}");
    }

    private static DataRefusedException Refused(string code, string file, string message) =>
        new(code, message) { File = file };

    private static string Shown(string name) => ShownText.Of(Encoding.UTF8.GetBytes(name));

    /// <summary>The name of a member. Many programs write UTF-8 without saying so, and no name in the other page is
    /// that by chance; some of Windows write `\` between folders.</summary>
    public static string NameOf(string name)
    {
        if (!Ascii.IsValid(name) && Page.Has(name))
        {
            var bytes = new byte[name.Length];
            var length = Page.FromUtf8(Encoding.UTF8.GetBytes(name), bytes, out _);
            name = Utf8.IsValid(bytes.AsSpan(0, length)) ? Encoding.UTF8.GetString(bytes, 0, length) : name;
        }

        return name.Replace('\\', '/');
    }
}

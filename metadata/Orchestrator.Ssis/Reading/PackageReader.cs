using System.Security.Cryptography;
using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads one package. It fails at nothing: what is refused is a package with findings, what is not known is a
/// node with its text.</summary>
internal static class PackageReader
{
    /// <summary>How the path of each executable begins.</summary>
    public const string RootPath = "Package";

    private static readonly HashSet<int> Formats = [2, 3, 6, 8];

    /// <summary>The package.</summary>
    /// <param name="bytes">The .dtsx.</param>
    /// <param name="file">What it is called in findings.</param>
    /// <param name="shared">The connections of its project.</param>
    /// <param name="bounds">How much is read.</param>
    public static SsisPackage Read(
        byte[] bytes, string file, IReadOnlyList<SsisConnection> shared, ReadingBounds bounds)
    {
        var findings = new List<SsisFinding>();
        var hash = Convert.ToHexStringLower(SHA256.HashData(bytes));
        var document = SafeXml.Read(bytes, file, bounds, findings);
        if (document?.Root is not { } root)
        {
            return Bare(file, hash) with { IsRefused = true, Findings = findings };
        }

        if (IsEncrypted(root))
        {
            return Encrypted(root, file, hash);
        }

        if (root.Name != Dts.Executable)
        {
            findings.Add(new(ReadingCodes.OtherXml, file, SafeXml.LineOf(root), SafeXml.ColumnOf(root),
                $"the file holds an element '{root.Name.LocalName}', a package begins with 'Executable'",
                "leave it out, or save the package anew in its designer"));
            return Bare(file, hash) with { IsRefused = true, Findings = findings };
        }

        return Understood(root, file, hash, shared, findings);
    }

    private static SsisPackage Understood(
        XElement root, string file, string hash, IReadOnlyList<SsisConnection> shared, List<SsisFinding> findings)
    {
        var properties = new DtsProperties(root);
        var connections = ConnectionReader.OfPackage(root, file);
        var said = ConnectionNames.SaidBy(root);
        var known = new ConnectionNames(connections, shared, said);
        var lost = LostConnections.Of(root, known, file, out var doubts);
        connections = [.. connections, .. lost];
        var context = new ReadingContext(file, lost.Count == 0 ? known : new(connections, shared, said));
        context.Findings.AddRange(findings);
        context.Findings.AddRange(doubts);
        var format = properties.Number("PackageFormatVersion");
        if (!Formats.Contains(format))
        {
            context.Found(ReadingCodes.Format, root, format == 0
                ? "the package does not say its format" : $"format {format} is not known",
                "it was read as format 8; compare what was understood with the package", isError: false);
        }

        return new()
        {
            Name = properties.Text("ObjectName") is { Length: > 0 } name ? name : NameOf(file),
            File = file,
            Format = format,
            Id = properties.Text("DTSID").ToUpperInvariant(),
            Description = properties.Text("Description"),
            Protection = ProtectionOf(properties),
            Hash = hash,
            Parameters = ParameterReader.OfPackage(root),
            Connections = connections,
            Configurations = ConfigurationReader.OfPackage(root),
            LogProviders =
            [
                .. root.Elements(Dts.Space + "LogProvider")
                    .Concat(root.Elements(Dts.Space + "LogProviders").Elements(Dts.Space + "LogProvider"))
                    .Select(each => new DtsProperties(each).Text("ObjectName")),
            ],
            Root = new ExecutableReader(context).Package(root),
            Findings = context.Findings,
        };
    }

    /// <summary>The name of a file without its folder and its ending.</summary>
    public static string NameOf(string file) => Path.GetFileNameWithoutExtension(PathEnds.Of(file));

    // Formats 2 and 3 write it where the package would stand, the later ones mark the package.
    private static bool IsEncrypted(XElement root) => root.Name == Dts.Encrypted
        || root.Name == Dts.Executable && root.Element(Dts.Encrypted) is not null
        || root.Name == Dts.Executable && Dts.IsYes(Dts.Attribute(root, "Encrypted"));

    private static SsisPackage Encrypted(XElement root, string file, string hash)
    {
        var properties = new DtsProperties(root);
        var bare = Bare(file, hash);
        return bare with
        {
            Name = properties.Text("ObjectName") is { Length: > 0 } name ? name : bare.Name,
            Format = properties.Number("PackageFormatVersion"),
            Protection = root.Name == Dts.Executable && properties.TextOrNone("ProtectionLevel") is not null
                ? ProtectionOf(properties) : ProtectionLevel.EncryptAllWithPassword,
            IsEncrypted = true,
            Findings =
            [
                new(ReadingCodes.Encrypted, file, SafeXml.LineOf(root), SafeXml.ColumnOf(root),
                    "the package is encrypted as a whole, so that nothing but its name is known",
                    "open it in its designer, set ProtectionLevel to DontSaveSensitive, save it, and read it again"),
            ],
        };
    }

    /// <summary>The package of which nothing but its file is known.</summary>
    public static SsisPackage Bare(byte[] bytes, string file) =>
        Bare(file, Convert.ToHexStringLower(SHA256.HashData(bytes)));

    private static SsisPackage Bare(string file, string hash) => new()
    {
        Name = NameOf(file),
        File = file,
        Hash = hash,
        Root = new() { Path = RootPath, Name = NameOf(file), Kind = ExecutableKind.Package },
    };

    // The designer leaves the default out.
    private static ProtectionLevel ProtectionOf(DtsProperties properties) =>
        properties.TextOrNone("ProtectionLevel") is { } text
            ? Enum.TryParse<ProtectionLevel>(text, ignoreCase: true, out var level) && Enum.IsDefined(level)
                ? level : ProtectionLevel.EncryptSensitiveWithUserKey
            : ProtectionLevel.EncryptSensitiveWithUserKey;
}

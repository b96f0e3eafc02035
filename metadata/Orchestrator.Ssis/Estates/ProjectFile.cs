using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Estates;

/// <summary>What a .dtproj or the manifest of an .ispac says of a project: its files are names yet.</summary>
internal sealed record ProjectFile
{
    public string Name { get; init; } = "";

    public DeploymentModel Deployment { get; init; }

    public ProtectionLevel Protection { get; init; }

    /// <summary>Names of packages, as written, in the file's order.</summary>
    public IReadOnlyList<string> Packages { get; init; } = [];

    /// <summary>Names of files of connections, as written.</summary>
    public IReadOnlyList<string> Connections { get; init; } = [];

    /// <summary>Connections as far as it says their strings, without a file.</summary>
    public IReadOnlyList<SsisConnection> Stated { get; init; } = [];

    public IReadOnlyList<NamedValues> Configurations { get; init; } = [];

    /// <summary>The project of a .dtproj: of SQL Server 2012 and later it holds a manifest, before that it lists
    /// packages.</summary>
    public static ProjectFile OfProject(XDocument document)
    {
        var root = document.Root!;
        var manifest = root.Descendants(Dts.ProjectSpace + "Project").FirstOrDefault();
        var read = manifest is null ? new ProjectFile() : OfManifest(manifest);
        var isProject = root.Elements().Any(each => each.Name.LocalName == "DeploymentModel"
            && each.Value.Trim() == nameof(DeploymentModel.Project));
        return read with
        {
            Deployment = isProject || manifest is not null ? DeploymentModel.Project : DeploymentModel.Package,
            Packages =
            [
                .. read.Packages.Concat(root.Descendants().Where(each => each.Name.LocalName == "DtsPackage")
                    .Select(PathOf)).Where(each => each.Length > 0).Distinct(StringComparer.OrdinalIgnoreCase),
            ],
            Configurations = ConfigurationsOf(root),
        };
    }

    /// <summary>The project of a manifest.</summary>
    public static ProjectFile OfManifest(XElement manifest) => new()
    {
        Name = manifest.Elements(Dts.ProjectSpace + "Properties").Elements(Dts.ProjectSpace + "Property")
            .FirstOrDefault(each => Dts.Attribute(each, "Name") == "Name")?.Value.Trim() ?? "",
        Deployment = DeploymentModel.Project,
        Protection = Enum.TryParse<ProtectionLevel>(Dts.Attribute(manifest, "ProtectionLevel"), out var level)
            ? level : ProtectionLevel.EncryptSensitiveWithUserKey,
        Packages = NamesOf(manifest, "Packages", "Package"),
        Connections = NamesOf(manifest, "ConnectionManagers", "ConnectionManager"),
        Stated = StatedConnections.Of(manifest),
    };

    private static IReadOnlyList<string> NamesOf(XElement manifest, string list, string part) =>
    [
        .. manifest.Elements(Dts.ProjectSpace + list).Elements(Dts.ProjectSpace + part)
            .Select(each => Dts.Attribute(each, "Name") ?? "").Where(each => each.Length > 0),
    ];

    private static string PathOf(XElement package) =>
        (package.Elements().FirstOrDefault(each => each.Name.LocalName == "FullPath")
            ?? package.Elements().FirstOrDefault(each => each.Name.LocalName == "Name"))?.Value.Trim() ?? "";

    // What is a time of the designer's own is no value.
    private static IReadOnlyList<NamedValues> ConfigurationsOf(XElement root) =>
    [
        .. from configuration in root.Descendants()
           where configuration.Name.LocalName == "Configuration"
           let name = configuration.Elements().FirstOrDefault(each => each.Name.LocalName == "Name")?.Value.Trim() ?? ""
           where name.Length > 0
           let values = ValuesOf(configuration)
           where values.Count > 0
           orderby name
           select new NamedValues(name, values),
    ];

    private static SortedDictionary<string, string> ValuesOf(XElement configuration)
    {
        var values = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var setting in configuration.Descendants()
            .Where(each => each.Name.LocalName == "ConfigurationSetting"))
        {
            var name = setting.Elements().FirstOrDefault(each => each.Name.LocalName == "Name")?.Value.Trim() ?? "";
            var value = setting.Elements().FirstOrDefault(each => each.Name.LocalName == "Value")?.Value ?? "";
            if (name.Length > 0 && name != "LastModifiedTime")
            {
                values[name] = value;
            }
        }

        return values;
    }
}

using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads connection managers, of packages and of files of their own.</summary>
internal static class ConnectionReader
{
    private static readonly HashSet<string> Known =
    [
        "ConnectionString", "refId", "CreationName", "DTSID", "ObjectName", "Description", "Retain", "DelayValidation",
        "Format", "LocaleID", "Unicode", "HeaderRowsToSkip", "HeaderRowDelimiter", "ColumnNamesInFirstDataRow",
        "RowDelimiter", "DataRowsToSkip", "TextQualifier", "CodePage", "Password", "ServerPassword",
    ];

    /// <summary>The connections of a package.</summary>
    public static IReadOnlyList<SsisConnection> OfPackage(XElement root, string file) =>
    [
        .. root.Elements(Dts.Manager).Concat(root.Elements(Dts.Space + "ConnectionManagers").Elements(Dts.Manager))
            .Select(each => Read(each, file, isOfProject: false)),
    ];

    /// <summary>One connection.</summary>
    /// <param name="element">Its outer element.</param>
    /// <param name="file">The file that declares it.</param>
    /// <param name="isOfProject">Whether all packages of a project share it.</param>
    public static SsisConnection Read(XElement element, string file, bool isOfProject)
    {
        var outer = new DtsProperties(element);
        var data = ExecutableKinds.DataOf(element);
        var settings = SettingsOf(data);
        var written = settings.FirstOrDefault(each => each.Name == "ConnectionString")?.Value ?? "";
        var created = Created(outer.Text("CreationName"), data, written);
        var kind = ConnectionKinds.Of(created);
        var isPath = IsPath(kind);
        var parts = PartsOf(isPath ? "" : written, kind);
        return Placed(new SsisConnection
        {
            Name = outer.Text("ObjectName"),
            Id = outer.Text("DTSID").ToUpperInvariant(),
            Kind = kind,
            CreationName = ExecutableKinds.WithoutVersion(created),
            Description = outer.Text("Description"),
            IsOfProject = isOfProject,
            File = file,
            ConnectionString = ConnectionParts.HasSecret(parts) && !IsAddress(written, kind)
                ? ConnectionParts.TextOf(parts) : written,
            Parts = parts,
            Path = isPath ? written : "",
            HasSecret = HasSecret(element, parts),
            RetainsSession = Dts.IsYes(settings.FirstOrDefault(each => each.Name == "Retain")?.Value),
            Expressions = outer.Expressions,
            Properties =
            [
                .. settings.Where(each => !Known.Contains(each.Name) && each.Value.Length > 0)
                    .Concat(outer.Without(Known)).DistinctBy(each => each.Name)
                    .OrderBy(each => each.Name, StringComparer.Ordinal),
            ],
            FlatFile = kind is ConnectionManagerKind.FlatFile or ConnectionManagerKind.MultipleFlatFiles
                && data is not null ? FlatFileReader.Read(data) : null,
        });
    }

    /// <summary>The same connection with another string, which an expression makes.</summary>
    public static SsisConnection With(SsisConnection read, string text)
    {
        var parts = ConnectionParts.PartsOf(text);
        var made = Placed(read with { ConnectionString = ConnectionParts.TextOf(parts), Parts = parts });
        return made.Provider.Length > 0 ? made : made with { Provider = read.Provider };
    }

    // What was written by hand may not say it.
    private static string Created(string said, XElement? data, string written) => said.Length > 0 ? said
        : data?.Descendants(Dts.Space + "FlatFileColumn").Any() == true ? "FLATFILE"
        : ConnectionKinds.Told(ConnectionParts.PartsOf(written), isExcel: false)?.Name ?? "";

    private static bool IsPath(ConnectionManagerKind kind) => kind is ConnectionManagerKind.FlatFile
        or ConnectionManagerKind.MultipleFlatFiles or ConnectionManagerKind.File or ConnectionManagerKind.MultipleFiles
        or ConnectionManagerKind.Cache;

    // An address has no parts; of what it names of a query nothing is asked.
    private static IReadOnlyList<SsisProperty> PartsOf(string written, ConnectionManagerKind kind)
    {
        if (IsAddress(written, kind))
        {
            return [new("Server", written)];
        }

        return ConnectionParts.PartsOf(written);
    }

    private static bool IsAddress(string written, ConnectionManagerKind kind) =>
        kind is ConnectionManagerKind.Ftp or ConnectionManagerKind.Http && written.Length > 0
        && !written.Contains(';', StringComparison.Ordinal);

    private static SsisConnection Placed(SsisConnection read)
    {
        if (IsPath(read.Kind))
        {
            return read;
        }

        var parts = ConnectionParts.Within(read.Parts);
        var server = ConnectionParts.Server(parts);
        var provider = ProviderOf(read, parts);
        var user = ConnectionParts.User(parts);
        user = user.Length > 0 ? user : Property(read, "ServerUserName");
        var isIntegrated = ConnectionParts.IsIntegrated(parts);
        var isFile = read.Kind == ConnectionManagerKind.Excel || IsFileProvider(provider);
        return read with
        {
            Kind = read.Kind == ConnectionManagerKind.OleDb && isFile && IsOfSheets(parts)
                ? ConnectionManagerKind.Excel : read.Kind,
            Server = isFile ? "" : server.Length > 0 ? server : Property(read, "ServerName"),
            Path = isFile ? server : "",
            Database = ConnectionParts.Database(parts),
            Provider = provider,
            User = user,
            IsIntegrated = isIntegrated,
            HasSecret = read.HasSecret || user.Length > 0 && !isIntegrated,
        };
    }

    private static string Property(SsisConnection read, string name) =>
        read.Properties.FirstOrDefault(each => each.Name == name)?.Value ?? "";

    private static bool IsFileProvider(string provider) =>
        provider.StartsWith("Microsoft.Jet", StringComparison.OrdinalIgnoreCase)
        || provider.StartsWith("Microsoft.ACE", StringComparison.OrdinalIgnoreCase);

    // The provider of Access reads workbooks as well, and says so beside the file.
    private static bool IsOfSheets(IReadOnlyList<SsisProperty> parts) => parts.Any(part =>
        part.Name.Equals("extended properties", StringComparison.OrdinalIgnoreCase)
        && part.Value.TrimStart().StartsWith("excel", StringComparison.OrdinalIgnoreCase));

    // What is itself only a bridge to providers or drivers says nothing of the server behind it.
    private static string ProviderOf(SsisConnection read, IReadOnlyList<SsisProperty> parts)
    {
        var named = ConnectionParts.Provider(parts);
        var type = read.Kind == ConnectionManagerKind.AdoNet ? AdoType(read.CreationName) : "";
        return type.Length == 0 || (named.Length > 0 && IsBridge(type)) ? named : type;
    }

    private static bool IsBridge(string type) =>
        type.Contains("OleDb", StringComparison.OrdinalIgnoreCase)
        || type.Contains("Odbc", StringComparison.OrdinalIgnoreCase);

    private static string AdoType(string created)
    {
        var colon = created.IndexOf(':', StringComparison.Ordinal);
        return colon < 0 ? "" : created[(colon + 1)..].Split(',')[0].Trim();
    }

    private static bool HasSecret(XElement element, IReadOnlyList<SsisProperty> parts) =>
        ConnectionParts.HasSecret(parts) || element.Descendants().Any(each => !each.HasElements
            && (each.Value == Secret.Marker || each.Attributes().Any(attribute => attribute.Value == Secret.Marker)));

    // Attributes and properties of what the object data holds, and of the elements within it (an FTP connection has one
    // of its own), but for columns and what is secret.
    private static List<SsisProperty> SettingsOf(XElement? data)
    {
        var settings = new List<SsisProperty>();
        foreach (var element in data?.DescendantsAndSelf() ?? [])
        {
            if (element.Name.LocalName is "FlatFileColumn" or "CacheColumn"
                || element.Parent?.Name.LocalName is "FlatFileColumn" or "CacheColumn"
                || element.Name.Namespace == Dts.EncryptionSpace || element.Attribute("Sensitive") is not null)
            {
                continue;
            }

            if (element.Name == Dts.Property)
            {
                settings.Add(new(Dts.Attribute(element, "Name") ?? "", element.Value));
                continue;
            }

            settings.AddRange(element.Attributes().Where(each => !each.IsNamespaceDeclaration)
                .Select(each => new SsisProperty(each.Name.LocalName, each.Value)));
            if (!element.HasElements && element.Value.Length > 0)
            {
                settings.Add(new(element.Name.LocalName, element.Value));
            }
        }

        return settings;
    }
}

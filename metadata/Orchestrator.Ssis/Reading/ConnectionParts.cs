using System.Text;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Takes connection strings apart, as OLE DB, ADO.NET and ODBC write them.</summary>
internal static class ConnectionParts
{
    private static readonly HashSet<string> ServerKeys = Names(
        "data source", "server", "addr", "address", "network address", "host", "hostname", "smtpserver",
        "sqlservername", "serverurl", "datasource", "location", "servername");

    private static readonly HashSet<string> DatabaseKeys = Names("initial catalog", "database", "catalog", "dbq");

    private static readonly HashSet<string> UserKeys = Names("user id", "uid", "user", "username", "user name");

    private static readonly HashSet<string> ProviderKeys = Names("provider", "driver", "dsn");

    private static readonly HashSet<string> IntegratedKeys =
        Names("integrated security", "trusted_connection", "usewindowsauthentication");

    // The OLE DB provider that hands on to a driver of ODBC.
    private const string Bridge = "MSDASQL";

    // Keys of secrets that are not called so: the string of a store of files.
    private static readonly HashSet<string> SecretKeys = Names("pwd", "accountkey", "sharedaccesssignature", "key");

    /// <summary>The parts in their order, with a marker for each secret. Never fails: what has no `=` is a part without
    /// a name.</summary>
    public static IReadOnlyList<SsisProperty> PartsOf(string text)
    {
        var parts = new List<SsisProperty>();
        var at = 0;
        while (at < text.Length)
        {
            var name = Until(text, ref at, '=', ';').Trim();
            if (at < text.Length && text[at] == '=')
            {
                at++;
                var value = ValueAt(text, ref at);
                parts.Add(new(name, IsSecret(name) && value.Length > 0 ? Secret.Marker : value));
            }
            else if (name.Length > 0)
            {
                parts.Add(new("", name));
            }

            at++;
        }

        return parts;
    }

    /// <summary>The string of parts, as <see cref="PartsOf"/> gives them.</summary>
    public static string TextOf(IReadOnlyList<SsisProperty> parts) => string.Concat(parts.Select(part =>
        part.Name.Length == 0 ? $"{part.Value};" : $"{part.Name}={Quoted(part.Value)};"));

    /// <summary>The parts with those of the driver behind a bridge from OLE DB to ODBC, which stand before its own.
    /// </summary>
    public static IReadOnlyList<SsisProperty> Within(IReadOnlyList<SsisProperty> parts)
    {
        if (!Provider(parts).StartsWith(Bridge, StringComparison.OrdinalIgnoreCase))
        {
            return parts;
        }

        var own = parts.ToLookup(part => part.Name, StringComparer.OrdinalIgnoreCase);
        SsisProperty[] all =
        [
            .. own["extended properties"].SelectMany(part => PartsOf(part.Value)).Where(part => part.Name.Length > 0),
            .. parts.Except(own["provider"]).Except(own["extended properties"]),
        ];
        var drivers = all.Where(part => part.Name.Equals("driver", StringComparison.OrdinalIgnoreCase)).ToArray();

        // Its data source is the name of one.
        return drivers.Length > 0 ? [.. drivers, .. all.Except(drivers)] : [.. all.Select(part =>
            part.Name.Equals("data source", StringComparison.OrdinalIgnoreCase) ? part with { Name = "DSN" } : part)];
    }

    public static string Server(IReadOnlyList<SsisProperty> parts) => First(parts, ServerKeys);

    public static string Database(IReadOnlyList<SsisProperty> parts) => First(parts, DatabaseKeys);

    public static string User(IReadOnlyList<SsisProperty> parts) => First(parts, UserKeys);

    /// <summary>The provider or the driver; of a data source name `DSN=name`.</summary>
    public static string Provider(IReadOnlyList<SsisProperty> parts) =>
        parts.FirstOrDefault(part => ProviderKeys.Contains(part.Name)) is { } found
            ? string.Equals(found.Name, "dsn", StringComparison.OrdinalIgnoreCase) ? $"DSN={found.Value}" : found.Value
            : "";

    public static bool IsIntegrated(IReadOnlyList<SsisProperty> parts) =>
        First(parts, IntegratedKeys).ToLowerInvariant() is "sspi" or "true" or "yes";

    public static bool HasSecret(IReadOnlyList<SsisProperty> parts) =>
        parts.Any(part => part.Value.Contains(Secret.Marker, StringComparison.Ordinal));

    private static bool IsSecret(string name) =>
        SecretKeys.Contains(name) || SecretTexts.IsSecretName(name.Replace(" ", "", StringComparison.Ordinal));

    private static string First(IReadOnlyList<SsisProperty> parts, HashSet<string> keys) =>
        parts.FirstOrDefault(part => keys.Contains(part.Name))?.Value ?? "";

    private static string Until(string text, ref int at, char first, char second)
    {
        var start = at;
        while (at < text.Length && text[at] != first && text[at] != second)
        {
            at++;
        }

        return text[start..at];
    }

    private static string ValueAt(string text, ref int at)
    {
        while (at < text.Length && text[at] == ' ')
        {
            at++;
        }

        if (at < text.Length && text[at] is '"' or '\'' or '{')
        {
            var quoted = QuotedAt(text, ref at);
            Until(text, ref at, ';', ';');
            return quoted;
        }

        return Until(text, ref at, ';', ';').Trim();
    }

    // A quote within a quoted value is written twice; one that is not closed ends with the text.
    private static string QuotedAt(string text, ref int at)
    {
        var end = text[at] == '{' ? '}' : text[at];
        var value = new StringBuilder();
        for (at++; at < text.Length; at++)
        {
            if (text[at] != end)
            {
                value.Append(text[at]);
            }
            else if (at + 1 < text.Length && text[at + 1] == end)
            {
                value.Append(text[at++]);
            }
            else
            {
                at++;
                break;
            }
        }

        return value.ToString();
    }

    private static string Quoted(string value) => value.Contains(';', StringComparison.Ordinal)
        ? $"\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : value;

    private static HashSet<string> Names(params string[] names) => new(names, StringComparer.OrdinalIgnoreCase);
}

namespace Orchestrator.Packages.Transfer;

/// <summary>Names of objects and questions as they stand in addresses, encoded as every store reads them.</summary>
internal static class StoreAddress
{
    /// <summary>The name of an object; what is between its slashes is encoded.</summary>
    public static string Of(string key) => string.Join('/', key.Split('/').Select(Uri.EscapeDataString));

    /// <summary>A query in the order of its names, without a question mark.</summary>
    public static string Of(IEnumerable<KeyValuePair<string, string>> query) => string.Join('&', query
        .Select(one => (Name: Uri.EscapeDataString(one.Key), Value: Uri.EscapeDataString(one.Value)))
        .OrderBy(one => one.Name, StringComparer.Ordinal).Select(one => $"{one.Name}={one.Value}"));
}

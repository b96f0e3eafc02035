using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>What a driver does not take in the connection strings of an object, found before anybody connects.
/// </summary>
internal static class AddressChecks
{
    private static readonly HashSet<string> Hosts = new(StringComparer.OrdinalIgnoreCase)
    {
        "Host", "Server", "Data Source", "Address", "Addr", "Network Address",
    };

    /// <summary>All of it.</summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution) =>
        new[] { definition.Source?.Connection, definition.Target.Connection }
            .Concat(definition.Hooks.Select(hook => hook.Connection)).OfType<string>().Distinct()
            .Select(name => solution.Connections.FirstOrDefault(connection => connection.Name == name))
            .OfType<Connection>().SelectMany(Of);

    private static IEnumerable<Diagnostic> Of(Connection connection)
    {
        if (!connection.IsServer || connection.ConnectionString is not { } written
            || Platforms.Of(connection) is not { } platform
            || !ConnectionText.TryParse(written, out var parts, out _))
        {
            yield break;
        }

        // What a value will be is known to the run; of the keyword only whether it is taken. A host may be anything.
        var text = new System.Data.Common.DbConnectionStringBuilder();
        foreach (var part in parts)
        {
            if (!part.Value.Contains("${", StringComparison.Ordinal))
            {
                text[part.Keyword] = part.Value;
            }
            else if (Hosts.Contains(part.Keyword))
            {
                text[part.Keyword] = "host";
            }
        }

        if (Refusal(platform, new DatabaseAddress
        {
            Connection = connection.Name,
            ConnectionString = text.ConnectionString,
        }) is { } why)
        {
            yield return NameChecks.Error("ORC1052", connection.At, why,
                "Take the keyword out, or correct it.");
        }
    }

    private static string? Refusal(IPlatform platform, DatabaseAddress address)
    {
        try
        {
            platform.PlaceOf(address);
            return null;
        }
        catch (Exception refused) when (platform.Explain(refused) is { Class: DatabaseFaultClass.Config })
        {
            return refused.Message;
        }
    }
}

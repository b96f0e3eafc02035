using System.Data.Common;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages;

/// <summary>
/// What the drivers refuse of connection strings, as far as it is written: nobody connects, and what a placeholder
/// holds is known to the run alone.
/// </summary>
public static class AddressChecks
{
    private static readonly HashSet<string> Hosts = new(StringComparer.OrdinalIgnoreCase)
    {
        "Host", "Server", "Data Source", "Address", "Addr", "Network Address",
    };

    /// <summary>One for each connection to a server that its driver would refuse.</summary>
    public static IEnumerable<Diagnostic> Of(Solution solution)
    {
        foreach (var connection in solution.Connections)
        {
            if (connection.IsServer && ConnectionAccess.PlatformOf(connection) is { } platform
                && Written(connection) is { Length: > 0 } text && Refusal(platform, connection, text) is { } why)
            {
                yield return new Diagnostic(
                    "ORC1052", Severity.Error, connection.At, why.Text, "correct 'connectionString' of the connection");
            }
        }
    }

    private static string Written(Connection connection)
    {
        if (connection.ConnectionString is not { } text || PlaceholderText.IsWhole(text)
            || !ConnectionText.TryParse(text, out var parts, out _))
        {
            return "";
        }

        var written = new DbConnectionStringBuilder();
        foreach (var part in parts)
        {
            if (!part.Value.Contains("${", StringComparison.Ordinal))
            {
                written[part.Keyword] = part.Value;
            }
            else if (Hosts.Contains(part.Keyword))
            {
                // A driver asks for one, and takes any name.
                written[part.Keyword] = "host";
            }
        }

        return written.ConnectionString;
    }

    private static DatabaseFault? Refusal(IPlatform platform, Connection connection, string text)
    {
        try
        {
            platform.PlaceOf(new DatabaseAddress { Connection = connection.Name, ConnectionString = text });
            return null;
        }
        catch (Exception fault) when (platform.Explain(fault) is not null)
        {
            return platform.Explain(fault);
        }
    }
}

using Microsoft.Data.SqlClient;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>The connection string: what people may write in it, and what the driver adds.</summary>
internal static class SqlServerAddress
{
    private const int ApplicationCharsMax = 128;
    private const int ConnectSeconds = 8;

    // What else there is belongs to the driver (pooling, time-outs of commands, retries), or has no meaning here.
    private static readonly HashSet<string> Allowed = new(StringComparer.OrdinalIgnoreCase)
    {
        "Data Source", "Initial Catalog", "User ID", "Password", "Integrated Security", "Authentication", "Encrypt",
        "Trust Server Certificate", "Host Name In Certificate", "Server Certificate", "Connect Timeout",
        "Multi Subnet Failover", "Application Intent", "Failover Partner", "Packet Size", "Workstation ID",
        "Current Language", "IP Address Preference", "Server SPN", "Failover Partner SPN",
    };

    private static readonly ConnectionStrings Strings = new(
        SqlServerPlatform.PlatformName, "Server=db1;Database=dwh;Integrated Security=true", Allowed);

    /// <summary>
    /// What to connect with: no pool, because a pooled session would keep what was set in it; no second try in silence,
    /// because a session that comes back has lost its transaction; 8 s for connecting where nobody says else; Encrypt
    /// as it is written.
    /// </summary>
    /// <exception cref="ConnectionStringException">A keyword is unknown or not to be set.</exception>
    public static string Complete(DatabaseAddress address, string application)
    {
        var settings = Strings.Read(address, text => new SqlConnectionStringBuilder(text));
        Strings.RefuseOthers(address, settings.Keys.Cast<string>().Where(settings.ShouldSerialize));
        RefuseEntra(address, settings);
        if (!settings.ShouldSerialize("Connect Timeout"))
        {
            settings.ConnectTimeout = ConnectSeconds;
        }

        settings.Pooling = false;
        settings.ConnectRetryCount = 0;
        settings.Enlist = false;
        settings.MultipleActiveResultSets = false;
        settings.PersistSecurityInfo = false;
        settings.ApplicationName =
            application.Length > ApplicationCharsMax ? application[..ApplicationCharsMax] : application;
        return settings.ConnectionString;
    }

    /// <summary>Entra ID is a package of its own, which registers what it can sign in with.</summary>
    private static void RefuseEntra(DatabaseAddress address, SqlConnectionStringBuilder settings)
    {
        if (settings.Authentication is not (SqlAuthenticationMethod.NotSpecified
                or SqlAuthenticationMethod.SqlPassword)
            && SqlAuthenticationProvider.GetProvider(settings.Authentication) is null)
        {
            throw Strings.Refusal(
                $"The connection '{address.Connection}' signs in with Entra ID (Authentication="
                + $"{settings.Authentication}), which is not built in. Use a SQL login or Integrated Security, or "
                + "build with it: dotnet add runners/Orchestrator.Cli package "
                + "Microsoft.Data.SqlClient.Extensions.Azure");
        }
    }
}

using MySqlConnector;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>The connection string: what people may write in it, and what the driver adds.</summary>
internal static class MariaDbAddress
{
    private const int KeepaliveSeconds = 30;
    private const int ConnectSeconds = 8;

    // What else there is belongs to the driver (pooling, time-outs, how values look), would let a server ask for files
    // of this machine, or would make of a mistyped @name a variable that is NULL.
    private static readonly HashSet<string> Allowed = new(StringComparer.OrdinalIgnoreCase)
    {
        "Server", "Port", "Database", "User ID", "Password", "Connection Protocol", "Pipe Name",
        "SSL Mode", "SSL Cert", "SSL Key", "SSL CA", "Certificate File", "Certificate Password",
        "Certificate Store Location", "Certificate Thumbprint", "Skip Certificate Revocation Check", "TLS Version",
        "TLS Cipher Suites", "Allow Public Key Retrieval", "Server RSA Public Key File", "Server SPN",
        "Connection Timeout", "Keep Alive", "Use Compression",
    };

    private static readonly ConnectionStrings Strings = new(
        MariaDbPlatform.PlatformName, "Server=db1;Database=dwh;User ID=etl", Allowed);

    /// <summary>A connection that is not open yet: no pool, 8 s for connecting where nobody says else, no time-out of
    /// commands, the socket kept alive.</summary>
    /// <param name="application">Who the session is; the server shows it only with performance_schema.</param>
    /// <exception cref="ConnectionStringException">A keyword is unknown or not to be set.</exception>
    public static MySqlConnection Connection(DatabaseAddress address, string application) =>
        new(Settings(address, application).ConnectionString);

    /// <summary>Where it leads: host and port, or the path of a socket, and the database.</summary>
    /// <exception cref="ConnectionStringException">A keyword is unknown or not to be set.</exception>
    public static DatabaseLocation PlaceOf(DatabaseAddress address)
    {
        var settings = Settings(address, "orchestrator");
        return new DatabaseLocation(
            settings.ConnectionProtocol == MySqlConnectionProtocol.Sockets
                ? $"{settings.Server}:{settings.Port}"
                : settings.Server,
            settings.Database);
    }

    private static MySqlConnectionStringBuilder Settings(DatabaseAddress address, string application)
    {
        var settings = Strings.Read(address, text => new MySqlConnectionStringBuilder(text));
        string[] written = [.. settings.Keys.Cast<string>()];
        Strings.RefuseOthers(address, written);
        RefuseMissing(address, settings.Server, "server", "Server");
        if (settings.Server.Contains(',', StringComparison.Ordinal))
        {
            // A session is stopped through another one, which has to lead to the same server.
            throw Strings.Refusal(
                $"The connection string of '{address.Connection}' names several servers. Write one of them.");
        }

        // Tables of the engine's own are in the database of the connection.
        RefuseMissing(address, settings.Database, "database", "Database");
        if (!written.Contains("Connection Timeout"))
        {
            settings.ConnectionTimeout = ConnectSeconds;
        }

        if (!written.Contains("Keep Alive"))
        {
            settings.Keepalive = KeepaliveSeconds;
        }

        settings.Pooling = false;
        settings.DefaultCommandTimeout = 0;
        settings.AutoEnlist = false;
        settings.ServerRedirectionMode = MySqlServerRedirectionMode.Disabled;
        settings.CharacterSet = "utf8mb4";
        settings.AllowLoadLocalInfile = false;
        settings.AllowUserVariables = false;
        settings.IgnorePrepare = false;
        // A zero date is no failure of the client but a value that is told of.
        settings.AllowZeroDateTime = true;
        settings.GuidFormat = MySqlGuidFormat.None;
        settings.TreatTinyAsBoolean = false;
        // Rows that were found count, also those that hold the value already: a marker that is set again is one.
        settings.UseAffectedRows = false;
        settings.ApplicationName = application;
        return settings;
    }

    private static void RefuseMissing(DatabaseAddress address, string? written, string what, string keyword)
    {
        if (string.IsNullOrWhiteSpace(written))
        {
            throw Strings.Refusal(
                $"The connection string of '{address.Connection}' names no {what}. Write {keyword}=NAME in it.");
        }
    }
}

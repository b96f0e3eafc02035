using Npgsql;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>The connection string: what people may write in it, and what the driver adds.</summary>
internal static class PostgreSqlAddress
{
    private const int BufferBytes = 64 * 1024;
    private const int KeepaliveSeconds = 30;
    private const int KeepaliveAgainSeconds = 3;
    private const int ConnectSeconds = 8;

    // What else there is belongs to the driver (pooling, time-outs, buffers) or would show data in errors.
    private static readonly HashSet<string> Allowed = new(StringComparer.OrdinalIgnoreCase)
    {
        "Host", "Port", "Database", "Username", "Password", "Passfile", "Options", "Search Path", "Timezone",
        "SSL Mode", "SSL Negotiation", "SSL Certificate", "SSL Key", "SSL Password", "Root Certificate",
        "Check Certificate Revocation", "Channel Binding", "Require Auth", "GSS Encryption Mode",
        "Kerberos Service Name", "Include Realm", "Timeout", "Cancellation Timeout", "Target Session Attributes",
        "TCP Keepalive Time", "TCP Keepalive Interval", "Load Balance Hosts",
    };

    private static readonly ConnectionStrings Strings = new(
        PostgreSqlPlatform.PlatformName, "Host=db1;Database=dwh;Username=etl", Allowed);

    /// <summary>What to connect with: no pool, 8 s for connecting where nobody says else, no time-out of commands, the
    /// socket kept alive.</summary>
    /// <exception cref="ConnectionStringException">A keyword is unknown or not to be set.</exception>
    /// <param name="application">Who the session is, in the server's views, which cut it.</param>
    /// <param name="options">What the server is told at the start of a session, beside what people write.</param>
    public static NpgsqlDataSource Complete(DatabaseAddress address, string application, string options = "")
    {
        var builder = new NpgsqlDataSourceBuilder(Settings(address, application));
        if (options.Length > 0)
        {
            builder.ConnectionStringBuilder.Options = $"{builder.ConnectionStringBuilder.Options} {options}".Trim();
        }

        // Types that this driver decodes have fixed numbers; the others it asks for as text.
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        return builder.Build();
    }

    /// <summary>A connection with the same settings.</summary>
    /// <exception cref="ConnectionStringException">A keyword is unknown or not to be set.</exception>
    public static NpgsqlConnection Plain(DatabaseAddress address, string application) =>
        new(Settings(address, application));

    private static string Settings(DatabaseAddress address, string application)
    {
        var settings = Strings.Read(address, text => new NpgsqlConnectionStringBuilder(text));
        string[] written = [.. settings.Keys];
        Strings.RefuseOthers(address, written);
        if (string.IsNullOrWhiteSpace(settings.Host))
        {
            throw Strings.Refusal(
                $"The connection string of '{address.Connection}' names no server. Write Host=NAME in it.");
        }

        if (!written.Contains("Timeout"))
        {
            settings.Timeout = ConnectSeconds;
        }

        if (!written.Contains("GSS Encryption Mode") && Environment.GetEnvironmentVariable("PGGSSENCMODE") is null)
        {
            // Where a server does not answer, the client else tries again without GSS, in what is left of the time:
            // less than a millisecond, often 0 when rounded, and 0 means for ever (NpgsqlConnector.OpenCore of 10.0.0:
            // 25 of 400 openings had not ended 5 s later).
            settings.GssEncryptionMode = GssEncryptionMode.Disable;
        }

        settings.Pooling = false;
        settings.CommandTimeout = 0;
        settings.Enlist = false;
        settings.TcpKeepAlive = true;
        settings.TcpKeepAliveTime = settings.TcpKeepAliveTime == 0 ? KeepaliveSeconds : settings.TcpKeepAliveTime;
        // Nine tries on Linux: a host that has vanished is found in a minute, however long its statement may take.
        settings.TcpKeepAliveInterval =
            settings.TcpKeepAliveInterval == 0 ? KeepaliveAgainSeconds : settings.TcpKeepAliveInterval;
        settings.ReadBufferSize = BufferBytes;
        // Of several rows that are sent together, which one was refused.
        settings.IncludeFailedBatchedCommand = true;
        settings.ApplicationName = application;
        return settings.ConnectionString;
    }
}

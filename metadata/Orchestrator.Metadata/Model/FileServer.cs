using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>
/// A server that files are got from and sent to over SFTP; `${env:…}` and `${secret:…}` stand as written. It holds
/// no rows that anybody could read as a table, and so is no connection.
/// </summary>
public sealed record FileServer
{
    /// <summary>How long it may be silent while it is connected to, or in the middle of something, by default.
    /// </summary>
    public static readonly TimeSpan TimeoutDefault = TimeSpan.FromSeconds(60);

    public required string Name { get; init; }

    /// <summary>Its name or address.</summary>
    public string Host { get; init; } = "";

    /// <summary>Its port; default 22.</summary>
    public int Port { get; init; } = 22;

    /// <summary>Who signs in.</summary>
    public string User { get; init; } = "";

    /// <summary>Their password; null = they have a key.</summary>
    public string? Password { get; init; }

    /// <summary>The file with their private key, relative to the solution; null = they have a password.</summary>
    public string? KeyFile { get; init; }

    /// <summary>What opens the key; null = it is open.</summary>
    public string? Passphrase { get; init; }

    /// <summary>The fingerprint of the one key by which the server may show who it is: SHA256:….</summary>
    public string HostKey { get; init; } = "";

    /// <summary>The folder there below which files are; empty = where who signs in begins.</summary>
    public string Folder { get; init; } = "";

    /// <summary>How long it may be silent.</summary>
    public TimeSpan Timeout { get; init; } = TimeoutDefault;

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>The server through which mail is sent; `${env:…}` and `${secret:…}` stand as written.</summary>
public sealed record MailServer
{
    /// <summary>Its name.</summary>
    public required string Host { get; init; }

    /// <summary>Its port; default 587, 465 or 25, as its TLS says.</summary>
    public required int Port { get; init; }

    /// <summary>How the connection becomes secret; default StartTls.</summary>
    public MailTls Tls { get; init; }

    /// <summary>Who signs in; null = nobody does.</summary>
    public string? User { get; init; }

    /// <summary>Their password; null = nobody signs in.</summary>
    public string? Password { get; init; }

    /// <summary>The mailbox from which mail comes.</summary>
    public required string From { get; init; }

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

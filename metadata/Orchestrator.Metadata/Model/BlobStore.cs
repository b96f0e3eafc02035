using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>
/// A container of Azure Blob that files are read from; `${env:…}` and `${secret:…}` stand as written.
/// </summary>
public sealed record BlobStore
{
    /// <summary>How long one answer may take by default.</summary>
    public static readonly TimeSpan TimeoutDefault = TimeSpan.FromSeconds(60);

    public required string Name { get; init; }

    /// <summary>The storage account.</summary>
    public string Account { get; init; } = "";

    /// <summary>Its address, with the account as its path where it is an emulator; null = the account's at Azure.
    /// </summary>
    public string? Endpoint { get; init; }

    /// <summary>The container.</summary>
    public string Container { get; init; } = "";

    /// <summary>The key of the account, which signs; null = there is a token.</summary>
    public string? Key { get; init; }

    /// <summary>The token that stands in addresses; null = there is a key.</summary>
    public string? Sas { get; init; }

    /// <summary>What the names of all files begin with, without a slash at its end; empty = the whole container.
    /// </summary>
    public string Folder { get; init; } = "";

    /// <summary>Whether it may be on the own machine or network, and over plain http.</summary>
    public bool AllowPrivate { get; init; }

    /// <summary>How long one answer may take, and how long a copy is waited for.</summary>
    public TimeSpan Timeout { get; init; } = TimeoutDefault;

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>
/// A bucket that files are read from over S3, as Amazon and MinIO speak it; `${env:…}` and `${secret:…}` stand as
/// written.
/// </summary>
public sealed record BucketStore
{
    /// <summary>The region where nobody names one.</summary>
    public const string RegionDefault = "us-east-1";

    /// <summary>How long one answer may take by default.</summary>
    public static readonly TimeSpan TimeoutDefault = TimeSpan.FromSeconds(60);

    public required string Name { get; init; }

    /// <summary>Its address without a path: https://s3.eu-central-1.amazonaws.com.</summary>
    public string Endpoint { get; init; } = "";

    /// <summary>The region that requests are signed for.</summary>
    public string Region { get; init; } = RegionDefault;

    /// <summary>The bucket, which stands in the path of each request.</summary>
    public string Bucket { get; init; } = "";

    /// <summary>Who signs.</summary>
    public string? KeyId { get; init; }

    /// <summary>What they sign with.</summary>
    public string? Key { get; init; }

    /// <summary>What the names of all files begin with, without a slash at its end; empty = the whole bucket.</summary>
    public string Folder { get; init; } = "";

    /// <summary>Whether it may be on the own machine or network, and over plain http.</summary>
    public bool AllowPrivate { get; init; }

    /// <summary>How long one answer may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeoutDefault;

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

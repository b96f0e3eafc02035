namespace Orchestrator.Metadata.Model;

/// <summary>What a transfer brings from where to where.</summary>
public sealed record TransferOptions : KindOptions
{
    /// <summary>The files of the server that are got, a pattern below its folder; null = files are sent.</summary>
    public string? Get { get; init; }

    /// <summary>The files of a connection that are sent, a pattern below its folder; null = files are got.</summary>
    public string? Put { get; init; }

    /// <summary>Get: the server; put: the connection.</summary>
    public string? From { get; init; }

    /// <summary>Get: the connection; put: the server.</summary>
    public string? To { get; init; }

    /// <summary>The folder that they come into, below that of where they go; null = that one.</summary>
    public string? Into { get; init; }

    /// <summary>What becomes of one whose name another file has there. Default: Fail.</summary>
    public ExistingFile Existing { get; init; }

    /// <summary>Get: whether the server's files are deleted once all have arrived. Default: no.</summary>
    public bool Delete { get; init; }

    /// <summary>What happens where no file fits the pattern. Default: Fail.</summary>
    public NoFiles OnNone { get; init; }

    /// <summary>Whether upper and lower case are one in the names of the files.</summary>
    public bool IgnoreCase { get; init; }

    /// <summary>The server that is named; null = there is none of that name.</summary>
    public FileServer? Server { get; init; }

    /// <summary>Whether files are got, and not sent.</summary>
    public bool IsGet => Get is not null;

    /// <summary>The pattern, with its folder.</summary>
    public string Pattern => Get ?? Put ?? "";

    /// <summary>The connection in whose folder the files of this side are.</summary>
    public string Connection => (IsGet ? To : From) ?? "";

    /// <inheritdoc />
    public override IReadOnlyList<string> Reads => IsGet || From is null ? [] : [From];

    /// <inheritdoc />
    public override IReadOnlyList<string> Writes => IsGet && To is not null ? [To] : [];

    /// <inheritdoc />
    public override string Said => $"{From} → {To}";
}

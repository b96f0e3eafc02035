namespace Orchestrator.Metadata.Model;

/// <summary>A folder that is not on this machine: its files are listed and read where they are.</summary>
/// <param name="Server">The file server that has it; null = a store has.</param>
/// <param name="Path">The folder below that of the server or store, placeholders as written; empty = that one.</param>
public sealed record StoredFolder(FileServer? Server, string Path)
{
    /// <summary>The store that has it; null = another one has.</summary>
    public BucketStore? Store { get; init; }

    /// <summary>The blob store that has it; null = another one has.</summary>
    public BlobStore? Blobs { get; init; }

    /// <summary>How people know what has it, within a sentence.</summary>
    public string Holder => Server is not null ? $"the file server '{Server.Name}'"
        : Blobs is not null ? $"the blob store '{Blobs.Name}'" : $"the store '{Store?.Name}'";
}

namespace Orchestrator.Metadata.Git;

internal enum GitObjectKind { Commit = 1, Tree = 2, Blob = 3, Tag = 4 }

/// <summary>One object of git's store, unpacked.</summary>
internal sealed record GitObject(GitObjectKind Kind, byte[] Content)
{
    /// <summary>What is larger is refused: metadata and scripts are never that large.</summary>
    public const int ContentMax = 64 << 20;

    public static GitObjectKind KindOf(string word) => word switch
    {
        "commit" => GitObjectKind.Commit,
        "tree" => GitObjectKind.Tree,
        "blob" => GitObjectKind.Blob,
        "tag" => GitObjectKind.Tag,
        _ => throw new GitException($"git object of an unknown kind '{word}'"),
    };
}

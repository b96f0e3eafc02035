namespace Orchestrator.Packages.Sql;

/// <summary>
/// What a statement promises when it is run twice: nothing of its own. All its statements are one transaction, so that
/// a failed attempt leaves nothing; whether a second success changes more is the author's matter.
/// </summary>
internal static class SqlContract
{
    /// <summary>Words that would end the transaction, or that cannot run inside one.</summary>
    public static IReadOnlyList<string> RefusedWords { get; } =
        ["BEGIN", "COMMIT", "END", "ROLLBACK", "VACUUM", "ATTACH", "DETACH"];
}

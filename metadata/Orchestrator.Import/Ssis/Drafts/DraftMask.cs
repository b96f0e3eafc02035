namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>Masks of files as Windows takes them: upper and lower case are one there.</summary>
internal static class DraftMask
{
    /// <summary>What has to stand beside a mask so that it takes the same files; null = nothing.</summary>
    /// <param name="mask">The mask, or a name.</param>
    public static DraftEntry? Case(string mask) =>
        DraftEntry.If(mask[(mask.LastIndexOf('/') + 1)..].Any(char.IsLetter), "ignoreCase", DraftPart.Of(true));
}

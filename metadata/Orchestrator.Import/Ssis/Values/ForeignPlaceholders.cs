namespace Orchestrator.Import.Ssis.Values;

/// <summary>
/// Texts of packages in which we would see a placeholder: SSIS knows none, so that what stands there would be given a
/// secret or a value that nobody meant for it. No sign takes its meaning away; such a text is left to a person.
/// </summary>
internal static class ForeignPlaceholders
{
    private const string Begin = "${";

    /// <summary>Whether a text of a package has one.</summary>
    public static bool In(string text) => text.Contains(Begin, StringComparison.Ordinal);

    /// <summary>A text of a package as a text of ours.</summary>
    /// <param name="text">What the package says.</param>
    /// <param name="what">What it is, as people call it.</param>
    /// <exception cref="OpenException">We would see a placeholder in it.</exception>
    public static string Refused(string text, string what) => !In(text) ? text : throw new OpenException(
        SsisOpenCodes.Value,
        $"{what} holds '{Begin}', which begins a secret or a value here and is plain text there: write what is meant",
        text, SsisOpenCodes.Minutes);
}

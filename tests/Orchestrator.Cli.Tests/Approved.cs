using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Orchestrator.Cli.Guide;

namespace Orchestrator.Cli.Tests;

/// <summary>
/// Screens that somebody has read and approved, in the folder of this name, without what differs from run to run.
/// </summary>
internal static partial class Approved
{
    /// <summary>Compares a text, without its times, paths and hashes, with the approved one.</summary>
    public static void Check(string name, string text, string? folder = null) =>
        global::Approved.Check(name, Scrubbed(text, folder), Here());

    /// <summary>Compares a text whose times come from a clock of the test.</summary>
    public static void CheckWithTimes(string name, string text) =>
        global::Approved.Check(name, Id().Replace(text, "<id>"), Here());

    // The folder is the one beside this file, in whatever room the test is.
    private static string Here([CallerFilePath] string path = "") => path;

    private static string Scrubbed(string text, string? folder)
    {
        var plain = text.ReplaceLineEndings("\n");
        plain = folder is null ? plain : plain.Replace(folder, "<folder>", StringComparison.Ordinal);
        plain = Moment().Replace(plain, "<moment>");
        plain = Duration().Replace(plain, match => "<time>".PadLeft(match.Length));
        plain = Stamp().Replace(plain, "  <time>");
        plain = Hash().Replace(plain, "<hash>");
        plain = Rate().Replace(plain, "<rate>");
        plain = Processors().Replace(plain, "<gate>");
        return plain.Replace(VersionVerb.Number, "<version>", StringComparison.Ordinal);
    }

    [GeneratedRegex(@"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")]
    private static partial Regex Id();

    [GeneratedRegex(@"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")]
    private static partial Regex Moment();

    [GeneratedRegex(@"(?<![\d:]) *\d+(\.\d+|:\d\d)? (s|min|h)\b(?! *to)")]
    private static partial Regex Duration();

    [GeneratedRegex(@"(?m)^ *\d+\.\ds")]
    private static partial Regex Stamp();

    [GeneratedRegex(@"\b(?=[0-9a-f]*\d)[0-9a-f]{12,64}\b")]
    private static partial Regex Hash();

    [GeneratedRegex(@"\d[\d.]*( [kM])? rows/s")]
    private static partial Regex Rate();

    [GeneratedRegex(@"gate \d+( \([^)]*\))?")]
    private static partial Regex Processors();
}

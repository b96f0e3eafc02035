using System.Text.RegularExpressions;

namespace Orchestrator.Ssis.Resolving;

/// <summary>Finds the variables that texts name.</summary>
internal static partial class VariableNames
{
    // What is the same for the whole run of a package.
    private static readonly HashSet<string> FixedSystem =
    [
        "System::StartTime", "System::PackageName", "System::PackageID", "System::MachineName", "System::UserName",
        "System::ExecutionInstanceGUID", "System::ServerExecutionID", "System::VersionMajor", "System::VersionMinor",
        "System::VersionBuild", "System::VersionGUID", "System::VersionComments", "System::CreationDate",
        "System::CreatorName", "System::CreatorComputerName", "System::InteractiveMode", "System::LocaleID",
        "System::ProductVersion", "System::LastModifiedProductVersion", "System::OfflineMode",
    ];

    /// <summary>The names of an expression, in its order, with their space where it is written.</summary>
    public static IEnumerable<string> In(string expression) =>
        Reference().Matches(Literal().Replace(expression, "\"\""))
            .Select(each => each.Groups["name"].Value.Trim());

    /// <summary>The variable that an assignment sets; null where it is none.</summary>
    public static string? Target(string assignment) =>
        Assignment().Match(assignment) is { Success: true } match ? match.Groups["name"].Value.Trim() : null;

    /// <summary>The name that an expression is and nothing else; null where it is more.</summary>
    public static string? Bare(string expression) =>
        Reference().Match(expression) is { Success: true } match && match.Value == expression.Trim()
            ? match.Groups["name"].Value.Trim() : null;

    /// <summary>All of a text that looks like the full name of a variable.</summary>
    public static IEnumerable<string> FullIn(string text) => FullName().Matches(text).Select(each => each.Value);

    /// <summary>The names of those that code asks for while it runs, to set them: no list of its task has them.
    /// </summary>
    public static IEnumerable<string> LockedIn(string code) =>
        Locked().Matches(code).Select(each => each.Groups["name"].Value.Trim());

    /// <summary>Whether a text is nothing but the full name of a variable.</summary>
    public static bool IsFull(string text) => FullName().Match(text) is { Success: true } match
        && match.Length == text.Length;

    /// <summary>The variable that a configuration's path leads to; null where it leads elsewhere.</summary>
    public static (string Container, string Name)? Configured(string path) =>
        Configuration().Match(path) is { Success: true } match
            ? (match.Groups["container"].Value.TrimStart('\\'), match.Groups["name"].Value) : null;

    /// <summary>Whether an expression gives another value at another time of one run, whatever its variables are: it
    /// asks a clock, or a variable of the system that changes.</summary>
    public static bool Changes(string expression) => Clock().IsMatch(Literal().Replace(expression, "\"\""))
        || In(expression).Any(each => each.StartsWith("System::", StringComparison.Ordinal)
            && !FixedSystem.Contains(each));

    [GeneratedRegex(@"@(?:\[(?<name>[^\]]+)\]|(?<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?))")]
    private static partial Regex Reference();

    [GeneratedRegex(@"^\s*@(?:\[(?<name>[^\]]+)\]|(?<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?))\s*=(?!=)")]
    private static partial Regex Assignment();

    [GeneratedRegex(@"\b[A-Za-z_]\w*::[A-Za-z_]\w*")]
    private static partial Regex FullName();

    [GeneratedRegex(@"\bLock(?:One)?ForWrite\s*\(\s*@?""(?<name>[^""\r\n]+)""", RegexOptions.IgnoreCase)]
    private static partial Regex Locked();

    [GeneratedRegex(@"^(?<container>.*?)\.Variables\[(?<name>[^\]]+)\]")]
    private static partial Regex Configuration();

    [GeneratedRegex(@"\b(?:GETDATE|GETUTCDATE)\s*\(", RegexOptions.IgnoreCase)]
    private static partial Regex Clock();

    [GeneratedRegex(@"""(?:\\.|[^""\\])*""")]
    private static partial Regex Literal();
}

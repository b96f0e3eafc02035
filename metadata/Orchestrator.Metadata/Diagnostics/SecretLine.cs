using System.Text.RegularExpressions;

namespace Orchestrator.Metadata.Diagnostics;

/// <summary>Tells lines and keys that may hold a secret, so that no message repeats them.</summary>
internal static partial class SecretLine
{
    public static bool MayHoldOne(string line) => Suspicious().IsMatch(line);

    [GeneratedRegex(
        "pass(word|phrase|wd)|pwd|token|secret|credential|api[_-]?key|key=|connection_?string|://[^/]*@"
        + "|(authorization|cookie)['\"]?\\s*:",
        RegexOptions.IgnoreCase)]
    private static partial Regex Suspicious();
}

using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;

namespace Orchestrator.Metadata.Model;

/// <summary>A bound of what a load reads, as an argument of the procedure that it reads: `${watermark:NAME.from}`.
/// </summary>
/// <param name="Watermark">The name of the watermark.</param>
/// <param name="IsFrom">Whether it is where the load begins; else the upper bound.</param>
public sealed partial record WatermarkBound(string Watermark, bool IsFrom)
{
    private const string Beginning = "from";

    /// <summary>Reads a text that is one and nothing else.</summary>
    public static bool TryParse(string text, [NotNullWhen(true)] out WatermarkBound? bound)
    {
        var match = Form().Match(text);
        bound = match.Success
            ? new WatermarkBound(match.Groups["name"].Value, match.Groups["side"].Value == Beginning) : null;
        return match.Success;
    }

    [GeneratedRegex(@"^\$\{watermark:(?<name>[^}:]{1,200})\.(?<side>from|to)\}\z")]
    private static partial Regex Form();
}

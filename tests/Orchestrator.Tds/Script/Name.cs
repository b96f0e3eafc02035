using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>Names of tables and procedures, however they are written.</summary>
internal static partial class Name
{
    /// <summary>Without brackets and quotes: <c>[dbo].[T]</c> is <c>dbo.T</c>.</summary>
    public static string Plain(string name) => Quotes().Replace(name, "");

    /// <summary>Schema and name, with dbo for none, without a database before it.</summary>
    public static string Full(string name)
    {
        var parts = Plain(name).Split('.');
        var schema = parts.Length > 1 && parts[^2].Length > 0 ? parts[^2] : "dbo";
        return $"{schema}.{parts[^1]}";
    }

    public static bool IsSame(string one, string other) =>
        Full(one).Equals(Full(other), StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether one ends the other: <c>sp_flush_log</c> is also <c>sys.sp_flush_log</c>.</summary>
    public static bool IsTail(string one, string other)
    {
        var (longer, shorter) = ("." + Plain(one), "." + Plain(other));
        return longer.EndsWith(shorter, StringComparison.OrdinalIgnoreCase)
            || shorter.EndsWith(longer, StringComparison.OrdinalIgnoreCase);
    }

    [GeneratedRegex("[\\[\\]\"]")]
    private static partial Regex Quotes();
}
